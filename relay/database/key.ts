import { createHash } from 'node:crypto'

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
