import Database from 'better-sqlite3'
import { type FileImage, forMemory, withLog, withWholeLog } from '../file-image.ts'
import { FACTS, LEDGER_TABLES } from '../ledger-tables.ts'
import { putStatement, type SealedShape, type SqlValue, seal, unseal } from '../sealed-table.ts'

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

export const keyOf = (shape: SealedShape, values: readonly SqlValue[]): string =>
  JSON.stringify(shape.key.map((column) => values[shape.columns.indexOf(column)]))

export const numberOfRows = (rows: Rows): number => [...rows.values()].reduce((sum, table) => sum + table.size, 0)

/** What `read` takes from a damaged database until SQLite meets the damage. True: it met none. */
function takeReadable(read: () => void): boolean {
  try {
    read()
    return true
  } catch (error) {
    if (error instanceof Database.SqliteError) return false
    throw error
  }
}

type Table = Map<string, readonly SqlValue[]>

/** Adds the rows whose checksum fits. The rows beside a damaged page are read from both ends of the table. */
function readTable(db: Database.Database, shape: SealedShape, table: Table): void {
  const readIn = (direction: 'ASC' | 'DESC') => (): void => {
    const query = `SELECT ${shape.columns.join(', ')}, crc FROM ${shape.name} NOT INDEXED ORDER BY rowid ${direction}`
    for (const row of db.prepare<[], SqlValue[]>(query).raw().iterate()) {
      const values = unseal(shape.name, row)
      if (values && !table.has(keyOf(shape, values))) table.set(keyOf(shape, values), values)
    }
  }
  if (!takeReadable(readIn('ASC'))) takeReadable(readIn('DESC'))
}

/** Every row that SQLite can read in the images of a ledger. A row of an earlier image is newer. */
export function salvageImages(images: readonly Buffer[]): Salvage {
  const rows = new Map(LEDGER_TABLES.map((shape): [string, Table] => [shape.name, new Map()]))
  const counts = new Map<string, number>()
  for (const image of images) {
    const db = new Database(forMemory(image))
    takeReadable(() => {
      for (const [name, number] of db
        .prepare<[], [string, number]>('SELECT name, number FROM row_counts')
        .raw()
        .all()) {
        if (rows.has(name) && !counts.has(name)) counts.set(name, number)
      }
    })
    for (const shape of LEDGER_TABLES) readTable(db, shape, rows.get(shape.name) ?? new Map())
    db.close()
  }
  return { rows, counts }
}

/** Every readable row in the files of a ledger; without the log when the log belongs to another ledger. */
export function salvage(files: FileImage): Salvage {
  const whole = withLog(files)
  const own = files.log && factInFile(files.main(), 'ledger_id')
  const combined = own && factInFile(whole, 'ledger_id')
  if (combined !== undefined && combined !== own) return salvageImages([files.main()])
  return salvageImages(files.log?.state === 'corrupt' ? [withWholeLog(files), whole] : [whole])
}
