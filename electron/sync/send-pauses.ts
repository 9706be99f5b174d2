import type { Tap } from '../storage/ports.ts'
import type { Clock } from './clock.ts'

/** While the platform does not answer, all taps wait together and are tried this often, without writes. */
const STALLED_RETRY_MS = 5_000

/** The pauses that hold all waiting taps together. In memory only: after a start each tap is tried by its own row. */
export type SendPauses = {
  /** Both times in ms; 0 without a pause. */
  recordVerdict(verdict: { readonly retryAfterMs: number; readonly unauthorizedMs: number }): void
  /** The platform did not answer while an old tap was checked. */
  recordStall(): void
  /** Whether `Retry-After` is in force. */
  isRetryAfterInForce(): boolean
  /** Ends every pause except `Retry-After`, and makes each waiting tap due once. */
  retryWaiting(): void
  /** Ends `Retry-After`. */
  retryNow(): void
  /**
   * Time until the tap may be sent, in ms; not above 0 when it is due.
   * @param known.now platform time, epoch ms
   * @param known.triedAt last try in this run (monotonic)
   * @param known.isStale the order is read again before the tap is sent
   */
  waitMs(
    tap: Tap,
    known: { readonly now: number; readonly triedAt: number | undefined; readonly isStale: boolean },
  ): number
}

export function createSendPauses(clock: Pick<Clock, 'monotonic'>): SendPauses {
  // Monotonic: a step of the platform's time neither lengthens nor shortens a wait.
  let retryAfterUntil = Number.NEGATIVE_INFINITY
  let unauthorizedUntil = Number.NEGATIVE_INFINITY
  let stalledUntil = Number.NEGATIVE_INFINITY
  let retriedAt = Number.NEGATIVE_INFINITY

  return {
    recordVerdict({ retryAfterMs, unauthorizedMs }) {
      const now = clock.monotonic()
      retryAfterUntil = Math.max(retryAfterUntil, now + retryAfterMs)
      unauthorizedUntil = Math.max(unauthorizedUntil, now + unauthorizedMs)
    },
    recordStall() {
      stalledUntil = clock.monotonic() + STALLED_RETRY_MS
    },
    isRetryAfterInForce: () => retryAfterUntil > clock.monotonic(),
    retryWaiting() {
      retriedAt = clock.monotonic()
      unauthorizedUntil = Number.NEGATIVE_INFINITY
      stalledUntil = Number.NEGATIVE_INFINITY
    },
    retryNow() {
      retryAfterUntil = 0
    },
    waitMs(tap, { now, triedAt, isStale }) {
      const monotonicNow = clock.monotonic()
      const sinceTry = triedAt === undefined ? now - tap.tappedAt : monotonicNow - triedAt
      const isRetry = monotonicNow - retriedAt < sinceTry
      const notBefore = isStale ? Math.max(stalledUntil, unauthorizedUntil) : unauthorizedUntil
      return Math.max(retryAfterUntil - monotonicNow, notBefore - monotonicNow, isRetry ? 0 : tap.nextAttemptAt - now)
    },
  }
}
