/** JSON whose whole numbers keep their digits: those that a double cannot hold are `bigint`. */

/** ES2025; the compiler's library does not have it yet. */
type RawJson = { rawJSON(text: string): object; isRawJSON(value: unknown): boolean }
// The program runs on Node 24 and Chromium, which have it.
const { rawJSON, isRawJSON } = JSON as JSON & RawJson

/** A number of JSON. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** The text of a value that may contain `bigint`. */
export const exactJson = (value: unknown): string =>
  JSON.stringify(value, (_key, member: unknown) => (typeof member === 'bigint' ? rawJSON(String(member)) : member))

/** The text of a value of JSON with the members of every object in the sequence of their names. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) => {
    if (typeof member !== 'object' || member === null || Array.isArray(member) || isRawJSON(member)) return member
    return Object.fromEntries(Object.entries(member).toSorted(([one], [other]) => (one < other ? -1 : 1)))
  })
}

/** A number with these digits in a value for `JSON.stringify`; a text that is no number stays a text. */
export const numberWithDigits = (digits: string): unknown => (NUMBER.test(digits) ? rawJSON(digits) : digits)
