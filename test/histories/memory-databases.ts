import Database from 'better-sqlite3'
import { migrate } from '../../electron/storage/migration.ts'
import { LEDGER } from '../../electron/storage/migrations/ledger-migrations.ts'
import { CACHE } from '../../electron/storage/order-cache.ts'
import type { Ledger, OrderCache } from '../../electron/storage/ports.ts'
import { cacheOn, ledgerOn } from '../fixtures/databases.ts'

/** The real repositories on databases in memory. The databases stay when the program ends. */
export type MemoryDatabases = {
  readonly ledgerDb: Database.Database
  /** New repositories on the committed data, as after a new start. */
  open(): { readonly ledger: Ledger; readonly cache: OrderCache }
  close(): void
}

/** The bytes of a new database after its migrations. Each of thousands of histories begins with a copy. */
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
      // Data that the run before had not committed is lost.
      if (ledgerDb.inTransaction) ledgerDb.exec('ROLLBACK')
      return { ledger: ledgerOn(ledgerDb), cache: cacheOn(cacheDb) }
    },
    close() {
      ledgerDb.close()
      cacheDb.close()
    },
  }
}
