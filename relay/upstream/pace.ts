import { pause, type RelayClock } from '../clock.ts'

/** Spaces calls so that no second has more than `perSecond` of them. Resolves when the caller's turn has come. */
export function createPace(perSecond: number, clock: RelayClock): (signal: AbortSignal) => Promise<void> {
  const gapMs = 1_000 / perSecond
  /** After a pause, the calls of one second may start at once. */
  const burstMs = 1_000
  let nextAt = Number.NEGATIVE_INFINITY
  return (signal) => {
    const now = clock.monotonic()
    nextAt = Math.max(nextAt, now - burstMs + gapMs) + gapMs
    return pause(nextAt - gapMs - now, signal)
  }
}
