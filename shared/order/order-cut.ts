import { exactJson } from '../exact-json.ts'
import { isPlainRecord, isRecord } from '../is-record.ts'

/**
 * Cuts an order to the size that a ticket can show, before any other processing: however large the platform's answer
 * is, the validated, stored and drawn part stays small. Pure; the work is bounded by the limits, not by the order.
 */

/** Lines that are kept as they are. */
const MAX_LINES = 60
/** Lines and options after them are joined when they are equal, so that no piece is missing in the totals: so many, into so many. */
const MAX_JOINED = 900
const MAX_JOINED_LINES = 440
/** Members of any other list: options, payment methods. */
const MAX_MEMBERS = 40
const MAX_FIELDS = 100
/** Options inside options take two levels each, and are read 16 deep (`order.ts`). */
const MAX_DEPTH = 40
const MAX_VALUES = 6_000
const MAX_TEXT = 2_000
/**
 * Most characters of the id of an event or an order. Longer than any address that a server accepts (Node and most
 * proxies: 8 to 16 kB).
 */
export const MAX_ID_CHARACTERS = 8_000
/** Most characters of a cancellation's code and reason in an event. */
export const MAX_EVENT_TEXT = 1_000
const MAX_TEXT_IN_ALL = 100_000
/** Characters left of each further text once an order has used up its limit. */
const MIN_TEXT = 40

/** Ids are compared as a whole and never cut. */
const IDS: ReadonlySet<string> = new Set(['id', 'orderId', 'eventId'])

/** The field of a cut body that counts what was cut. */
const CUT_FIELD = 'comandaCut'

export type OrderCut = { readonly characters: number; readonly lines: number }
const UNCUT: OrderCut = { characters: 0, lines: 0 }

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0

/** What `cutOrder` cut from a body. */
export function cutOf(body: unknown): OrderCut {
  const cut: unknown = isPlainRecord(body) && Object.hasOwn(body, CUT_FIELD) ? body[CUT_FIELD] : undefined
  if (!isPlainRecord(cut)) return UNCUT
  return {
    characters: isCount(cut.characters) ? cut.characters : 0,
    lines: isCount(cut.lines) ? cut.lines : 0,
  }
}

/** The first characters of a text, never half a pair of surrogates. */
export function firstCharacters(text: string, max: number): string {
  if (text.length <= max) return text
  const last = text.charCodeAt(max - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? max - 1 : max)
}

/** The first own members of an object, without a list of all of them. */
function firstFields(value: Readonly<Record<string, unknown>>): readonly string[] {
  const names: string[] = []
  for (const name in value) {
    if (names.length === MAX_FIELDS) break
    if (Object.hasOwn(value, name)) names.push(name)
  }
  return names
}

/** Number of own members after the first ones. */
function fieldsAfter(value: Readonly<Record<string, unknown>>, first: number): number {
  if (first < MAX_FIELDS) return 0
  let count = 0
  for (const name in value) if (Object.hasOwn(value, name)) count += 1
  return count - first
}

/** Whether the body is within the limits, checked without a copy: nearly every order is small. */
function isWithinLimits(body: unknown): boolean {
  let values = 0
  let text = 0
  const fits = (value: unknown, depth: number, isId: boolean): boolean => {
    values += 1
    if (values > MAX_VALUES) return false
    if (typeof value === 'string') {
      text += value.length
      return value.length <= (isId ? MAX_ID_CHARACTERS : MAX_TEXT)
    }
    if (!isRecord(value)) return true
    if (depth > MAX_DEPTH) return false
    if (Array.isArray(value)) {
      if (value.length > MAX_MEMBERS) return false
      for (const member of value) if (!fits(member, depth + 1, false)) return false
      return true
    }
    let fields = 0
    for (const name in value) {
      fields += 1
      text += name.length
      if (fields > MAX_FIELDS || name.length > MAX_TEXT) return false
      // Inherited members are skipped. The count of an earlier cut is added below.
      if (!Object.hasOwn(value, name) || (depth === 0 && name === CUT_FIELD)) return false
      if (!fits(value[name], depth + 1, depth === 0 && IDS.has(name))) return false
    }
    return true
  }
  return fits(body, 0, false) && text <= MAX_TEXT_IN_ALL
}

/** The body within the limits: the same object if it is small enough, else a copy that counts what was cut. */
export function cutOrder(body: unknown): unknown {
  return isWithinLimits(body) ? body : cutCopy(body)
}

function cutCopy(body: unknown): unknown {
  let { characters, lines } = cutOf(body)
  let values = 0
  let text = 0

  const cutText = (value: string, max = MAX_TEXT): string => {
    const kept = firstCharacters(value, Math.max(MIN_TEXT, Math.min(max, MAX_TEXT_IN_ALL - text)))
    text += kept.length
    characters += value.length - kept.length
    return kept
  }
  const cutList = (list: readonly unknown[], max: number, depth: number): unknown => {
    const kept: unknown[] = []
    while (kept.length < Math.min(list.length, max) && values < MAX_VALUES) {
      kept.push(cut(list[kept.length], depth + 1, ''))
    }
    lines += list.length - kept.length
    return kept
  }
  const cutDishes = (items: readonly unknown[], max: number, depth: number): unknown => {
    const first = cutList(items.slice(0, max), max, depth)
    const joined = new Map<string, { readonly line: unknown; quantity: number | undefined }>()
    for (const item of items.slice(max, max + MAX_JOINED)) {
      // An option without a quantity counts once.
      const { id: _id, quantity = max === MAX_MEMBERS ? 1 : undefined, ...line } = isPlainRecord(item) ? item : {}
      if (values >= MAX_VALUES) break
      // One whose quantity cannot be added is a line of its own.
      const added = typeof quantity === 'number' ? quantity : undefined
      const content = cut(added === undefined ? item : line, depth + 1, '')
      const key = added === undefined ? `${joined.size}` : exactJson(content)
      const known = joined.get(key)
      if (known?.quantity !== undefined && added !== undefined) known.quantity += added
      else if (joined.size < MAX_JOINED_LINES) joined.set(key, { line: content, quantity: added })
      else continue
      lines -= 1
    }
    lines += Math.max(0, items.length - max)
    return Array.isArray(first)
      ? [
          ...first,
          ...[...joined.values()].map(({ line, quantity }) =>
            isPlainRecord(line) && quantity !== undefined ? { ...line, quantity } : line,
          ),
        ]
      : first
  }
  const cut = (value: unknown, depth: number, name: string): unknown => {
    values += 1
    // The order's own id is compared as a whole.
    if (typeof value === 'string') return cutText(value, depth === 1 && IDS.has(name) ? MAX_ID_CHARACTERS : MAX_TEXT)
    if (!isRecord(value)) return value
    if (depth > MAX_DEPTH) {
      lines += 1
      return null
    }
    if (Array.isArray(value)) {
      if (depth === 1 && name === 'items') return cutDishes(value, MAX_LINES, depth)
      return name === 'options' ? cutDishes(value, MAX_MEMBERS, depth) : cutList(value, MAX_MEMBERS, depth)
    }
    const fields = value
    const kept: [string, unknown][] = []
    const first = firstFields(fields)
    lines += fieldsAfter(fields, first.length)
    for (const field of first) {
      if (depth > 0 || field !== CUT_FIELD) kept.push([cutText(field), cut(fields[field], depth + 1, field)])
    }
    return Object.fromEntries(kept)
  }

  const kept = cut(body, 0, '')
  return isPlainRecord(kept) && (characters > 0 || lines > 0) ? { ...kept, [CUT_FIELD]: { characters, lines } } : kept
}
