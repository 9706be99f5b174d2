/** A second tap within this time belongs to the same movement of the finger (ms). */
export const REST_MS = 800
/** A ticket that closed a gap takes no tap for this time (ms). */
export const MOVED_MS = 600

export type BumpGuard = {
  /**
   * Whether a tap on an order's button is meant. `appearedAt`: when the button came to its place, monotonic ms. Only a tap
   * that is taken counts as the one before the next.
   */
  readonly takes: (orderId: string, appearedAt: number) => boolean
  /** How long the buttons of an order still rest after a tap, in ms. */
  readonly restOf: (orderId: string) => number
  /** Tickets that were moved just now. */
  readonly moved: (orderIds: readonly string[]) => void
}

/**
 * Remembers the last tap of the window. Of two quick taps the second is dropped when it hits the same order again, or a
 * button that another order showed only after the first tap. Taps down the board on buttons that stood there are taken.
 */
export function createBumpGuard(monotonicNow: () => number): BumpGuard {
  let last: { readonly orderId: string; readonly at: number } | undefined
  let moved: { readonly orderIds: ReadonlySet<string>; readonly at: number } | undefined
  const restOf = (orderId: string): number => {
    const tapped = last?.orderId === orderId ? last.at + REST_MS : 0
    const came = moved?.orderIds.has(orderId) ? moved.at + MOVED_MS : 0
    return Math.max(0, Math.max(tapped, came) - monotonicNow())
  }
  return {
    restOf,
    moved: (orderIds) => {
      if (orderIds.length > 0) moved = { orderIds: new Set(orderIds), at: monotonicNow() }
    },
    takes: (orderId, appearedAt) => {
      const at = monotonicNow()
      if (restOf(orderId) > 0) return false
      const isQuick = last !== undefined && at - last.at < REST_MS
      if (isQuick && last !== undefined && appearedAt > last.at) return false
      last = { orderId, at }
      return true
    },
  }
}
