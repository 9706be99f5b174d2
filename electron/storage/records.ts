import type { QueuedAction } from '../../shared/order/lifecycle.ts'
import type { ConflictReason } from '../../shared/ticket/ticket.ts'
import type { PlatformMs, TimeSource } from '../../shared/time/time.ts'

/** The records of the ledger's interface. All times are epoch milliseconds of the platform's clock. */

export type ReceivedEvent = {
  readonly eventId: string
  /** Absent on an event that could not be read; such an event is stored with its `problem`. */
  readonly orderId: string | undefined
  readonly eventType: string
  readonly createdAt: string | undefined
  /** `code` and `reason` of a cancellation. */
  readonly metadata: { readonly code?: string | undefined; readonly reason?: string | undefined } | undefined
  readonly problem: string | undefined
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
}

export type StoredEvent = {
  readonly eventId: string
  readonly orderId: string
  readonly eventType: string
  readonly receivedAt: number
  /** As the platform stated it. */
  readonly createdAt?: string | undefined
  readonly metadata: { readonly code?: string | undefined; readonly reason?: string | undefined } | undefined
}

/** Life of a tap in the outbox. `sending` and `disputed` are shown as `queued` and `sent`. */
export type TapState = 'held' | 'queued' | 'sending' | 'sent' | 'disputed' | 'confirmed' | 'conflict' | 'undone'

export type TapArguments = {
  readonly preparationMinutes?: number | undefined
  readonly cancellation?: { readonly code: string; readonly reason: string } | undefined
  /** The previous tap of the same touch. It is sent first; both are taken back together and refused together. */
  readonly follows?: string | undefined
  /** Made by the shop's rules, not by staff. It is dropped if it was not sent before `notAfter`. */
  readonly automatic?: { readonly notAfter: number } | undefined
  /** A request to cancel: number of the order's events that this machine had when the request was first sent. */
  readonly eventsBefore?: number | undefined
  /** Name of the screen on which it was made; absent: the main computer's own. */
  readonly by?: string | undefined
}

export type Tap = {
  readonly tapId: string
  /** Order of the taps on this machine; strictly increasing. */
  readonly seq: number
  readonly orderId: string
  readonly action: QueuedAction
  readonly args: TapArguments
  readonly state: TapState
  readonly tappedAt: number
  readonly holdUntil: number
  /** Number of POSTs begun. */
  readonly attempts: number
  readonly firstAttemptAt: number | undefined
  readonly lastAttemptAt: number | undefined
  /** When the platform last answered. */
  readonly answeredAt: number | undefined
  /** Earliest time of the next POST. */
  readonly nextAttemptAt: number
  readonly reason: ConflictReason | undefined
  readonly detail: string | undefined
  readonly settledAt: number | undefined
}

export type NewTap = Pick<Tap, 'tapId' | 'orderId' | 'action' | 'args' | 'tappedAt' | 'holdUntil'>

/** A change of a tap's row. Absent fields stay unchanged. */
export type TapChange = {
  readonly tapId: string
  readonly state?: TapState
  readonly attempts?: number
  readonly firstAttemptAt?: number
  readonly lastAttemptAt?: number
  readonly answeredAt?: number
  readonly nextAttemptAt?: number
  readonly eventsBefore?: number | undefined
  readonly reason?: ConflictReason
  readonly detail?: string | undefined
  readonly settledAt?: number
  /** The change is made only if the tap is still in one of these states. */
  readonly onlyFrom: readonly TapState[]
}

export type OrderRecord = {
  readonly orderId: string
  readonly firstSeenAt: number
  /** As last read; `undefined` before the first read. */
  readonly status: string | undefined
  /** The last status read before `CANCELLED`. */
  readonly statusBeforeCancellation: string | undefined
  readonly lastReadAt: number | undefined
  /** Why the order cannot be read; `undefined` again after the next read that makes a ticket. */
  readonly problem: string | undefined
  readonly cancellationAcknowledgedAt: number | undefined
  readonly startedByHandAt: number | undefined
  /** When a terminal status was first read. */
  readonly endedAt: number | undefined
}

export type OrderToRead = {
  readonly orderId: string
  /** Grows with every new reason to read. A finished read ends the queued read only if it has not grown meanwhile. */
  readonly generation: number
  readonly wantedSince: number
  readonly attempts: number
  readonly nextReadAt: number
}

export type TimelineRecord = {
  readonly orderId: string
  readonly at: number
  readonly kind: string
  readonly detail?: string | undefined
}

/** `soon`: durable within two seconds. `later`: with the next durable step, within minutes at the latest. */
export type Deferral = 'soon' | 'later'

/** The calls that wait for a `Retry-After` over a restart. Without a `token` no call is made. */
export const WAITING_CALLS = ['poll', 'acknowledge', 'act', 'token'] as const
export type WaitingCall = (typeof WAITING_CALLS)[number]
/** When the platform asked to wait with a call, and for how long. */
export type RetryAfter = { readonly call: WaitingCall; readonly at: number; readonly waitMs: number }

export type ClockEntry = {
  readonly at: PlatformMs
  readonly source: TimeSource
  /** Platform time minus wall clock. */
  readonly offsetMs: number
}
