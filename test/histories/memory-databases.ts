import Database from 'better-sqlite3'
import { LEDGER } from '../../electron/storage/ledger-spec.ts'
import { migrate } from '../../electron/storage/migration.ts'
import { CACHE } from '../../electron/storage/order-cache.ts'
import type { Ledger, OrderCache } from '../../electron/storage/ports.ts'
import { cacheOn, ledgerOn } from '../fixtures/databases.ts'

/** The real repositories on databases in memory, which outlive the program that uses them. */
export type MemoryDatabases = {
  readonly ledgerDb: Database.Database
  /** A fresh set of repositories on what was committed, as a new start would make. */
  open(): { readonly ledger: Ledger; readonly cache: OrderCache }
  close(): void
}

/** The bytes of a new database after its migrations: thousands of histories begin with a copy. */
function migrated({ migrations, applicationId }: Pick<typeof LEDGER, 'migrations' | 'applicationId'>): Buffer {
  const db = new Database(':memory:')
  migrate(db, migrations, applicationId)
  const bytes = db.serialize()
  db.close()
  return bytes
}
const NEW_LEDGER = migrated(LEDGER)
const NEW_CACHE = migrated(CACHE)

export function createMemoryDatabases(): MemoryDatabases {
  const ledgerDb = new Database(NEW_LEDGER)
  const cacheDb = new Database(NEW_CACHE)
  return {
    ledgerDb,
    open() {
      // What the run before had not committed is lost with it.
      if (ledgerDb.inTransaction) ledgerDb.exec('ROLLBACK')
      return { ledger: ledgerOn(ledgerDb), cache: cacheOn(cacheDb) }
    },
    close() {
      ledgerDb.close()
      cacheDb.close()
    },
  }
}
