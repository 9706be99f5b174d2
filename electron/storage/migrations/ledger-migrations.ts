import type { Migration } from '../migration.ts'
import { ledgerFirstSchema } from './ledger-010-first-schema.ts'
import { ledgerRowCounts } from './ledger-020-row-counts.ts'
import { ledgerReadsDue } from './ledger-030-reads-due.ts'
import { ledgerIndexesByKind } from './ledger-040-indexes-by-kind.ts'

export const LEDGER_MIGRATIONS: readonly Migration[] = [
  ledgerFirstSchema,
  ledgerRowCounts,
  ledgerReadsDue,
  ledgerIndexesByKind,
]
