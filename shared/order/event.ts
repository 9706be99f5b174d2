import { z } from 'zod'
import { isPlainRecord } from '../is-record.ts'
import { courierEvent } from './courier-events.ts'
import { idsOf, type Members, membersOf } from './field-reader.ts'
import { firstCharacters, MAX_EVENT_TEXT, MAX_ID_CHARACTERS } from './order-cut.ts'
import { foldedWord, vocabulary } from './vocabulary.ts'

/** Most characters of an event type. */
const MAX_WORD_CHARACTERS = 200

/** Well-formed Unicode, as it is stored: an id has the same spelling everywhere. */
const identifier = z
  .union([z.string().min(1).max(MAX_ID_CHARACTERS), z.number().transform(String), z.bigint().transform(String)])
  .transform((id) => id.toWellFormed())
const text = z
  .union([z.string(), z.number().transform(String), z.bigint().transform(String)])
  .transform((value) => firstCharacters(value, MAX_EVENT_TEXT))
  .optional()
  .catch(undefined)

/** Event types that change a decision of the program or have a word for staff (Open Delivery v2, and 1.x). */
const knownType = vocabulary(
  [
    'CREATED',
    'CONFIRMED',
    'PREPARATION_REQUESTED',
    'PREPARING',
    'READY_FOR_PICKUP',
    'PICKUP_ONGOING',
    'RIDER_ARRIVED_AT_STORE',
    'RIDER_DEALLOCATED',
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
    // Open Delivery 1.x.
    'ORDER_CANCELLATION_REQUEST',
    'CANCELLED_DENIED',
    'PICKUP_AREA_ASSIGNED',
    'RECOMMENDED_PREPARATION_START',
    // iFood.
    'PICKUP_CODE_REQUESTED',
    'PICKUP_CODE_VALIDATED',
    'CANCELLATION_DISPUTE_SETTLED',
    'CANCELLATION_DISPUTE_REPLIED',
  ],
  {
    CANCELED: 'CANCELLED',
    CANCELED_DENIED: 'CANCELLED_DENIED',
    CANCELLATION_DENIED: 'CANCELLED_DENIED',
    // Other names of the collection (docs/protocol.md, "Events").
    PICKED_UP: 'ORDER_COLLECTED',
    COLLECTED: 'ORDER_COLLECTED',
  },
)
const PREFIX = /^\s*order[\s_-]*/i

/**
 * The normalised name of an event type, whatever its spelling (`vocabulary.ts`): `CREATED` as in the specification of orders,
 * `ORDER_CREATED` as in that of discovery. `ORDER_COLLECTED` is another type. An event is acknowledged as it was sent.
 */
export function eventName(type: string): string {
  const bare = type.replace(PREFIX, '')
  return knownType(type) ?? knownType(bare) ?? courierEvent(bare) ?? type
}

/** Also a type that is not known. */
export const isAboutCancellation = (type: string): boolean => foldedWord(type).includes('CANCEL')

/**
 * The name under which events of this type can change a decision of the program; `undefined`: they cannot. Unknown types about a
 * cancellation have one name.
 */
export const decidingName = (type: string): string | undefined => {
  const name = eventName(type)
  if (knownType(name) !== undefined) return name
  return isAboutCancellation(type) ? 'ABOUT_CANCELLATION' : undefined
}

export const CANCELLATION_REQUESTED = 'CANCELLATION_REQUESTED'
export const CANCELLATION_DENIED = 'CANCELLATION_REQUEST_DENIED'

const COUNTED: ReadonlySet<string> = new Set([
  CANCELLATION_REQUESTED,
  CANCELLATION_DENIED,
  'ORDER_CANCELLATION_REQUEST',
  'CANCELLED_DENIED',
  'CANCELLATION_DISPUTE_SETTLED',
  'CANCELLATION_DISPUTE_REPLIED',
])

/** Whether not only the first and the latest of these events decide, but also their number. */
export const isCounted = (name: string): boolean => COUNTED.has(name)

