import type { Clock } from './clock.ts'
import { DRAINED_WITHIN_MS } from './drain.ts'

/** The orders that were read in the last seconds of this run. Monotonic: a stored instant is wrong after a step of the clock. */
export type RecentReads = {
  record(orderId: string): void
  has(orderId: string): boolean
}

export function createRecentReads(clock: Pick<Clock, 'monotonic'>): RecentReads {
  const readAt = new Map<string, number>()
  const isRecent = (at: number): boolean => clock.monotonic() - at < DRAINED_WITHIN_MS
  return {
    record(orderId) {
      for (const [id, at] of readAt) if (!isRecent(at)) readAt.delete(id)
      readAt.set(orderId, clock.monotonic())
    },
    has(orderId) {
      const at = readAt.get(orderId)
      return at !== undefined && isRecent(at)
    },
  }
}
