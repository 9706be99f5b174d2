import type { MonotonicMs } from '../../../shared/time.ts'
import type { TimeService } from '../../sync/clock.ts'
import type { ScreenFacts } from './screen-facts.ts'

const SECOND_MS = 1_000

export type TimeReading = {
  /** Epoch ms of the platform's clock, from the station. */
  readonly platformNow: number
  readonly sentAt: MonotonicMs
  readonly receivedAt: MonotonicMs
}

/** Keeps the clock offset across restarts, because a screen gets the platform's time only from its station. */
export function createScreenClock(
  facts: ScreenFacts,
  clock: TimeService,
): { applyReading(reading: TimeReading): void } {
  const remembered = Number(facts.get('clock-offset') ?? Number.NaN)
  if (Number.isFinite(remembered)) clock.restoreOffset(remembered)
  return {
    applyReading({ platformNow, sentAt, receivedAt }) {
      // The clock service expects seconds that were rounded down. This reading is exact.
      clock.applyReading({ platformAt: platformNow, sentAt: sentAt + SECOND_MS, receivedAt })
      if (Math.abs(clock.offsetMs() - Number(facts.get('clock-offset') ?? 0)) >= SECOND_MS) {
        facts.save('clock-offset', String(clock.offsetMs()))
      }
    },
  }
}
