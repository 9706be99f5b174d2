import type { Database, Statement } from 'better-sqlite3'
import { checksumOf, type SqlValue, storable } from './checksum.ts'
import type { OnDamage } from './damage.ts'

type AnyRow = Readonly<Record<string, SqlValue>>

export type TableShape<Row extends AnyRow> = {
  readonly name: string
  readonly columns: readonly (keyof Row & string)[]
  /** The columns that name a row for this program: a UNIQUE constraint of the table. */
  readonly key: readonly (keyof Row & string)[]
}

/** A prepared selection. Rows whose checksum fails are reported and left out. */
export type Selection<Row, Params extends readonly SqlValue[]> = {
  all(...params: Params): readonly Row[]
  first(...params: Params): Row | undefined
}

/**
 * A table every row of which carries the checksum of its own columns. There is no way to write a row without sealing it
 * and none to read one without checking it. A change is made by reading, checking and writing the whole row: an `UPDATE` of
 * one column would seal what a flipped bit had made of the others.
 */
export type SealedTable<Row extends AnyRow> = {
  readonly shape: TableShape<Row>
  /** Writes the whole row: a new one, or in place of the one with the same key (also if that one is damaged). */
  put(row: Row): void
  select<Params extends readonly SqlValue[] = []>(tail: string): Selection<Row, Params>
  /** A prepared `DELETE … WHERE condition`; gives the number of rows deleted. */
  remove<Params extends readonly SqlValue[]>(condition: string): (...params: Params) => number
}

/** The row's values in column order if the seal, which comes last, fits them. */
export function unseal(table: string, sealed: readonly SqlValue[]): readonly SqlValue[] | undefined {
  const values = sealed.slice(0, -1)
  return checksumOf(table, values) === sealed.at(-1) ? values : undefined
}

export const seal = (table: string, values: readonly SqlValue[]): readonly SqlValue[] => {
  const written = values.map(storable)
  return [...written, checksumOf(table, written)]
}

/** `INSERT`, or overwriting of the row with the same key. */
export function putStatement(shape: { name: string; columns: readonly string[]; key: readonly string[] }): string {
  const columns = [...shape.columns, 'crc']
  const replaced = columns.filter((column) => !shape.key.includes(column))
  return `INSERT INTO ${shape.name} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
    ON CONFLICT (${shape.key.join(', ')}) DO UPDATE SET ${replaced.map((column) => `${column} = excluded.${column}`).join(', ')}`
}

export function sealedTable<Row extends AnyRow>(
  db: Database,
  shape: TableShape<Row>,
  onDamage: OnDamage,
): SealedTable<Row> {
  const { name, columns } = shape
  const put: Statement<SqlValue[]> = db.prepare(putStatement(shape))
  const keyPositions = shape.key.map((column) => columns.indexOf(column))

  const opened = (sealed: readonly SqlValue[]): Row | undefined => {
    const values = unseal(name, sealed)
    if (values) {
      // The checksum was made from these very columns of a `Row` when it was written.
      return Object.fromEntries(columns.map((column, index) => [column, values[index] ?? null])) as unknown as Row
    }
    onDamage({ table: name, key: keyPositions.map((position) => String(sealed[position])).join(' ') })
    return undefined
  }

  return {
    shape,
    put: (row) => {
      put.run(
        ...seal(
          name,
          columns.map((column) => row[column] ?? null),
        ),
      )
    },
    select: <Params extends readonly SqlValue[]>(tail: string): Selection<Row, Params> => {
      const statement: Statement<SqlValue[], SqlValue[]> = db
        .prepare<SqlValue[], SqlValue[]>(`SELECT ${columns.join(', ')}, crc FROM ${name} ${tail}`)
        .raw()
      return {
        all: (...params) =>
          statement.all(...params).flatMap((sealed) => {
            const row = opened(sealed)
            return row ? [row] : []
          }),
        first: (...params) => {
          const sealed = statement.get(...params)
          return sealed && opened(sealed)
        },
      }
    },
    remove: <Params extends readonly SqlValue[]>(condition: string) => {
      const statement: Statement<SqlValue[]> = db.prepare(`DELETE FROM ${name} WHERE ${condition}`)
      return (...params: Params) => statement.run(...params).changes
    },
  }
}
