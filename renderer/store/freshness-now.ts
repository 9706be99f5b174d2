import type { Freshness, FreshnessState } from '../../shared/time/freshness.ts'
import { freshnessByAge, FRESHNESS_SEVERITY as SEVERITY } from '../../shared/time/freshness-age.ts'
import { isLinkTrouble } from '../../shared/time/link-trouble.ts'

const SECOND_MS = 1_000
/** Assumed interval while the main process does not poll. */
const USUAL_INTERVAL_MS = 30 * SECOND_MS

/** Uses the actual interval, which is longer than the setting while webhook deliveries work. */
const byAgeAt = (checkedAt: number, now: number, pollIntervalMs = USUAL_INTERVAL_MS) =>
  freshnessByAge(now - checkedAt, pollIntervalMs)

/**
 * The freshness of the board now, computed by the window, so that the badge also changes when the main process hangs; never
 * better than the state that was sent.
 * @param now ms of the platform's clock
 */
export function freshnessNow({ state, checkedAt, pollIntervalMs }: Freshness, now: number): FreshnessState {
  if (checkedAt === undefined) return state === 'fresh' ? 'stale' : state
  const byAge = byAgeAt(checkedAt, now, pollIntervalMs)
  return SEVERITY[byAge] > SEVERITY[state] ? byAge : state
}

/** No connection has working credentials. Where one of several has, its orders come. */
export const needsSetup = ({ state, connections = [] }: Freshness): boolean =>
  state === 'setup' && connections.every((one) => one.state === 'setup')

/** Time after the last poll at which the platform may close a store (docs/protocol.md, "Events"). */
const STORE_RISK_MS = 5 * 60 * SECOND_MS

/** Whether a board that was checked before has missed three polls, for any reason. */
export const isOutOfDate = ({ checkedAt, isAgeUnknown, pollIntervalMs }: Freshness, now: number): boolean =>
  checkedAt === undefined ? isAgeUnknown === true : byAgeAt(checkedAt, now, pollIntervalMs) === 'stale'

/**
 * The time at which the platform may close the store because of missed polls. The window computes it when the main process
 * did not send it. `undefined` on a screen that does not reach its main computer: the main computer may still poll.
 */
export const storeRiskAt = (freshness: Freshness): number | undefined =>
  isLinkTrouble(freshness.trouble)
    ? undefined
    : (freshness.storeRiskAt ?? (freshness.checkedAt === undefined ? undefined : freshness.checkedAt + STORE_RISK_MS))
