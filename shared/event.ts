import { z } from 'zod'
import { firstCharacters, MAX_ID_CHARACTERS } from './order-cut.ts'
import { problemOf } from './problem.ts'

/** Most characters of an event type, and of a cancellation's code and reason. */
const MAX_WORD_CHARACTERS = 200
const MAX_TEXT_CHARACTERS = 1_000

/** Well-formed Unicode, as it is stored: an id has the same spelling everywhere. */
const identifier = z
  .union([z.string().min(1).max(MAX_ID_CHARACTERS), z.number().transform(String)])
  .transform((id) => id.toWellFormed())
const text = z
  .string()
  .transform((value) => firstCharacters(value, MAX_TEXT_CHARACTERS))
  .optional()
  .catch(undefined)

/** Event types that change a decision of the program or have a word for staff (Open Delivery v2). */
const KNOWN_TYPES: ReadonlySet<string> = new Set([
  'CREATED',
  'CONFIRMED',
  'PREPARATION_REQUESTED',
  'PREPARING',
  'READY_FOR_PICKUP',
  'PICKUP_ONGOING',
  'RIDER_ARRIVED_AT_STORE',
  'DISPATCHED',
  'ORDER_COLLECTED',
  'DELIVERY_ONGOING',
  'ARRIVED_AT_CUSTOMER',
  'DELIVERED',
  'CANCELLATION_REQUESTED',
  'CANCELLATION_REQUEST_ACCEPTED',
  'CANCELLATION_REQUEST_DENIED',
  'CANCELLED',
  'CONCLUDED',
])
const PREFIX = 'ORDER_'

/**
 * The normalised name of an event type. Platforms use two spellings: `CREATED` as in the specification of orders,
 * `ORDER_CREATED` as in that of discovery. `ORDER_COLLECTED` is another type. An event is acknowledged in the spelling
 * in which it was sent.
 */
export function eventName(type: string): string {
  if (KNOWN_TYPES.has(type) || !type.startsWith(PREFIX)) return type
  const rest = type.slice(PREFIX.length)
  return KNOWN_TYPES.has(rest) ? rest : type
}

/** Both spellings of a known event type, for queries over events as they were sent. */
export const spellingsOf = (type: string): readonly [string, string] => [type, `${PREFIX}${type}`]

const eventSchema = z.object({
  eventId: identifier,
  eventType: z
    .string()
    .catch('UNKNOWN')
    .transform((type) => firstCharacters(type, MAX_WORD_CHARACTERS)),
  orderId: identifier,
  createdAt: text,
  metadata: z.object({ code: text, reason: text }).optional().catch(undefined),
})

const idsSchema = z.object({
  eventId: identifier.optional().catch(undefined),
  orderId: identifier.optional().catch(undefined),
})

export type PlatformEvent = {
  readonly eventId: string
  readonly eventType: string
  readonly orderId: string
  readonly createdAt: string | undefined
  readonly metadata: { readonly code?: string | undefined; readonly reason?: string | undefined } | undefined
}

export type ParsedEvent =
  | { readonly ok: true; readonly event: PlatformEvent }
  /** `eventId` is present when the event can at least be acknowledged, `orderId` when its order can at least be read. */
  | {
      readonly ok: false
      readonly eventId: string | undefined
      readonly orderId: string | undefined
      readonly reason: string
    }

/**
 * Reads one element of a polled page or a webhook body. Never throws; an unreadable element keeps the ids that it has.
 */
export function parseEvent(raw: unknown): ParsedEvent {
  const parsed = eventSchema.safeParse(raw)
  if (parsed.success) {
    const { eventId, eventType, orderId, createdAt, metadata } = parsed.data
    return { ok: true, event: { eventId, eventType, orderId, createdAt, metadata } }
  }
  const ids = idsSchema.safeParse(raw)
  const { eventId, orderId } = ids.success ? ids.data : {}
  return { ok: false, eventId, orderId, reason: problemOf(parsed.error, 'event') }
}
