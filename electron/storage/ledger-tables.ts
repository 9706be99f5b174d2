import type { NumericIds } from '../../shared/order/event.ts'
import type { QueuedAction } from '../../shared/order/lifecycle.ts'
import type { OfferMade } from '../../shared/order/moves/offer.ts'
import type { ConflictReason } from '../../shared/ticket/ticket.ts'
import { json, number, optional, type RowOf, type SealedShape, tableOf, text } from './sealed-table.ts'

/**
 * Rows of the ledger. A changed column needs a migration that writes new checksums. All times are epoch milliseconds of the
 * platform's clock.
 */

export type ReceivedEvent = {
  readonly eventId: string
  /** Absent on an event that could not be read; such an event is stored with its `problem`. */
  readonly orderId: string | undefined
  readonly eventType: string
  readonly createdAt: string | undefined
  /** `code` and `reason` of a cancellation. */
  readonly metadata: { readonly code?: string | undefined; readonly reason?: string | undefined } | undefined
  readonly problem: string | undefined
  /** The ids that the platform sent as numbers. */
  readonly numericIds?: NumericIds | undefined
}

/** An element of a page without an id: stored raw for engineers. It cannot be acknowledged. */
export type UnreadableEvent = {
  readonly raw: string
  readonly problem: string
  /** The order that it names: it is read. */
  readonly orderId?: string | undefined
}

export type EventSource = 'poll' | 'webhook'

export type ReceivedPage = {
  readonly freshOrderIds: readonly string[]
  readonly freshEvents: number
  readonly droppedOrderIds: readonly string[]
  /** Number of events that the platform delivered again although it had accepted their acknowledgment before. */
  readonly cameAgain?: number
}

export type StoredEvent = {
  /** Grows with each event that is stored. */
  readonly seq: number
  readonly eventId: string
  readonly orderId: string
  readonly eventType: string
  readonly receivedAt: number
  /** As the platform stated it. */
  readonly createdAt?: string | undefined
  readonly metadata: { readonly code?: string | undefined; readonly reason?: string | undefined } | undefined
}

/**
 * Life of a tap in the outbox. `sending` and `disputed` are shown as `queued` and `sent`. `concluded`: the order was archived, and
 * nothing shows whether the tap was applied.
 */
export type TapState =
  | 'held'
  | 'queued'
  | 'sending'
  | 'sent'
  | 'disputed'
  | 'confirmed'
  | 'concluded'
  | 'conflict'
  | 'undone'

export type TapArguments = {
  readonly preparationMinutes?: number | undefined
  readonly cancellation?: { readonly code: string; readonly reason: string } | undefined
  /** The previous tap of the same touch. It is sent first; both are taken back together and refused together. */
  readonly follows?: string | undefined
  /** Made by the shop's rules, not by staff. It is dropped if it was not sent before `notAfter`. */
  readonly automatic?: { readonly notAfter: number } | undefined
  /** A request to cancel: `seq` of the latest of the order's events when the request was first sent. */
  readonly sentAfterEvent?: number | undefined
  /** The platform has answered a call of this tap with 2xx. */
  readonly accepted?: true | undefined
  /** Name of the screen on which it was made; absent: the main computer's own. */
  readonly by?: string | undefined
  /** A mark of this kitchen alone: never sent. */
  readonly here?: true | undefined
  /** The customer's wish that it answers, by the id of its event. */
  readonly wish?: string | undefined
  /** What is offered to that customer. */
  readonly offer?: OfferMade | undefined
  /** When the accepted order was created, for a platform that wants it with a confirmation. */
  readonly orderCreatedAt?: number | undefined
}

export type OrderToRead = {
  readonly orderId: string
  /** Grows with every new reason to read. A finished read ends the queued read only if it has not grown meanwhile. */
  readonly generation: number
  readonly wantedSince: number
  readonly attempts: number
  readonly nextReadAt: number
}

export const FACTS = tableOf('facts', { name: text(), value: text() }, 'name')

