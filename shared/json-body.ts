/**
 * The body of an answer. `page`: the markup of HTML, which the platform never sends: the page of a login, a proxy or a gateway.
 * `unreadable`: JSON that cannot be parsed, because it was cut off, for example.
 */
export type ReplyBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'page' }
  | { readonly kind: 'text' }
  | { readonly kind: 'unreadable' }

const TAG = /<[a-z!/]/i

/** Its digits as a text, which is enough for an id; or a `bigint`, which still shows that a number was sent. */
export type LongIntegers = 'text' | 'bigint'

/**
 * Reads a body by its content, not by its content type: some hosts send JSON as text/plain, and web frameworks send a plain
 * `OK` as text/html. Never throws.
 * @param longIntegers what an integer becomes that a double cannot hold
 */
export function parseBody(text: string, contentType: string | null, longIntegers: LongIntegers = 'text'): ReplyBody {
  const trimmed = text.replace(/^\uFEFF/, '').trim()
  if (trimmed === '') return { kind: 'none' }
  const value = parseJson(trimmed, longIntegers)
  if (value !== undefined) return { kind: 'json', value }
  if (trimmed.startsWith('<')) return { kind: 'page' }
  if (/^[[{]/.test(trimmed)) return { kind: 'unreadable' }
  return /html/i.test(contentType ?? '') && TAG.test(trimmed) ? { kind: 'page' } : { kind: 'text' }
}

/** An integer of sixteen digits may exceed 2^53, the exact range of a double. */
const LONG_NUMBER = /\d{16}/

/**
 * SECURITY: prototype-pollution (docs/security.md). A member `__proto__` is left out: a later copy by assignment would set a
 * prototype. The check runs only for texts that can contain the name, also in escapes (\u0050 to \u007f).
 */
function parseJson(text: string, longIntegers: LongIntegers): unknown {
  try {
    const value = LONG_NUMBER.test(text) ? parseWithExactIntegers(text, longIntegers) : JSON.parse(text)
    return /__proto__|\\u00[567]/i.test(text) ? withoutPrototypes(value) : value
  } catch {
    return undefined
  }
}

/** Some hosts send ids as numbers. */
function parseWithExactIntegers(text: string, longIntegers: LongIntegers): unknown {
  const exact = (digits: string): string | bigint => (longIntegers === 'bigint' ? BigInt(digits) : digits)
  try {
    return JSON.parse(text, (_key, value: unknown, { source = '' }: { readonly source?: string } = {}) =>
      typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? exact(source) : value,
    )
  } catch (error) {
    // JSON.parse without a callback has no limit of depth; with a callback its depth is limited by the stack.
    if (error instanceof RangeError) return JSON.parse(text)
    throw error
  }
}

/** Without recursion: one element nested deeper than the stack would make a whole page unreadable. */
function withoutPrototypes(parsed: unknown): unknown {
  const found: unknown[] = [parsed]
  for (let value = found.pop(); value !== undefined; value = found.pop()) {
    if (typeof value !== 'object' || value === null) continue
    if (Object.hasOwn(value, '__proto__')) Reflect.deleteProperty(value, '__proto__')
    for (const member of Object.values(value)) if (typeof member === 'object' && member !== null) found.push(member)
  }
  return parsed
}
