import type { Migration } from '../migration.ts'
import { ledgerFirstSchema } from './ledger-010-first-schema.ts'

export const LEDGER_MIGRATIONS: readonly Migration[] = [ledgerFirstSchema]
