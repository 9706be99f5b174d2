import { type CarvedRow, carve } from './carve.ts'
import type { SqlValue } from './checksum.ts'
import { type FileImage, withLog } from './file-image.ts'
import { factInFile } from './ledger-facts.ts'
import { type SealedShape, TABLES_BY_VERSION } from './ledger-tables.ts'
import { possiblePageSizes } from './page-size.ts'
import { unseal } from './sealed-table.ts'

/** Rows by table and key, each verified by its checksum. */
export type Rows = ReadonlyMap<string, ReadonlyMap<string, readonly SqlValue[]>>

export type Salvage = {
  /** The version of the schema whose rows these are. */
  readonly version: number
  readonly rows: Rows
  /** Number of rows of each table by the ledger's own count, as far as it is readable. */
  readonly counts: ReadonlyMap<string, number>
}

/** A row of the ledger's own count has no checksum: it is accepted if it names a table and is plausible. */
const COUNT_COLUMNS = 2
const LARGEST_COUNT = 100_000_000

export const keyOf = (shape: SealedShape, values: readonly SqlValue[]): string =>
  JSON.stringify(shape.key.map((column) => values[shape.columns.indexOf(column)]))

/** The first column is NULL only when it is the row's number, which SQLite stores outside of the record. */
const withRowNumber = ({ rowid, values }: CarvedRow): readonly SqlValue[] =>
  values[0] === null ? values.with(0, rowid) : values

function salvageWith(image: Buffer, pageBytes: number, version: number, shapes: readonly SealedShape[]): Salvage {
  const rows = new Map(shapes.map((shape) => [shape.name, new Map<string, readonly SqlValue[]>()]))
  const counts = new Map<string, number>()
  const byColumns = Map.groupBy(shapes, (shape) => shape.columns.length + 1)

  const takeCount = ([name, number]: readonly SqlValue[]): boolean => {
    if (typeof name !== 'string' || typeof number !== 'number' || !rows.has(name)) return false
    if (number < 0 || number > LARGEST_COUNT) return false
    if (!counts.has(name)) counts.set(name, number)
    return true
  }
  const take = (row: CarvedRow): boolean => {
    if (row.values.length === COUNT_COLUMNS) return takeCount(row.values)
    for (const shape of byColumns.get(row.values.length) ?? []) {
      const values = unseal(shape.name, withRowNumber(row))
      if (!values) continue
      const found = rows.get(shape.name)
      const key = keyOf(shape, values)
      if (!found?.has(key)) found?.set(key, values)
      return true
    }
    return false
  }
  carve(image, pageBytes, new Set([...byColumns.keys(), COUNT_COLUMNS]), take)
  return { version, rows, counts }
}

export const numberOfRows = (rows: Rows): number => [...rows.values()].reduce((sum, table) => sum + table.size, 0)

/** The image as SQLite would read it; without the log when the log belongs to another ledger. */
function trustedImage(files: FileImage): Buffer {
  const whole = withLog(files)
  const own = files.log && factInFile(files.main(), 'ledger_id')
  const combined = own && factInFile(whole, 'ledger_id')
  return combined !== undefined && combined !== own ? files.main() : whole
}

/** Every row that is still readable in the files of a ledger, by the schema and page size that give most rows. */
export const salvage = (files: FileImage): Salvage => salvageImage(trustedImage(files))

export function salvageImage(image: Buffer): Salvage {
  // Versions with equal row shapes are tried once, as the newest of them.
  const versions = new Map([...TABLES_BY_VERSION].map(([version, shapes]) => [shapes, version]))
  const attempts = [...versions].flatMap(([shapes, version]) =>
    possiblePageSizes(image).map((pageBytes) => salvageWith(image, pageBytes, version, shapes)),
  )
  return attempts.reduce((best, next) => (numberOfRows(next.rows) >= numberOfRows(best.rows) ? next : best))
}
