import { type Freshness, freshnessByAge, type Trouble } from '../../shared/freshness.ts'
import type { Clock } from '../sync/clock.ts'
import type { PollOutcome } from '../sync/poller.ts'

/** A store without polls may be closed by the platform after this long (field study: five minutes). */
const STORE_RISK_MS = 5 * 60_000

type TrustParts = {
  readonly clock: Clock
  readonly intervalMs: () => number
  /** Whether the operating system sees a network at all. */
  readonly isOnline: () => boolean
  /** When the last poll succeeded before this start. */
  readonly lastPollAt: number | undefined
}

/** How far the board can be trusted, from what the polls told. Ages are monotonic; shown times are the clock's. */
export type Trust = {
  heard(outcome: PollOutcome): void
  freshness(): Freshness
  /** The last poll of this run succeeded, left nothing behind at the platform, and is recent. */
  isCurrent(): boolean
}

function troubleOf(outcome: PollOutcome | undefined): Trouble | undefined {
  if (outcome?.kind !== 'failed') return undefined
  const { setback } = outcome
  switch (setback.kind) {
    case 'storage':
      return 'storage'
    case 'unauthorized':
      return setback.cause
    case 'refused':
      return setback.status === 403 ? 'forbidden' : 'platform'
    case 'unavailable':
      return setback.cause === 'network' || setback.cause === 'timeout' ? 'network' : 'platform'
  }
}

const isSetupTrouble = (outcome: PollOutcome | undefined): boolean =>
  outcome?.kind === 'failed' && outcome.setback.kind === 'unauthorized'

export function createTrust({ clock, intervalMs, isOnline, lastPollAt }: TrustParts): Trust {
  const startedAt = clock.monotonic()
  let last: PollOutcome | undefined
  let success = {
    at: lastPollAt,
    monotonic: lastPollAt === undefined ? startedAt : startedAt - (clock.now() - lastPollAt),
  }

  const byAge = () => freshnessByAge(Math.max(0, clock.monotonic() - success.monotonic), intervalMs())

  return {
    heard(outcome) {
      last = outcome
      if (outcome.kind === 'polled') success = { at: clock.now(), monotonic: clock.monotonic() }
    },
    freshness() {
      const trouble = troubleOf(last)
      const isFailing = last?.kind === 'failed'
      const state = isSetupTrouble(last) ? 'setup' : isFailing && !isOnline() ? 'offline' : byAge()
      return {
        state,
        trouble,
        checkedAt: success.at,
        storeRiskAt: isFailing && success.at !== undefined ? success.at + STORE_RISK_MS : undefined,
      }
    },
    isCurrent: () => last?.kind === 'polled' && !last.mayHaveMore && byAge() === 'fresh',
  }
}
