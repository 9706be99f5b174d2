import { LEDGER_MIGRATIONS } from './migrations/ledger-migrations.ts'
import type { DatabaseSpec } from './open-database.ts'

/** What the ledger's file is. */
export const LEDGER: DatabaseSpec = {
  name: 'ledger',
  /** "CMDL" */
  applicationId: 0x434d444c,
  migrations: LEDGER_MIGRATIONS,
  flushing: 'every-commit',
}
