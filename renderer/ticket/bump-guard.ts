/** A second tap within this time counts as part of a double tap (ms). */
export const TAP_COOLDOWN_MS = 800
/** A ticket that has moved accepts no tap for this time (ms). */
export const MOVED_COOLDOWN_MS = 600

export type BumpGuard = {
  /**
   * Whether a tap on an order's button is accepted. `appearedAt`: time at which the button came to its place, monotonic ms.
   * Only accepted taps are recorded.
   */
  readonly accepts: (orderId: string, appearedAt: number) => boolean
  /** Remaining time in which the buttons of an order accept no tap, in ms. */
  readonly remainingCooldownMs: (orderId: string) => number
  /** Records tickets that have just moved, or whose buttons took the place of others. */
  readonly moved: (orderIds: readonly string[]) => void
}

/**
 * Rejects unintended taps. Of two quick taps the second is rejected when it hits the same order, or a button of another
 * order that appeared only after the first tap. Quick taps on buttons that were already there are accepted. A tap counts from
 * the time at which it was made, not from the time at which a busy window handles it.
 * @param inputNow when the input that is handled now was made, by the clock of `monotonicNow`
 */
export function createBumpGuard(monotonicNow: () => number, inputNow: () => number): BumpGuard {
  /** When a tap was last accepted. */
  let lastAt: number | undefined
  /** End of the time in which the buttons of an order accept no tap, monotonic ms. */
  const cooldownEnds = new Map<string, number>()
  const startCooldown = (orderId: string, now: number, ms: number): void => {
    cooldownEnds.set(orderId, Math.max(now + ms, cooldownEnds.get(orderId) ?? 0))
  }
  const dropOld = (now: number): void => {
    for (const [orderId, until] of cooldownEnds) if (until <= now) cooldownEnds.delete(orderId)
  }
  const remainingCooldownMs = (orderId: string): number =>
    Math.max(0, (cooldownEnds.get(orderId) ?? Number.NEGATIVE_INFINITY) - inputNow())
  return {
    remainingCooldownMs,
    moved: (orderIds) => {
      const now = monotonicNow()
      dropOld(now)
      for (const orderId of orderIds) startCooldown(orderId, now, MOVED_COOLDOWN_MS)
    },
    accepts: (orderId, appearedAt) => {
      const at = inputNow()
      // The button was not there yet when the finger went down.
      if (appearedAt > at || remainingCooldownMs(orderId) > 0) return false
      if (lastAt !== undefined && at - lastAt < TAP_COOLDOWN_MS && appearedAt > lastAt) return false
      lastAt = at
      dropOld(at)
      startCooldown(orderId, at, TAP_COOLDOWN_MS)
      return true
    },
  }
}
