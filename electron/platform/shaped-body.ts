import { parseEvent } from '../../shared/event.ts'
import { parseBody, type ReplyBody } from '../../shared/json-body.ts'
import { orderIn } from '../../shared/order.ts'
import { cutOf, cutOrder } from '../../shared/order-cut.ts'
import { wholeOrderText } from '../../shared/order-whole.ts'

/** The type of an answer. Only the parts that the program uses are kept. */
export type BodyShape = 'order' | 'events'

export type ShapedBody = ReplyBody & {
  /** The full text of what is to be cooked, for an order that was cut. */
  readonly whole?: string | undefined
}

/** A page has at most a thousand events (Open Delivery v2). Further events come with the next page. */
const MAX_EVENTS = 1_000

/** An event with its known members. Of an element that is not an event the id and a part for engineers are kept. */
function slimEvent(raw: unknown): unknown {
  const parsed = parseEvent(raw)
  if (parsed.ok) return parsed.event
  return parsed.eventId === undefined ? cutOrder(raw) : { eventId: parsed.eventId }
}

/** Reads a body and keeps the parts of its type. Pure; never throws. */
export function readShaped(text: string, contentType: string | null, shape: BodyShape | undefined): ShapedBody {
  const body = parseBody(text, contentType)
  if (body.kind !== 'json' || shape === undefined) return body
  if (shape === 'events') {
    const { value } = body
    return { kind: 'json', value: Array.isArray(value) ? value.slice(0, MAX_EVENTS).map(slimEvent) : undefined }
  }
  const value = cutOrder(orderIn(body.value))
  const { characters, lines } = cutOf(value)
  return characters + lines === 0 ? { kind: 'json', value } : { kind: 'json', value, whole: wholeOrderText(body.value) }
}

/** Reads a body, at once or on another thread. Never rejects. */
export type ReadBody = (text: string, contentType: string | null, shape: BodyShape | undefined) => Promise<ShapedBody>

export const readBodyHere: ReadBody = (text, contentType, shape) =>
  Promise.resolve(readShaped(text, contentType, shape))
