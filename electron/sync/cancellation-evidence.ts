import { meaningOf, progressOf } from '../../shared/order/lifecycle.ts'
import { type CancellationJudgement, worthOf } from '../../shared/ticket/announced-cancellation.ts'
import type { StoredEvent } from '../storage/ports.ts'
import { type Evidence, isHandedOver } from './settle-taps.ts'

/** For how long after the event of a cancellation reads may lag behind it. A missed stop costs the most. */
export const STOP_PATIENCE_MS = 10 * 60_000

export type KnownOrder = Evidence & {
  /** The status known before this read. */
  readonly status: string | undefined
  /** The ids of the events of a cancellation that reads have contradicted and refuted. */
  readonly contradicted: ReadonlySet<string>
  readonly refuted: ReadonlySet<string>
}

type StatusRead = {
  /** Absent: the platform has no such order, or the read shows no status. */
  readonly status: string | undefined
  /** No event came since the read began, so every event counts as known to it. */
  readonly isAfterEvents: boolean
  /** In the platform's time. */
  readonly beganAt: number
}

const isMoved = (from: string | undefined, to: string): boolean => {
  const [before, after] = [progressOf(from ?? ''), progressOf(to)]
  return before !== undefined && after !== undefined && after > before
}

/**
 * Whether a read that shows the order as active only lags behind the event, or refutes it: no cancelled order is delivered or
 * moves on, and no read lags for longer than ten minutes.
 */
function isRefutedBy(event: StoredEvent, status: string, beganAt: number, known: KnownOrder): boolean {
  if (status === 'DELIVERED' || beganAt - event.receivedAt >= STOP_PATIENCE_MS) return true
  return known.contradicted.has(event.eventId) && isMoved(known.status, status)
}

/** Judges the latest event of a cancellation by a read. `undefined`: nothing new. Pure. */
export function judgeCancellation(known: KnownOrder, read: StatusRead): CancellationJudgement | undefined {
  const event = known.events.findLast(({ eventType }) => eventType === 'CANCELLED')
  const { status, isAfterEvents, beganAt } = read
  if (event === undefined || !isAfterEvents || status === undefined) return undefined
  if (status === 'CANCELLED' || status === 'CONCLUDED') return undefined
  const { eventId } = event
  const worth = isRefutedBy(event, status, beganAt, known) ? 'refuted' : 'contradicted'
  const before = worthOf(event, known)
  return before === 'refuted' || before === worth ? undefined : { eventId, worth }
}

/** The status that a read means, by what is known: an archived order keeps its cancellation. */
export function statusMeant(statusRead: string, known: KnownOrder): string {
  const event = known.events.findLast(({ eventType }) => eventType === 'CANCELLED')
  const isStated = event !== undefined && worthOf(event, known) !== 'refuted' && !isHandedOver(known)
  return meaningOf(statusRead, known.status === 'CANCELLED' || isStated)
}
