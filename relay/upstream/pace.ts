import { pause, type RelayClock } from '../clock.ts'

/** Spaces calls so that no second has more than `perSecond` of them. Resolves when the caller's turn has come. */
export function createPace(perSecond: number, clock: RelayClock): (signal: AbortSignal) => Promise<void> {
  const gapMs = 1_000 / perSecond
  /** As many as one second holds may go at once after a rest. */
  const burstMs = 1_000
  let nextAt = Number.NEGATIVE_INFINITY
  return (signal) => {
    const now = clock.monotonic()
    nextAt = Math.max(nextAt, now - burstMs + gapMs) + gapMs
    return pause(nextAt - gapMs - now, signal)
  }
}
