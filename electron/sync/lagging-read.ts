import { isReached, type KnownStatus, progressOf, type QueuedAction } from '../../shared/order/lifecycle.ts'
import { ownValue } from '../../shared/own-value.ts'
import type { StoredEvent } from '../storage/ports.ts'
import { type Backoff, backoffMs } from './backoff.ts'

const MINUTE_MS = 60_000
/** For how long after an event reads may lag behind it. A missed stop costs the most. */
const PATIENCE_MS = 2 * MINUTE_MS
const STOP_PATIENCE_MS = 10 * MINUTE_MS
const BACKOFF: Backoff = { baseMs: 1_000, capMs: 30_000 }

/** The status that an order has reached when the event is published (Open Delivery v2). The other types state none. */
const REACHED_AT: Readonly<Record<string, KnownStatus>> = {
  CONFIRMED: 'CONFIRMED',
  PREPARING: 'PREPARING',
  READY_FOR_PICKUP: 'READY',
  DISPATCHED: 'IN_DELIVERY',
  DELIVERED: 'DELIVERED',
  CANCELLED: 'CANCELLED',
  CONCLUDED: 'CONCLUDED',
}

function isBehind(status: string, reached: KnownStatus): boolean {
  if (reached === 'CANCELLED') return status !== 'CANCELLED' && status !== 'CONCLUDED'
  const [progress, wanted] = [progressOf(status), progressOf(reached)]
  return progress !== undefined && wanted !== undefined && progress < wanted
}

/**
 * The ms after which an order is read again because the read shows a status from before one of its events; `undefined` when
 * the read is up to date, or when the event came too long ago. Some platforms publish an event before a read shows it, and
 * no further event would cause another read.
 */
export function lagWaitMs(
  read: { readonly status: string; readonly at: number; readonly attempts: number },
  events: readonly StoredEvent[],
  random: () => number,
): number | undefined {
  const isLagging = events.some(({ eventType, receivedAt }) => {
    const reached = ownValue(REACHED_AT, eventType)
    if (reached === undefined || !isBehind(read.status, reached)) return false
    return Math.abs(read.at - receivedAt) < (reached === 'CANCELLED' ? STOP_PATIENCE_MS : PATIENCE_MS)
  })
  return isLagging ? backoffMs(read.attempts + 1, BACKOFF, random) : undefined
}

/** Whether an event of the last two minutes states that the order has reached the target of this move. */
export const isAnnounced = (action: QueuedAction, events: readonly StoredEvent[], at: number): boolean =>
  events.some(({ eventType, receivedAt }) => {
    const reached = ownValue(REACHED_AT, eventType)
    return reached !== undefined && isReached(action, reached) && Math.abs(at - receivedAt) < PATIENCE_MS
  })
