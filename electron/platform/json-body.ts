/** What an answer carried. `page`: HTML, which the platform never sends: a login page, a proxy's or a gateway's own. */
export type ReplyBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'page' }
  | { readonly kind: 'text' }

/** Reads a body by what it is, not by what its content type says: some hosts send JSON as text/plain. Never throws. */
export function parseBody(text: string, contentType: string | null): ReplyBody {
  const trimmed = text.replace(/^\uFEFF/, '').trim()
  if (trimmed === '') return { kind: 'none' }
  const value = parseJson(trimmed)
  if (value !== undefined) return { kind: 'json', value }
  return trimmed.startsWith('<') || /html/i.test(contentType ?? '') ? { kind: 'page' } : { kind: 'text' }
}

/**
 * SECURITY: a member named `__proto__` is left out. JSON.parse makes it an ordinary member, but whoever copies the
 * object by assignment later would set a prototype with it. Only a text that can spell the name pays for the check:
 * letters and underscore have escapes between \u0050 and \u007f.
 */
function parseJson(text: string): unknown {
  try {
    return /__proto__|\\u00[567]/i.test(text)
      ? JSON.parse(text, (key, value) => (key === '__proto__' ? undefined : value))
      : JSON.parse(text)
  } catch {
    return undefined
  }
}
