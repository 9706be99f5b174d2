import { createHash } from 'node:crypto'
import { exactJson } from '../../../shared/exact-json.ts'
import { fieldsOf, isRecord } from '../../../shared/is-record.ts'
import { eventName, type PlatformEvent, parseEvent } from '../../../shared/order/event.ts'
import { slimEvent } from '../../../shared/order/event-page.ts'
import { encodeKey, type LongKey, longKeysOf } from '../database/key.ts'

/** An event on its way into the database. */
export type Incoming = {
  /** `undefined`: the platform sent no id, and no order that the event could be identified by. */
  readonly eventKey: string | undefined
  /** False: the platform sent no readable id. */
  readonly isAcknowledgeable: boolean
  /** `undefined`: the event names no order, so it has no kitchen. */
  readonly orderKey: string | undefined
  readonly eventType: string
  /** What kitchens receive: JSON. Its ids are texts or numbers as the platform sent them, and are acknowledged alike. */
  readonly body: string
  /** The texts behind its hashed keys. */
  readonly longKeys: readonly LongKey[]
}

/** Characters. Of a longer body only the known members are stored. */
const MAX_BODY_LENGTH = 32_768
const UNREADABLE = 'UNREADABLE'
const ORDER_URL = /order[\W_]?url/i

/**
 * Reads one element of a page or of a delivery. Never throws. The member `orderURL` is left out: it holds the address of
 * the upstream with the secret part of the chain's credential.
 */
export function readIncoming(raw: unknown): Incoming {
  const parsed = parseEvent(raw)
  if (parsed.ok) return incomingOf(raw, parsed.event, true)
  if (parsed.eventId === undefined && parsed.orderId !== undefined) {
    const { orderId } = parsed
    const named = isRecord(raw)
      ? { ...raw, eventId: idInPlace(raw, orderId) }
      : { eventId: idInPlace({}, orderId), orderId }
    const again = parseEvent(named)
    if (again.ok) return incomingOf(named, again.event, false)
  }
  const eventKey = parsed.eventId === undefined ? undefined : encodeKey(parsed.eventId)
  const isAcknowledgeable = eventKey !== undefined
  return {
    eventKey,
    isAcknowledgeable,
    orderKey: undefined,
    eventType: UNREADABLE,
    body: isAcknowledgeable ? exactJson(slimEvent(raw)) : '{}',
    longKeys: longKeysOf(parsed.eventId ?? ''),
  }
}

/**
 * An id in place of one that is absent or unreadable, so that the order's kitchen receives the event and can acknowledge it.
 * The event comes with every poll: its id is the same each time.
 */
function idInPlace({ eventType, createdAt }: Readonly<Record<string, unknown>>, orderId: string): string {
  const digest = createHash('sha256')
    .update(exactJson([orderId, eventType, createdAt]))
    .digest('hex')
  return `relay-${digest}`
}

/** `undefined`: nested deeper than the stack. */
function jsonOf(members: unknown): string | undefined {
  try {
    return exactJson(members)
  } catch {
    return undefined
  }
}

function incomingOf(raw: unknown, event: PlatformEvent, isAcknowledgeable: boolean): Incoming {
  const { orderURL: _withSecret, ...members } = fieldsOf(isRecord(raw) ? raw : slimEvent(raw))
  const whole = jsonOf(members)
  const eventType = eventName(event.eventType)
  return {
    eventKey: encodeKey(event.eventId),
    isAcknowledgeable,
    orderKey: encodeKey(event.orderId),
    eventType: encodeKey(eventType),
    // The address may also stand in a block, or under another spelling.
    body:
      whole !== undefined && whole.length <= MAX_BODY_LENGTH && !ORDER_URL.test(whole)
        ? whole
        : exactJson(slimEvent(raw)),
    longKeys: [event.eventId, event.orderId, eventType].flatMap(longKeysOf),
  }
}

/** Removes duplicates: events with the same event id, order id and type. */
export function withoutDuplicates(events: readonly Incoming[]): readonly Incoming[] {
  const identityOf = ({ eventKey, orderKey, eventType }: Incoming) => JSON.stringify([eventKey, orderKey, eventType])
  return [...new Map(events.map((event) => [identityOf(event), event])).values()]
}
