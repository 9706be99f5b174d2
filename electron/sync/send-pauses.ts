import type { MonotonicMs } from '../../shared/time/time.ts'
import type { Tap } from '../storage/ports.ts'
import type { Clock } from './clock.ts'
import type { Pause } from './tap-verdict.ts'

/** While the platform does not answer, all taps wait together and are tried this often, without writes. */
const STALLED_RETRY_MS = 5_000

/** The pauses that hold all waiting taps together. In memory only: after a start each tap is tried by its own row. */
export interface SendPauses {
  recordVerdict(pause: Pause): void
  /** The platform did not answer while an old tap was checked. */
  recordStall(): void
  /** Whether `Retry-After` is in force. */
  isRetryAfterInForce(): boolean
  /** Ends every pause except `Retry-After`, and makes each waiting tap due once. */
  retryWaiting(): void
  /** Ends `Retry-After`. */
  retryNow(): void
  /** Time until the tap may be sent, in ms; not above 0 when it is due. */
  waitMs(tap: Tap, known: KnownTry): number
}

type KnownTry = {
  /** Platform time, epoch ms. */
  readonly now: number
  /** Last try in this run. */
  readonly triedAt: MonotonicMs | undefined
  /** The order is read again before the tap is sent. */
  readonly isStale: boolean
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
