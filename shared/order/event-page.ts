import { isPlainRecord } from '../is-record.ts'
import { parseBody, type ReplyBody } from '../json-body.ts'
import { parseEvent } from './event.ts'
import { idsOf } from './field-reader.ts'
import { salvageList, salvageObject, salvageSequence } from './json-salvage.ts'
import { cutOrder } from './order-cut.ts'
import { foldedWord } from './vocabulary.ts'

/** A page has at most a thousand events (Open Delivery v2). Further events come with the next page. */
const MAX_EVENTS = 1_000

/** An event with its known members alone, its ids as they were sent. Of an element that is not an event the id and a part for engineers are kept. */
export function slimEvent(raw: unknown): unknown {
  const parsed = parseEvent(raw)
  const { numericIds } = parsed
  if (!parsed.ok)
    return parsed.eventId === undefined ? cutOrder(raw) : { eventId: asSent(parsed.eventId, numericIds?.eventId) }
  const { eventId, orderId, ...others } = parsed.event
  return { eventId: asSent(eventId, numericIds?.eventId), orderId: asSent(orderId, numericIds?.orderId), ...others }
}

/** The id as text, or as the number that was sent. */
const asSent = (id: string, isNumber = false): unknown => {
  if (!isNumber) return id
  return String(Number(id)) === id ? Number(id) : BigInt(id)
}

/** Members that hold the list of a page, also one without an event. */
const WRAPPERS = ['events', 'data', 'items', 'content', 'results', 'result', 'records', 'payload', 'list', '_embedded']
const MAX_WRAPPERS = 4

/** Some hosts encode a page twice. */
function jsonIn(text: string): unknown {
  const body = parseBody(text, null, 'bigint')
  return body.kind === 'json' ? body.value : undefined
}

/** Members that can name an order, by themselves or in a block (`event.ts`): most objects have none of them. */
const NAMING: ReadonlySet<string> = new Set(['ORDERID', 'ORDER', 'ORDERURL', 'EVENT', 'DATA', 'PAYLOAD'])
const has = (value: Readonly<Record<string, unknown>>, names: ReadonlySet<string>): boolean =>
  Object.keys(value).some((name) => names.has(foldedWord(name)))

/** Whether an element names an order, which is what an event is for. */
export function namesOrder(element: unknown): boolean {
  if (element === null || (typeof element !== 'object' && typeof element !== 'string')) return false
  if (isPlainRecord(element) ? !has(element, NAMING) : typeof element === 'string' && !/order/i.test(element))
    return false
  const parsed = parseEvent(element)
  return parsed.ok || parsed.orderId !== undefined
}

const IDS: ReadonlySet<string> = new Set(['EVENTID', 'ORDERID'])

/** The cheap question first: a page has many events. */
const isEvent = (value: unknown): boolean => isPlainRecord(value) && (has(value, IDS) || namesOrder(value))

/** Whether a member can hold events. */
const isHolder = (value: unknown): boolean =>
  typeof value === 'string' ? /^\s*["[{]/.test(value) : typeof value === 'object' && value !== null

/**
 * The elements of a page: a list, a list in an object, or one event alone. `null` is a list without elements in Go.
 * `undefined`: no page.
 */
function elementsIn(sent: unknown, depth = 0): readonly unknown[] | undefined {
  if (depth > MAX_WRAPPERS) return undefined
  const value = typeof sent === 'string' ? jsonIn(sent) : sent
  if (value === null) return []
  if (Array.isArray(value)) return value.flatMap((element: unknown) => elementsOfOne(element, depth + 1))
  if (!isPlainRecord(value)) return undefined
  if (namesOrder(value)) return [value]
  const members = idsOf(value)
  const found = wrappedIn(value, depth)
  const [only] = found
  // The order of an event, in a block with an unexpected name.
  const isBlock = found.length === 1 && isPlainRecord(only) && idsOf(only)('eventId') === undefined
  if (isBlock && members('eventId') !== undefined) return [{ ...only, ...value }]
  if (found.length > 0) return found
  if (members('eventId', 'orderId', 'eventType') !== undefined) return [value]
  const inner = members(...WRAPPERS)
  return inner === undefined ? (value.events === null ? [] : undefined) : elementsIn(inner, depth + 1)
}

/** The lists with events, and the events, in members of any name: what is not found in a delivery is lost. */
function wrappedIn(value: Readonly<Record<string, unknown>>, depth: number): readonly unknown[] {
  return Object.values(value).flatMap((member) => {
    const elements = isHolder(member) ? elementsIn(member, depth + 1) : undefined
    return elements?.some(isEvent) ? elements : []
  })
}

const ORDER_ID: ReadonlySet<string> = new Set(['ORDERID'])

/** The elements in one element of a list: itself, or those that it holds. */
function elementsOfOne(element: unknown, depth: number): readonly unknown[] {
  if (Array.isArray(element)) return depth > MAX_WRAPPERS ? [element] : (elementsIn(element, depth) ?? [])
  const isWrapper = isPlainRecord(element) && !has(element, ORDER_ID) && Object.values(element).some(isHolder)
  const inner = isWrapper && depth <= MAX_WRAPPERS ? elementsIn(element, depth) : undefined
  return inner?.some(isEvent) ? inner : [element]
}

function salvagedObjects(text: string, most: number): readonly unknown[] {
  const sequence = salvageSequence(text, most)
  return sequence.length > 0 ? sequence : salvageList(text, most)
}

/**
 * The elements of a page or delivery as sent, also those that are no events; `undefined`: no page. Broken JSON costs only
 * its own element.
 * @param body the same text, read; long integers as `bigint`
 * @param most further ones are left out
 */
export function elementsOf(text: string, body: ReplyBody, most = MAX_EVENTS): readonly unknown[] | undefined {
  if (body.kind === 'json') return elementsIn(body.value)?.slice(0, most)
  if (body.kind !== 'unreadable') return undefined
  const elements = elementsIn(salvageObject(text, 'bigint')) ?? elementsIn(salvagedObjects(text, most)) ?? []
  return elements.length > 0 ? elements.slice(0, most) : undefined
}

/** The same with the known members of each event. */
export const eventsIn = (text: string, body: ReplyBody, most = MAX_EVENTS): readonly unknown[] | undefined =>
  elementsOf(text, body, most)?.map(slimEvent)
