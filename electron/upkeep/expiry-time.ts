import type { Facts } from '../storage/ports.ts'
import type { TimeService } from '../sync/clock.ts'

const HOUR_MS = 60 * 60_000
/** A larger step forward of the platform's time counts only after it has lasted for `CONFIRMED_AFTER_MS`. */
const LARGE_STEP_MS = 24 * HOUR_MS
const CONFIRMED_AFTER_MS = HOUR_MS

/**
 * How far the platform's time is ahead of its smallest value of the last hour, steps alone. One server of a platform may have
 * a wrong clock: its dates alternate with right ones.
 */
function trackLead(clock: Pick<TimeService, 'monotonic' | 'onStep'>): () => number {
  let steps: { readonly at: number; readonly deltaMs: number }[] = []
  const dropOld = (): void => {
    const since = clock.monotonic() - CONFIRMED_AFTER_MS
    steps = steps.filter(({ at }) => at > since)
  }
  clock.onStep((deltaMs) => {
    dropOld()
    steps.push({ at: clock.monotonic(), deltaMs })
  })
  return () => {
    dropOld()
    let ahead = 0
    return steps.reduceRight((lead, { deltaMs }) => {
      ahead += deltaMs
      return Math.max(lead, ahead)
    }, 0)
  }
}

/**
 * The time by which stored data has expired, in epoch ms. The clock of a computer can be wrong by years, after a flat battery
 * for example, and what a purge deletes cannot be restored. Until the platform's clock is known in this run, only the time of
 * this run counts since the last successful poll.
 */
export function createExpiryTime(
  clock: Pick<TimeService, 'platform' | 'monotonic' | 'source' | 'onStep'>,
  ledger: { readonly facts: { readonly lastPollAt: Pick<Facts['lastPollAt'], 'get'> } },
): () => number {
  const startedAt = clock.monotonic()
  const leadMs = trackLead(clock)
  return () => {
    const now = clock.platform()
    const lastPollAt = ledger.facts.lastPollAt.get()
    if (clock.source() !== 'platform' && lastPollAt !== undefined)
      return Math.min(now, lastPollAt + (clock.monotonic() - startedAt))
    const lead = leadMs()
    return lead > LARGE_STEP_MS ? now - lead : now
  }
}
