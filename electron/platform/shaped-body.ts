import { parseBody, type ReplyBody } from '../../shared/json-body.ts'
import { type Delivery, readDelivery, readSlimDelivery } from '../../shared/order/delivery.ts'
import { elementsOf, eventsIn } from '../../shared/order/event-page.ts'
import { salvageObject } from '../../shared/order/json-salvage.ts'
import { orderIn } from '../../shared/order/order.ts'
import { cutOf, cutOrder, firstCharacters } from '../../shared/order/order-cut.ts'
import { wholeOrderText } from '../../shared/order/order-whole.ts'

/** The type of an answer. Only the parts that the program uses are kept, except for `elements`: a page as it was sent. */
export type BodyShape = 'order' | 'events' | 'elements' | DeliveryShape
/** A delivery by webhook, with the platform's time in ms: `deliveryIn` returns it. */
type DeliveryShape = {
  readonly deliveredAt: number
  /** Keeps every member of its events. */
  readonly isWhole?: boolean
}

export type ShapedBody = ReplyBody & {
  /** The full text of what is to be cooked, for an order that was cut. */
  readonly whole?: string | undefined
  readonly delivery?: Delivery | undefined
  /** The beginning of a text that is no JSON. */
  readonly text?: string | undefined
}

const MAX_TEXT_CHARACTERS = 1_000

/** Reads a body and keeps the parts of its type. Pure; never throws. */
export function readShaped(text: string, contentType: string | null, shape: BodyShape | undefined): ShapedBody {
  if (typeof shape === 'object') {
    const read = shape.isWhole ? readDelivery : readSlimDelivery
    return { kind: 'none', delivery: read(text, shape.deliveredAt) }
  }
  const body = parseBody(text, contentType, shape === 'events' || shape === 'elements' ? 'bigint' : 'text')
  if (body.kind === 'text') return { ...body, text: firstCharacters(text, MAX_TEXT_CHARACTERS) }
  if (shape === undefined || (body.kind !== 'json' && body.kind !== 'unreadable')) return body
  if (shape !== 'order') {
    const page = shape === 'events' ? eventsIn(text, body) : elementsOf(text, body)
    return page === undefined && body.kind === 'unreadable' ? body : { kind: 'json', value: page }
  }
  const sent = body.kind === 'json' ? body.value : salvageObject(text)
  if (sent === undefined) return body
  const value = cutOrder(orderIn(sent))
  const { characters, lines } = cutOf(value)
  return characters + lines === 0 ? { kind: 'json', value } : { kind: 'json', value, whole: wholeOrderText(sent) }
}

/** The delivery in a body that was read as one. A body that the thread gave up is none. */
export const deliveryIn = ({ delivery }: ShapedBody): Delivery => delivery ?? { kind: 'unreadable' }

/** Reads a body, at once or on another thread. Never rejects. @param orderId of the order that was asked for */
export type ReadBody = (
  text: string,
  contentType: string | null,
  shape: BodyShape | undefined,
  orderId?: string,
) => Promise<ShapedBody>

export const readBodyHere: ReadBody = (text, contentType, shape) =>
  Promise.resolve(readShaped(text, contentType, shape))
