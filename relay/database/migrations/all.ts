import { FIRST_SCHEMA } from './010-first-schema.ts'
import { SHARED_TOKEN } from './020-shared-token.ts'
import { IDENTITY_AND_MOVES } from './030-identity-and-moves.ts'

export type RelayMigration = { readonly version: number; readonly sql: string }

/** Numbered in tens, applied in order. A released migration is never changed. */
export const RELAY_MIGRATIONS: readonly RelayMigration[] = [
  { version: 10, sql: FIRST_SCHEMA },
  { version: 20, sql: SHARED_TOKEN },
  { version: 30, sql: IDENTITY_AND_MOVES },
]
