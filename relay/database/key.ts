/**
 * Encodes a text of the platform as a database key: JSON's escapes without the quotes. Each text has exactly one key, and
 * `decodeKey` decodes it. The key also represents texts that PostgreSQL's `text` cannot store: NUL and lone surrogates.
 */
export const encodeKey = (text: string): string => JSON.stringify(text).slice(1, -1)

/** Decodes a key of `encodeKey`. */
export const decodeKey = (key: string): string => String(JSON.parse(`"${key}"`))
