import { FIRST_SCHEMA } from './010-first-schema.ts'

export type Migration = { readonly version: number; readonly sql: string }

/** Numbered in tens, applied in order. A released migration is never changed. */
export const MIGRATIONS: readonly Migration[] = [{ version: 10, sql: FIRST_SCHEMA }]
