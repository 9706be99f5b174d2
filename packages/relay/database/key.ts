import { createHash } from 'node:crypto'
import type { Queryable } from './database.ts'

/** Bytes of the longest key that is stored whole. An index entry of PostgreSQL has 2,704 bytes for all of its columns. */
const MAX_KEY_BYTES = 500
/** No key that is stored whole begins with a quote: JSON escapes it. */
const HASHED = '"'

/** The text that `key` stands for, as a key of any length. Stored once, because the key has only its hash. */
export type LongKey = { readonly key: string; readonly whole: string }

const wholeKey = (text: string): string => JSON.stringify(text).slice(1, -1)

/** The pair of a text that is too long for an index, or nothing. */
export function longKeysOf(text: string): readonly LongKey[] {
  const whole = wholeKey(text)
  if (Buffer.byteLength(whole) <= MAX_KEY_BYTES) return []
  return [{ key: `${HASHED}${createHash('sha256').update(whole).digest('hex')}`, whole }]
}

/**
 * Encodes a text of the platform as a database key: JSON's escapes without the quotes, or the hash of a longer text. Each
 * text has exactly one key. The key also represents texts that PostgreSQL's `text` cannot store: NUL and lone surrogates.
 */
export const encodeKey = (text: string): string => longKeysOf(text)[0]?.key ?? wholeKey(text)

/** Decodes a key of `encodeKey`, or the whole key behind it. A hashed key is shown as it is. */
export const decodeKey = (key: string): string =>
  key.startsWith(HASHED) ? key.slice(1) : String(JSON.parse(`"${key}"`))

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