const eventSchema = z.object({
  eventId: identifier,
  eventType: z
    .string()
    .catch('UNKNOWN')
    .transform((type) => firstCharacters(type, MAX_WORD_CHARACTERS)),
  orderId: identifier,
  createdAt: text,
  metadata: z.object({ code: text, reason: text, pickupArea: text }).optional().catch(undefined),
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
  readonly metadata:
    | {
        readonly code?: string | undefined
        readonly reason?: string | undefined
        readonly pickupArea?: string | undefined
      }
    | undefined
}

/** The ids of an event that the platform sent as numbers: it gets them back as numbers. */
export type NumericIds = { readonly eventId: boolean; readonly orderId: boolean }

export type ParsedEvent =
  | { readonly ok: true; readonly event: PlatformEvent; readonly numericIds?: NumericIds }
  /** `eventId` is present when the event can at least be acknowledged, `orderId` when its order can at least be read. */
  | {
      readonly ok: false
      readonly eventId: string | undefined
      readonly orderId: string | undefined
      readonly reason: string
      readonly numericIds?: NumericIds
    }

/** The value of a field that may be a block. */
const unblocked = (value: unknown): unknown => (isPlainRecord(value) ? idsOf(value)('value', 'id', 'code') : value)

/** The id at the end of an order's address. */
const idInUrl = (url: unknown): string | undefined =>
  typeof url === 'string' ? /\/orders\/([^/?#]+)/.exec(url)?.[1] : undefined

/** Members that hold the fields of an event, or some of them. */
const BLOCKS = ['event', 'data', 'payload']

/** An event with the fields of the block that holds it: `{event: {…}}`, `{event: 'CREATED', data: {orderId}}`. */
function unwrapped(raw: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const members = membersOf(raw)
  const inner = BLOCKS.map((name) => members(name)).find(isPlainRecord)
  if (inner === undefined) return raw
  const word = members('event')
  return { ...(typeof word === 'string' ? { eventType: word } : {}), ...inner, ...raw }
}

/** The fields of an event in any spelling. Hosts of v1 call the id of an event `id`. */
function fieldsOf(members: Members, ids = members): unknown {
  const metadata = members('metadata')
  return {
    eventId: unblocked(ids('eventId', 'id')),
    eventType: unblocked(members('eventType', 'fullCode', 'type', 'code')),
    orderId: unblocked(ids('orderId', 'order')) ?? idInUrl(members('orderURL')),
    createdAt: members('createdAt'),
    metadata: isPlainRecord(metadata) ? metadata : undefined,
  }
}

/** A field in a text that is no JSON. Its value may hold another one. */
const FIELD = /(?<!\w)(\w+)["']?\s*[:=]\s*(?=(?:"([^"]+)"|'([^']+)'|([\w-]+)))/g
const WHOLE_NUMBER = /^(?:0|[1-9]\d{0,99})$/

/** The fields in the text of an event that is no JSON. */
function membersIn(text: string): Members {
  const fields = [...text.matchAll(FIELD)].map(([, name = '', double, single, bare]): [string, unknown] => [
    name.toLowerCase(),
    double ?? single ?? (bare !== undefined && WHOLE_NUMBER.test(bare) ? BigInt(bare) : bare),
  ])
  // In reverse, so that of two fields of one name the first one counts.
  const byName = new Map(fields.reverse())
  return (...names) => names.map((name) => byName.get(name.toLowerCase())).find((value) => value !== undefined)
}

/**
 * Reads one element of a polled page or a webhook body: an object, or the text of an object that is no JSON. Never throws; an
 * unreadable element keeps the ids that it has.
 */
export function parseEvent(raw: unknown): ParsedEvent {
  const event = isPlainRecord(raw) ? unwrapped(raw) : raw
  const fields = isPlainRecord(event)
    ? fieldsOf(membersOf(event), idsOf(event))
    : typeof raw === 'string'
      ? fieldsOf(membersIn(raw))
      : raw
  const parsed = eventSchema.safeParse(fields)
  if (parsed.success) {
    const { eventId, eventType, orderId, createdAt, metadata } = parsed.data
    return { ok: true, event: { eventId, eventType, orderId, createdAt, metadata }, ...numericIdsIn(fields) }
  }
  const ids = idsSchema.safeParse(fields)
  const { eventId, orderId } = ids.success ? ids.data : {}
  return { ok: false, eventId, orderId, reason: problemOf(parsed.error, 'event'), ...numericIdsIn(fields) }
}

function numericIdsIn(fields: unknown): { readonly numericIds?: NumericIds } {
  if (!isPlainRecord(fields)) return {}
  const [eventId, orderId] = [fields.eventId, fields.orderId].map(
    (id) => typeof id === 'number' || typeof id === 'bigint',
  )
  return eventId || orderId ? { numericIds: { eventId: eventId === true, orderId: orderId === true } } : {}
}

/** Most reasons that are kept for an unreadable value: the first ones are enough for an engineer. */
const MAX_ISSUES = 5
const MAX_PROBLEM_CHARACTERS = 500

/** The unreadable fields with the reasons, never their values. `root` names the value as a whole. */
function problemOf(error: z.ZodError, root: string): string {
  const issues = error.issues.slice(0, MAX_ISSUES)
  const text = issues.map(({ path, message }) => `${path.join('.') || root}: ${message}`).join('; ')
  return firstCharacters(text, MAX_PROBLEM_CHARACTERS)
}
