import type { Freshness, FreshnessState } from '../../shared/freshness.ts'
import { freshnessByAge } from '../../shared/freshness-age.ts'

const SECOND_MS = 1_000
const SEVERITY: Readonly<Record<FreshnessState, number>> = { fresh: 0, late: 1, stale: 2, offline: 3, setup: 4 }

/**
 * How far the board can be trusted now. The window counts the age of the last check itself: should the main process
 * fall silent, the badge still turns. It only ever shows worse than it was told. `now` in ms of the platform's clock.
 */
export function freshnessNow(freshness: Freshness, now: number, pollIntervalSeconds: number): FreshnessState {
  if (freshness.checkedAt === undefined) return freshness.state === 'fresh' ? 'stale' : freshness.state
  const byAge = freshnessByAge(now - freshness.checkedAt, pollIntervalSeconds * SECOND_MS)
  return SEVERITY[byAge] > SEVERITY[freshness.state] ? byAge : freshness.state
}

/** How long after its last poll the platform may close a store (field study: five minutes). */
const STORE_RISK_MS = 5 * 60 * SECOND_MS

/** Whether a board that was once checked has missed three polls, whatever is said to be the cause. */
export const isOutOfDate = ({ checkedAt }: Freshness, now: number, pollIntervalSeconds: number): boolean =>
  checkedAt !== undefined && freshnessByAge(now - checkedAt, pollIntervalSeconds * SECOND_MS) === 'stale'

/** When the platform may close the store, once polls are missed; counted by the window too, should nobody tell it. */
export const storeRiskAt = (freshness: Freshness): number | undefined =>
  freshness.storeRiskAt ?? (freshness.checkedAt === undefined ? undefined : freshness.checkedAt + STORE_RISK_MS)
