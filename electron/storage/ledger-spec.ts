import { LEDGER_MIGRATIONS } from './migrations/ledger-migrations.ts'
import type { DatabaseSpec } from './open-database.ts'

/** The identity, migrations and flushing of the ledger's file. */
export const LEDGER: DatabaseSpec = {
  name: 'ledger',
  /** "CMDL" */
  applicationId: 0x434d444c,
  migrations: LEDGER_MIGRATIONS,
  flushing: 'every-commit',
}
