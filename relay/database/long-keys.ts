import type { Queryable } from './database.ts'
import type { LongKey } from './key.ts'

/** Stores the texts behind hashed keys. Runs in the caller's transaction. */
export async function rememberLongKeys(on: Queryable, longKeys: readonly LongKey[]): Promise<void> {
  if (longKeys.length === 0) return
  const sorted = [...new Map(longKeys.map(({ key, whole }) => [key, whole]))].toSorted()
  await on.query(
    `INSERT INTO long_key (key, whole) SELECT * FROM unnest($1::text[], $2::text[])
     ON CONFLICT (key) DO UPDATE SET seen_at = now()`,
    [sorted.map(([key]) => key), sorted.map(([, whole]) => whole)],
  )
}

/** SQL for the whole key in a column of keys. */
export const wholeKeyIn = (column: string): string =>
  `coalesce((SELECT whole FROM long_key WHERE key = ${column}), ${column})`
