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
