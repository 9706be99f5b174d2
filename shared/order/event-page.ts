import { isPlainRecord } from '../is-record.ts'
import { parseBody, type ReplyBody } from '../json-body.ts'
import { parseEvent } from './event.ts'
import { idsOf } from './field-reader.ts'
import { salvageList, salvageObject } from './json-salvage.ts'
import { cutOrder } from './order-cut.ts'

/** A page has at most a thousand events (Open Delivery v2). Further events come with the next page. */
const MAX_EVENTS = 1_000

/** An event with its known members. Of an element that is not an event the id and a part for engineers are kept. */
function slimEvent(raw: unknown): unknown {
  const parsed = parseEvent(raw)
  if (parsed.ok) return parsed.event
  return parsed.eventId === undefined ? cutOrder(raw) : { eventId: parsed.eventId }
}

/** Members that hold the events of a page. */
const WRAPPERS = ['events', 'data', 'items', 'content', 'results', 'result', 'records', 'payload', 'list', '_embedded']
const MAX_WRAPPERS = 4

/** Some hosts encode a page twice. */
function jsonIn(text: string): unknown {
  const body = parseBody(text, null)
  return body.kind === 'json' ? body.value : undefined
}

const isEvent = (value: unknown): boolean => isPlainRecord(value) && idsOf(value)('eventId', 'orderId') !== undefined

/**
 * The elements of a page: a list, a list in an object, or one event alone. `null` is a list without elements in Go.
 * `undefined`: no page.
 */
function elementsIn(sent: unknown, depth = 0): readonly unknown[] | undefined {
  if (depth > MAX_WRAPPERS) return undefined
  const value = typeof sent === 'string' ? jsonIn(sent) : sent
  if (value === null) return []
  if (Array.isArray(value)) return value.flatMap((element: unknown) => (Array.isArray(element) ? element : [element]))
  if (!isPlainRecord(value)) return undefined
  const members = idsOf(value)
  if (members('eventId', 'orderId', 'eventType') !== undefined) return [value]
  const inner = members(...WRAPPERS)
  if (inner !== undefined) return elementsIn(inner, depth + 1)
  const elements = Object.values(value)
  if (elements.length > 0 && elements.every(isEvent)) return elements
  const list = elements.find((one) => Array.isArray(one) && one.some(isEvent))
  return list === undefined ? (value.events === null ? [] : undefined) : elementsIn(list, depth + 1)
}

/** The elements of a page. A part that is no JSON costs only its own element. */
function pageIn(text: string, body: ReplyBody, most: number): readonly unknown[] | undefined {
  if (body.kind === 'json') return elementsIn(body.value)
  if (body.kind !== 'unreadable') return undefined
  const elements = elementsIn(salvageObject(text)) ?? salvageList(text, most)
  return elements.length > 0 ? elements : undefined
}

/**
 * The events in the text of a page or of a delivery, with elements that are none; `undefined`: it is no page.
 * @param body the same text, read
 * @param most further elements are left out
 */
export const eventsIn = (text: string, body: ReplyBody, most = MAX_EVENTS): readonly unknown[] | undefined =>
  pageIn(text, body, most)?.slice(0, most).map(slimEvent)