export const ORDERS = tableOf(
  'orders',
  {
    orderId: text(),
    firstSeenAt: number(),
    /** As last read; absent before the first read. */
    status: optional(text()),
    /** The last status read before `CANCELLED`. */
    statusBeforeCancellation: optional(text()),
    /** When the last read that returned the order began. */
    lastReadAt: optional(number()),
    /** Why the order cannot be read; absent again after the next read that makes a ticket. */
    problem: optional(text()),
    cancellationAcknowledgedAt: optional(number()),
    startedByHandAt: optional(number()),
    /** When a terminal status was first read. */
    endedAt: optional(number()),
    /** Only grows, also while no read is queued. */
    readGeneration: number(),
    /** Absent: no read is queued. */
    readWantedSince: optional(number()),
    readAttempts: number(),
    nextReadAt: optional(number()),
  },
  'orderId',
)
export type OrderRow = RowOf<typeof ORDERS>
export type OrderRecord = Omit<OrderRow, 'readWantedSince' | 'readAttempts' | 'nextReadAt'>

/**
 * `owed`: still to be acknowledged; `none`: came by webhook, never acknowledged; `refused`: the platform refused the
 * id.
 */
export type Acknowledgment = 'owed' | 'done' | 'refused' | 'none'

export const EVENTS = tableOf(
  'events',
  {
    seq: number(),
    eventId: text(),
    orderId: optional(text()),
    eventType: text(),
    createdAt: optional(text()),
    code: optional(text()),
    reason: optional(text()),
    problem: optional(text()),
    source: text<EventSource>(),
    receivedAt: number(),
    acknowledgment: text<Acknowledgment>(),
    acknowledgmentAt: optional(number()),
  },
  'eventId',
)
export type EventRow = RowOf<typeof EVENTS>

export const UNREADABLE = tableOf(
  'unreadable_events',
  { digest: text(), raw: text(), problem: text(), source: text<EventSource>(), receivedAt: number() },
  'digest',
)

export const TAPS = tableOf(
  'taps',
  {
    /** Order of the taps on this machine; strictly increasing. */
    seq: number(),
    tapId: text(),
    orderId: text(),
    action: text<QueuedAction>(),
    args: json<TapArguments>(),
    state: text<TapState>(),
    tappedAt: number(),
    holdUntil: number(),
    /** Number of POSTs begun. */
    attempts: number(),
    firstAttemptAt: optional(number()),
    lastAttemptAt: optional(number()),
    /** When the platform last answered. */
    answeredAt: optional(number()),
    /** Earliest time of the next POST. */
    nextAttemptAt: number(),
    reason: optional(text<ConflictReason>()),
    detail: optional(text()),
    settledAt: optional(number()),
  },
  'tapId',
)
export type Tap = RowOf<typeof TAPS>
export type NewTap = Pick<Tap, 'tapId' | 'orderId' | 'action' | 'args' | 'tappedAt' | 'holdUntil'>

/** A change of a tap's row. Absent fields stay unchanged. */
export type TapChange = Pick<Tap, 'tapId'> &
  Partial<Omit<Tap, 'seq' | 'tapId' | 'orderId' | 'action' | 'args' | 'tappedAt' | 'holdUntil'>> & {
    readonly sentAfterEvent?: number | undefined
    readonly accepted?: true | undefined
    readonly here?: true | undefined
    /** The change is made only if the tap is still in one of these states. */
    readonly onlyFrom: readonly TapState[]
  }

export const TIMELINE = tableOf(
  'timeline',
  { seq: number(), orderId: text(), at: number(), kind: text(), detail: optional(text()) },
  'seq',
)

export type TimelineRecord = {
  readonly orderId: string
  readonly at: number
  readonly kind: string
  readonly detail?: string | undefined
}

export const STRUCK_LINES = tableOf(
  'struck_lines',
  { orderId: text(), lineId: text(), struckAt: number() },
  'orderId',
  'lineId',
)

/** What stays of the orders of a business day (`businessDate`) after they were deleted, as text of `sumsText`. */
export const DAY_SUMS = tableOf('day_sums', { day: text(), sums: text() }, 'day')

/** The tables of the first schema. */
export const FIRST_TABLES: readonly SealedShape[] = [FACTS, ORDERS, EVENTS, UNREADABLE, TAPS, TIMELINE, STRUCK_LINES]
/** The sealed tables, parents before children. */
export const LEDGER_TABLES: readonly SealedShape[] = [...FIRST_TABLES, DAY_SUMS]
