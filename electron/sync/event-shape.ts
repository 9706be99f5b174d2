import { parseJsonText } from '../../shared/json-text.ts'

/** Wire fields whose value is recorded: ids, types and times (Open Delivery v2, "Event"), never personal data. */
const DISCLOSED_FIELDS: ReadonlySet<string> = new Set([
  'eventId',
  'eventType',
  'orderId',
  'createdAt',
  'code',
  'sourceAppId',
  'id',
])
/** Matches ids, codes and times; no text that a person wrote. */
const PLAIN = /^[\w.:+-]{1,64}$/
const FIELD = /^[A-Za-z_]\w{0,39}$/
const MAX_MEMBERS = 20
const MAX_DEPTH = 4

function shape(value: unknown, name: string, depth: number): unknown {
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'number') return DISCLOSED_FIELDS.has(name) ? value : '<number>'
  if (typeof value === 'string')
    return DISCLOSED_FIELDS.has(name) && PLAIN.test(value) ? value : `<text of ${value.length}>`
  if (depth >= MAX_DEPTH) return '<nested>'
  if (Array.isArray(value)) {
    const members = value.slice(0, MAX_MEMBERS).map((member) => shape(member, '', depth + 1))
    return value.length > MAX_MEMBERS ? [...members, `<${value.length - MAX_MEMBERS} more>`] : members
  }
  const members = Object.entries(Object(value))
  const shown = members.slice(0, MAX_MEMBERS).map(([key, member], index) => {
    const field = FIELD.test(key) ? key : `<field ${index + 1}>`
    return [field, shape(member, key, depth + 1)]
  })
  return Object.fromEntries(shown)
}

/**
 * Describes an element that is no event, for engineers: its fields, their types, and the ids among them.
 * SECURITY: personal-data (docs/security.md). It contains no text that may be a name, a phone or an address.
 */
export function describeShape(raw: unknown): string {
  return JSON.stringify(shape(parsedText(raw), '', 0))
}

/** A signed delivery that is no event arrives as text. */
function parsedText(raw: unknown): unknown {
  if (typeof raw !== 'string') return raw
  const value = parseJsonText(raw)
  return value === undefined ? raw : value
}
