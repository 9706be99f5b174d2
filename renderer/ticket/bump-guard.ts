/** A second tap within this time is the same finger's, and not meant for what has just come under it. */
export const REST_MS = 300

export type BumpGuard = {
  /**
   * Whether a tap on a ticket is meant. `appearedAt`: when the button that was hit came to be there, monotonic ms. Only
   * a tap that is taken counts as the one before the next.
   */
  readonly takes: (orderId: string, appearedAt: number) => boolean
}

/**
 * Remembers the last tap of the window. The second of two quick taps is dropped when it hits a button that another
 * ticket showed only after the first: one finger working down the board is never held up.
 */
export function createBumpGuard(monotonicNow: () => number): BumpGuard {
  let last: { readonly orderId: string; readonly at: number } | undefined
  return {
    takes: (orderId, appearedAt) => {
      const at = monotonicNow()
      const isQuick = last !== undefined && at - last.at < REST_MS
      if (isQuick && last !== undefined && last.orderId !== orderId && appearedAt > last.at) return false
      last = { orderId, at }
      return true
    },
  }
}
