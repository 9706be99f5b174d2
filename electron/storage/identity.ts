import Database from 'better-sqlite3'
import type { SqlValue } from './checksum.ts'
import { forMemory } from './file-image.ts'
import { FACTS } from './ledger-tables.ts'
import { putStatement, seal, unseal } from './sealed-table.ts'

/** A fact of a ledger of any version: the table `facts` keeps its shape for ever. `undefined` when it cannot be had. */
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

/** A fact read from the bytes of the main file alone, past its log. */
export function factInFile(main: Buffer, name: string): string | undefined {
  // Taking the bytes looks at none of them; asking does.
  const db = new Database(forMemory(main))
  try {
    return factOf(db, name)
  } finally {
    db.close()
  }
}

/**
 * Counts the runs of the program, so that each run's log begins with the page that says whose ledger it is: a log left behind
 * by another is known by it. The value has to change: SQLite writes no page whose content stays the same.
 */
export function countRun(db: Database.Database): void {
  const runs = Number(factOf(db, 'runs') ?? 0) + 1
  db.prepare(putStatement(FACTS)).run(...seal(FACTS.name, ['runs', String(runs)]))
}
