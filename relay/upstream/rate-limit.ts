import { pause, type RelayClock } from '../relay-clock.ts'

/**
 * Limits the rate of calls to `perSecond` on average. The returned function resolves when the caller may make its call, or
 * when `signal` is aborted.
 */
export function createRateLimit(perSecond: number, clock: RelayClock): (signal: AbortSignal) => Promise<void> {
  const gapMs = 1_000 / perSecond
  // After a time without calls, the calls of one second may start at once.
  const burstMs = 1_000
  let nextAt = Number.NEGATIVE_INFINITY
  return (signal) => {
    const now = clock.monotonic()
    nextAt = Math.max(nextAt, now - burstMs + gapMs) + gapMs
    return pause(nextAt - gapMs - now, signal)
  }
}
