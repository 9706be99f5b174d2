import type { Input } from '../store/monotonic-now.ts'
import type { RefusedTap } from '../store/state.ts'

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
  /** Whether the buttons of an order accept no tap now, for a tap that is not recorded. */
  readonly isResting: (orderId: string) => boolean
  /** Reports a tap that the button itself rejects. */
  readonly refuse: (why: RefusedTap) => void
  /** Remaining time in which the buttons of an order accept no tap, in ms. */
  readonly remainingCooldownMs: (orderId: string) => number
  /** Records tickets that have just moved, or whose buttons took the place of others. */
  readonly moved: (orderIds: readonly string[]) => void
}

type Cooldown = { readonly end: number; readonly why: RefusedTap }

/**
 * Rejects the second of two quick taps on the same order, or on another order's button that appeared after the first. A tap
 * counts from when it was made.
 * @param inputNow the input that is handled now
 * @param onRefused called with the reason
 */
export function createBumpGuard(
  monotonicNow: () => number,
  inputNow: () => Input,
  onRefused: (why: RefusedTap) => void,
): BumpGuard {
  /** When a tap was last accepted. */
  let lastAt: number | undefined
  /** The time in which the buttons of an order accept no tap, monotonic ms. */
  const cooldowns = new Map<string, Cooldown>()
  const startCooldown = (orderId: string, end: number, why: RefusedTap): void => {
    if (end > (cooldowns.get(orderId)?.end ?? 0)) cooldowns.set(orderId, { end, why })
  }
  const dropOld = (now: number): void => {
    for (const [orderId, { end }] of cooldowns) if (end <= now) cooldowns.delete(orderId)
  }
  const remainingCooldownMs = (orderId: string): number =>
    Math.max(0, (cooldowns.get(orderId)?.end ?? Number.NEGATIVE_INFINITY) - inputNow().began)
  const refusalOf = (orderId: string, appearedAt: number): RefusedTap | undefined => {
    const { began } = inputNow()
    // The button was not there yet when the finger went down.
    if (appearedAt > began) return 'moved'
    if (remainingCooldownMs(orderId) > 0) return cooldowns.get(orderId)?.why
    return lastAt !== undefined && began - lastAt < TAP_COOLDOWN_MS && appearedAt > lastAt ? 'moved' : undefined
  }
  /** Reports the reason. @returns whether there is one */
  const refuses = (why: RefusedTap | undefined): boolean => {
    if (why !== undefined) onRefused(why)
    return why !== undefined
  }
  return {
    remainingCooldownMs,
    refuse: onRefused,
    isResting: (orderId) => refuses(refusalOf(orderId, 0)),
    moved: (orderIds) => {
      const now = monotonicNow()
      dropOld(now)
      for (const orderId of orderIds) startCooldown(orderId, now + MOVED_COOLDOWN_MS, 'moved')
    },
    accepts: (orderId, appearedAt) => {
      if (refuses(refusalOf(orderId, appearedAt))) return false
      const { at } = inputNow()
      lastAt = at
      dropOld(at)
      startCooldown(orderId, at + TAP_COOLDOWN_MS, 'twice')
      return true
    },
  }
}
