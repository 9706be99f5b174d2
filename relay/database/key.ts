/**
 * Encodes a text of the platform as a database key: JSON's escapes without the quotes. Each text has exactly one key, and
 * `textOf` decodes it. The key also represents texts that PostgreSQL's `text` cannot store: NUL and lone surrogates.
 */
export const keyOf = (text: string): string => JSON.stringify(text).slice(1, -1)

/** Decodes a key of `keyOf`. */
export const textOf = (key: string): string => String(JSON.parse(`"${key}"`))
