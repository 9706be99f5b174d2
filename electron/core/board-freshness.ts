import { type Freshness, freshnessByAge, type Trouble } from '../../shared/time/freshness.ts'
import type { MonotonicMs } from '../../shared/time/time.ts'
import type { Unavailable } from '../platform/answers.ts'
import type { NetworkFault } from '../platform/network-fault.ts'
import type { StorageTrouble } from '../storage/trouble.ts'
import type { TimeService } from '../sync/clock.ts'
import type { PollOutcome } from '../sync/poller.ts'

/** A store without polls may be closed by the platform after this long (docs/protocol.md, "Events"). */
const STORE_RISK_MS = 5 * 60_000

/** The freshness of the board, by the outcomes of the polls. Ages are monotonic. */
export interface BoardFreshness {
  recordPoll(outcome: PollOutcome): void
  freshness(): Freshness
  /** The last poll of this run succeeded, left nothing behind at the platform, and is recent. */
  isCurrent(): boolean
}

/** A first poll without an answer is reported after this long: with the next second that windows get, within three. */
const FIRST_ANSWER_MS = 2_000

const TROUBLE_OF_STORAGE: Readonly<Record<StorageTrouble, Trouble>> = {
  'disk-full': 'storage',
  'in-use': 'storage-busy',
  'read-only': 'storage-read-only',
  damaged: 'storage-failing',
  io: 'storage-failing',
}

/** What this machine's network makes wrong, at a platform that was reached before too. */
const TROUBLE_OF_FAULT: Readonly<Partial<Record<NetworkFault, Trouble>>> = {
  certificate: 'certificate',
  'certificate-date': 'certificate-date',
  proxy: 'proxy',
}

/** What a wrong address causes. They are named only while the machine has a network. */
const OF_ADDRESS: readonly Trouble[] = ['address', 'host-unknown']

/** An answer is missing, or is not the platform's. */
function troubleOfUnavailable({ cause, fault, isPaused }: Unavailable, isAddressProven: boolean): Trouble {
  if (isPaused) return 'kitchen-paused'
  const ofFault = fault && TROUBLE_OF_FAULT[fault]
  if (ofFault !== undefined) return ofFault
  if (!isAddressProven) {
    if (fault === 'host-unknown') return 'host-unknown'
    if (fault === 'unreachable' || cause === 'unintelligible') return 'address'
  }
  return cause === 'network' || cause === 'timeout' ? 'network' : 'platform'
}

type FailedPoll = Extract<PollOutcome, { readonly kind: 'failed' }>

/** @param isAddressProven the platform has answered at this address before */
function troubleOf({ setback }: FailedPoll, isAddressProven: boolean): Trouble {
  switch (setback.kind) {
    case 'storage':
      return 'storage-failing'
    case 'unauthorized':
      return setback.cause
    case 'refused':
      if (setback.status === 403) return 'forbidden'
      return isAddressProven ? 'platform' : 'address'
    case 'unavailable':
      return troubleOfUnavailable(setback, isAddressProven)
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
  /** Why the storage refused a write, if no write has succeeded since. */
  readonly storageFailure: () => StorageTrouble | undefined
}): BoardFreshness {
  const { clock, intervalMs, isOnline, lastPollAt, storageFailure } = parts
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

  /** A poll has succeeded, in this run or before. */
  const hasContact = (): boolean => success !== undefined || lastPollAt !== undefined
  /** The first poll has failed, or its answer is overdue. */
  const hasWaited = (): boolean => last !== undefined || clock.monotonic() - startedAt >= FIRST_ANSWER_MS

  const trouble = (): Trouble | undefined => {
    const failure = storageFailure()
    if (failure !== undefined) return TROUBLE_OF_STORAGE[failure]
    if (last?.kind === 'failed') {
      const found = troubleOf(last, hasContact())
      return OF_ADDRESS.includes(found) && !isOnline() ? 'network' : found
    }
    if (last?.kind === 'polled') return last.leavesOut ? 'shop-left-out' : undefined
    if (!hasWaited()) return undefined
    return isOnline() ? 'no-answer' : 'network'
  }

  /** By the age of the last poll alone. */
  const freshnessOfPolls = () => freshnessByAge(lastCheck().ageMs, success?.intervalMs ?? intervalMs())

  /** A poll of an earlier run never counts as fresh: the clock may have been set back by exactly its age. */
  const byAge = () => {
    const age = freshnessOfPolls()
    if (!hasContact() && hasWaited()) return 'stale'
    const isPartial = last?.kind === 'polled' && last.leavesOut === true
    return (success === undefined || isPartial) && age === 'fresh' ? 'late' : age
  }

  return {
    recordPoll(outcome) {
      last = outcome
      if (outcome.kind === 'polled') success = { at: clock.monotonic(), intervalMs: intervalMs() }
    },
    freshness() {
      const pollIntervalMs = success?.intervalMs ?? intervalMs()
      const { ageMs: _ageMs, ...check } = lastCheck()
      const isFailing = last?.kind === 'failed'
      const isUnanswered = isFailing || (last === undefined && hasWaited())
      const state = isSetupTrouble(last) ? 'setup' : isUnanswered && !isOnline() ? 'offline' : byAge()
      return {
        state,
        trouble: trouble(),
        ...check,
        pollIntervalMs,
        storeRiskAt: isFailing && check.checkedAt !== undefined ? check.checkedAt + STORE_RISK_MS : undefined,
      }
    },
    isCurrent: () => last?.kind === 'polled' && !last.mayHaveMore && !last.mayHide && freshnessOfPolls() === 'fresh',
  }
}
