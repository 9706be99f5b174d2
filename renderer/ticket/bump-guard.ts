/** A second tap within this time counts as part of a double tap (ms). */
export const TAP_REST_MS = 800
/** A ticket that has moved accepts no tap for this time (ms). */
export const MOVED_MS = 600

export type BumpGuard = {
  /**
   * Whether a tap on an order's button is accepted. `appearedAt`: time at which the button came to its place, monotonic ms.
   * Only accepted taps are recorded.
   */
  readonly accepts: (orderId: string, appearedAt: number) => boolean
  /** Remaining time in which the buttons of an order accept no tap, in ms. */
  readonly remainingRestMs: (orderId: string) => number
  /** Records tickets that have just moved. */
  readonly moved: (orderIds: readonly string[]) => void
}

/**
 * Rejects unintended taps. Of two quick taps the second is rejected when it hits the same order, or a button of another
 * order that appeared only after the first tap. Quick taps on buttons that were already there are accepted.
 */
export function createBumpGuard(monotonicNow: () => number): BumpGuard {
  let last: { readonly orderId: string; readonly at: number } | undefined
  let moved: { readonly orderIds: ReadonlySet<string>; readonly at: number } | undefined
  const remainingRestMs = (orderId: string): number => {
    const tappedUntil = last?.orderId === orderId ? last.at + TAP_REST_MS : 0
    const movedUntil = moved?.orderIds.has(orderId) ? moved.at + MOVED_MS : 0
    return Math.max(0, Math.max(tappedUntil, movedUntil) - monotonicNow())
  }
  return {
    remainingRestMs,
    moved: (orderIds) => {
      if (orderIds.length > 0) moved = { orderIds: new Set(orderIds), at: monotonicNow() }
    },
    accepts: (orderId, appearedAt) => {
      const at = monotonicNow()
      if (remainingRestMs(orderId) > 0) return false
      const isQuick = last !== undefined && at - last.at < TAP_REST_MS
      if (isQuick && last !== undefined && appearedAt > last.at) return false
      last = { orderId, at }
      return true
    },
  }
}
