import Database from 'better-sqlite3'
import type { SqlValue } from './checksum.ts'
import { forMemory } from './file-image.ts'
import { FACTS } from './ledger-tables.ts'
import { putStatement, seal, unseal } from './sealed-table.ts'

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
