/**
 * A text of the platform as a key of the database: JSON's escapes without the quotes. It can be turned back, has one
 * spelling for each text, and holds texts that PostgreSQL's `text` cannot: NUL and halves of surrogate pairs.
 */
export const keyOf = (text: string): string => JSON.stringify(text).slice(1, -1)

/** The text behind a key. */
export const textOf = (key: string): string => String(JSON.parse(`"${key}"`))
