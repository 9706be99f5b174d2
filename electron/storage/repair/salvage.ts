import Database from 'better-sqlite3'
import { type FileImage, forMemory, possiblePageSizes, withLog } from '../file-image.ts'
import { FACTS, LEDGER_TABLES } from '../ledger-tables.ts'
import { putStatement, type SealedShape, type SqlValue, seal, unseal } from '../sealed-table.ts'
import { type CarvedRow, carve } from './carve.ts'

/** A fact of a ledger of any version: the table `facts` never changes its shape. `undefined` when it cannot be read. */
export function factOf(db: Database.Database, name: string): string | undefined {
  try {
    const row = db.prepare<[string], SqlValue[]>('SELECT name, value, crc FROM facts WHERE name = ?').raw().get(name)
    const value = row && unseal('facts', row)?.[1]
    return typeof value === 'string' ? value : undefined
  } catch (error) {
    if (error instanceof Database.SqliteError) return undefined
    throw error
  }
}

/** A fact read from the bytes of the main file alone, without its log. */
export function factInFile(main: Buffer, name: string): string | undefined {
  // The constructor checks nothing; the first query does.
  const db = new Database(forMemory(main))
  try {
    return factOf(db, name)
  } finally {
    db.close()
  }
}

/**
 * Counts the runs of the program. The write makes each run's log begin with the page that names its ledger, so that the
 * log of another ledger is recognised. The value has to change: SQLite writes no page whose content stays the same.
 */
export function countRun(db: Database.Database): void {
  const runs = Number(factOf(db, 'runs') ?? 0) + 1
  db.prepare(putStatement(FACTS)).run(...seal(FACTS.name, ['runs', String(runs)]))
}

/** Rows by table and key, each verified by its checksum. */
export type Rows = ReadonlyMap<string, ReadonlyMap<string, readonly SqlValue[]>>

export type Salvage = {
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

function salvageWith(image: Buffer, pageBytes: number): Salvage {
  const rows = new Map(LEDGER_TABLES.map((shape) => [shape.name, new Map<string, readonly SqlValue[]>()]))
  const counts = new Map<string, number>()
  const byColumns = Map.groupBy(LEDGER_TABLES, (shape) => shape.columns.length + 1)

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
  return { rows, counts }
}

export const numberOfRows = (rows: Rows): number => [...rows.values()].reduce((sum, table) => sum + table.size, 0)

/** The image as SQLite would read it; without the log when the log belongs to another ledger. */
function trustedImage(files: FileImage): Buffer {
  const whole = withLog(files)
  const own = files.log && factInFile(files.main(), 'ledger_id')
  const combined = own && factInFile(whole, 'ledger_id')
  return combined !== undefined && combined !== own ? files.main() : whole
}

/** Every row that is still readable in the files of a ledger, by the page size that gives most rows. */
export const salvage = (files: FileImage): Salvage => salvageImage(trustedImage(files))

export function salvageImage(image: Buffer): Salvage {
  const attempts = possiblePageSizes(image).map((pageBytes) => salvageWith(image, pageBytes))
  return attempts.reduce((best, next) => (numberOfRows(next.rows) >= numberOfRows(best.rows) ? next : best))
}
