import { eventName, parseEvent } from '../../shared/event.ts'
import { isRecord } from '../../shared/is-record.ts'
import { encodeKey } from '../database/key.ts'

/** An event on its way into the database. */
export type Incoming = {
  /** `undefined`: the platform sent no id, so the event cannot be acknowledged. */
  readonly eventKey: string | undefined
  /** `undefined`: the event names no order, so it has no kitchen. */
  readonly orderKey: string | undefined
  readonly eventType: string
  /** What kitchens receive: JSON. */
  readonly body: string
}

/** Characters. Of a longer body only the known members are stored. */
const MAX_BODY_LENGTH = 32_768
const UNREADABLE = 'UNREADABLE'

/**
 * Reads one element of a page or of a delivery. Never throws. The member `orderURL` is left out: it holds the address of
 * the upstream with the secret part of the chain's credential.
 */
export function readIncoming(raw: unknown): Incoming {
  const parsed = parseEvent(raw)
  if (!parsed.ok) {
    const eventKey = parsed.eventId === undefined ? undefined : encodeKey(parsed.eventId)
    return { eventKey, orderKey: undefined, eventType: UNREADABLE, body: '{}' }
  }
  const { event } = parsed
  const { orderURL: _withSecret, ...members } = isRecord(raw) ? raw : {}
  const whole = JSON.stringify(members)
  return {
    eventKey: encodeKey(event.eventId),
    orderKey: encodeKey(event.orderId),
    eventType: encodeKey(eventName(event.eventType)),
    body: whole.length <= MAX_BODY_LENGTH ? whole : JSON.stringify(event),
  }
}

/** Removes duplicates: events with the same event id and order id. */
export function withoutDuplicates(events: readonly Incoming[]): readonly Incoming[] {
  return [...new Map(events.map((event) => [JSON.stringify([event.eventKey, event.orderKey]), event])).values()]
}
