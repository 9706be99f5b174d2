import { type Freshness, freshnessByAge, type Trouble } from '../../shared/time/freshness.ts'
import type { MonotonicMs } from '../../shared/time/time.ts'
import type { TimeService } from '../sync/clock.ts'
import type { PollOutcome } from '../sync/poller.ts'

/** A store without polls may be closed by the platform after this long (docs/protocol.md, "Events"). */
const STORE_RISK_MS = 5 * 60_000

/** The freshness of the board, by the outcomes of the polls. Ages are monotonic. */
export type BoardFreshness = ReturnType<typeof createBoardFreshness>

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
      if (setback.isPaused) return 'kitchen-paused'
      return setback.cause === 'network' || setback.cause === 'timeout' ? 'network' : 'platform'
  }
}

const isSetupTrouble = (outcome: PollOutcome | undefined): boolean =>
  outcome?.kind === 'failed' && outcome.setback.kind === 'unauthorized'

/** A poll of this run, and the interval after which the next one was to follow. */
type Success = { readonly at: MonotonicMs; readonly intervalMs: number }

export function createBoardFreshness(parts: {
  readonly clock: Pick<TimeService, 'monotonic' | 'platform' | 'toPlatform'>
  /** The interval at which the next poll is scheduled now. */
  readonly intervalMs: () => number
  /** Whether the operating system reports a network. */
  readonly isOnline: () => boolean
  /** When the last poll succeeded before this start. */
  readonly lastPollAt: number | undefined
  /** The storage refused a write, and no write has succeeded since. */
  readonly hasStorageFailed: () => boolean
}) {
  const { clock, intervalMs, isOnline, lastPollAt, hasStorageFailed } = parts
  const startedAt = clock.monotonic()
  let last: PollOutcome | undefined
  let success: Success | undefined

  /** The age of the last successful poll, and its time. */
  const lastCheck = (): Pick<Freshness, 'checkedAt' | 'isAgeUnknown'> & { readonly ageMs: number } => {
    if (success !== undefined) {
      return { checkedAt: clock.toPlatform(success.at), ageMs: clock.monotonic() - success.at }
    }
    const sinceStart = clock.monotonic() - startedAt
    if (lastPollAt === undefined) return { checkedAt: undefined, ageMs: sinceStart }
    const age = clock.platform() - lastPollAt
    // The last poll lies in the future: the clock was set back since, so its age is unknown.
    if (age < 0) return { checkedAt: undefined, isAgeUnknown: true, ageMs: Number.POSITIVE_INFINITY }
    return { checkedAt: lastPollAt, ageMs: Math.max(age, sinceStart) }
  }

  /** A poll of an earlier run never counts as fresh: the clock may have been set back by exactly its age. */
  const byAge = () => {
    const age = freshnessByAge(lastCheck().ageMs, success?.intervalMs ?? intervalMs())
    return success === undefined && age === 'fresh' ? 'late' : age
  }

  return {
    recordPoll(outcome: PollOutcome): void {
      last = outcome
      if (outcome.kind === 'polled') success = { at: clock.monotonic(), intervalMs: intervalMs() }
    },
    freshness(): Freshness {
      const pollIntervalMs = success?.intervalMs ?? intervalMs()
      const { ageMs: _ageMs, ...check } = lastCheck()
      const isFailing = last?.kind === 'failed'
      const state = isSetupTrouble(last) ? 'setup' : isFailing && !isOnline() ? 'offline' : byAge()
      return {
        state,
        trouble: hasStorageFailed() ? 'storage' : troubleOf(last),
        ...check,
        pollIntervalMs,
        storeRiskAt: isFailing && check.checkedAt !== undefined ? check.checkedAt + STORE_RISK_MS : undefined,
      }
    },
    /** The last poll of this run succeeded, left nothing behind at the platform, and is recent. */
    isCurrent: (): boolean => last?.kind === 'polled' && !last.mayHaveMore && !last.mayHide && byAge() === 'fresh',
  }
}
