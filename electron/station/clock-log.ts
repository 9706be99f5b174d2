import type { ClockEntry, Facts } from '../storage/ports.ts'
import type { TimeService } from '../sync/clock.ts'

/** A smaller change of the offset is the clock's own drift. */
const OFFSET_CHANGE_MS = 2_000

/**
 * Records each change in how the platform's time is known. The record gives the source of every stored instant, and the
 * offset with which the next run begins.
 */
export function createClockLog(parts: {
  readonly stored: Facts['clockLog']
  readonly clock: Pick<TimeService, 'platform' | 'offsetMs' | 'source'>
}): { record(): void } {
  const { stored, clock } = parts
  let last: ClockEntry | undefined
  return {
    record() {
      const entry: ClockEntry = { at: clock.platform(), source: clock.source(), offsetMs: clock.offsetMs() }
      const isSame = last?.source === entry.source && Math.abs(last.offsetMs - entry.offsetMs) < OFFSET_CHANGE_MS
      if (isSame) return
      stored.set([...stored.get(), entry])
      last = entry
    },
  }
}
