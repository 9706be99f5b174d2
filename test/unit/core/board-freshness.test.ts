import { describe, expect, it } from 'vitest'
import { createBoardFreshness } from '../../../electron/core/board-freshness.ts'
import type { Setback } from '../../../electron/platform/answers.ts'
import type { StorageTrouble } from '../../../electron/storage/trouble.ts'
import type { PollOutcome } from '../../../electron/sync/poller.ts'
import { createVirtualClock } from '../../fixtures/virtual-clock.ts'

const SECOND = 1_000
const polled: PollOutcome = {
  kind: 'polled',
  freshOrderIds: [],
  freshEvents: 0,
  droppedOrderIds: [],
  mayHaveMore: false,
  mayHide: false,
}
const failed = (setback: Setback | { kind: 'storage'; error: string }): PollOutcome => ({ kind: 'failed', setback })
const noNetwork = failed({ kind: 'unavailable', cause: 'network' })

function boardFreshnessOf(
  more: {
    lastPollAt?: number
    isOnline?: () => boolean
    intervalMs?: () => number
    storageFailure?: () => StorageTrouble | undefined
  } = {},
) {
  const clock = createVirtualClock()
  const boardFreshness = createBoardFreshness({
    storageFailure: more.storageFailure ?? (() => undefined),
    clock,
    intervalMs: more.intervalMs ?? (() => 30 * SECOND),
    isOnline: more.isOnline ?? (() => true),
    lastPollAt: more.lastPollAt,
  })
  return { clock, boardFreshness }
}

describe('the freshness of the board', () => {
  it('becomes late and then stale while polls fail, and counts down to the store’s closing', async () => {
    const { clock, boardFreshness } = boardFreshnessOf()
    boardFreshness.recordPoll(polled)
    const checkedAt = clock.now()
    await clock.advance(30 * SECOND)
    boardFreshness.recordPoll(noNetwork)
    expect(boardFreshness.freshness()).toMatchObject({
      state: 'fresh',
      trouble: 'network',
      storeRiskAt: checkedAt + 300 * SECOND,
    })
    await clock.advance(34 * SECOND)
    expect(boardFreshness.freshness().state).toBe('late')
    await clock.advance(30 * SECOND)
    expect(boardFreshness.freshness().state).toBe('stale')
    boardFreshness.recordPoll(polled)
    expect(boardFreshness.freshness()).toMatchObject({ state: 'fresh', trouble: undefined, storeRiskAt: undefined })
  })

  it('is fresh after a poll, with its time and interval; a storage that refuses writes is a trouble all the same', () => {
    let failure: StorageTrouble | undefined
    const { clock, boardFreshness } = boardFreshnessOf({ storageFailure: () => failure })
    boardFreshness.recordPoll(polled)
    const fresh = { state: 'fresh', checkedAt: clock.now(), pollIntervalMs: 30 * SECOND }
    expect(boardFreshness.freshness()).toEqual({ ...fresh, trouble: undefined, storeRiskAt: undefined })
    for (const [cause, trouble] of [
      ['disk-full', 'storage'],
      ['in-use', 'storage-busy'],
      ['read-only', 'storage-read-only'],
      ['io', 'storage-failing'],
      ['damaged', 'storage-failing'],
    ] as const) {
      failure = cause
      expect(boardFreshness.freshness()).toMatchObject({ ...fresh, trouble })
    }
  })

  it('is stale after a start with old data, also before the first poll has failed', () => {
    const { clock } = boardFreshnessOf()
    const { boardFreshness } = boardFreshnessOf({ lastPollAt: clock.now() - 3_600 * SECOND })
    expect(boardFreshness.freshness()).toMatchObject({ state: 'stale', storeRiskAt: undefined })
  })

  it('is stale, of unknown age, when the last poll of the previous run is in the future: the clock was set back', async () => {
    const { clock } = boardFreshnessOf()
    const { boardFreshness } = boardFreshnessOf({ lastPollAt: clock.now() + 3 * 3_600 * SECOND })
    expect(boardFreshness.freshness()).toMatchObject({ state: 'stale', isAgeUnknown: true, checkedAt: undefined })
    boardFreshness.recordPoll(polled)
    expect(boardFreshness.freshness()).toMatchObject({ state: 'fresh', checkedAt: clock.now() })
    expect(boardFreshness.freshness().isAgeUnknown).toBeUndefined()
  })

  it('is not fresh because of a poll of the previous run, however recent: the clock may have been set back', () => {
    const { clock } = boardFreshnessOf()
    const { boardFreshness } = boardFreshnessOf({ lastPollAt: clock.now() - 5 * SECOND })
    expect(boardFreshness.freshness()).toMatchObject({ state: 'late', checkedAt: clock.now() - 5 * SECOND })
  })

  it('is measured by the interval at which the next poll was scheduled', async () => {
    let intervalMs = 60 * SECOND
    const { clock, boardFreshness } = boardFreshnessOf({ intervalMs: () => intervalMs })
    boardFreshness.recordPoll(polled)
    intervalMs = 10 * SECOND
    await clock.advance(62 * SECOND)
    expect(boardFreshness.freshness()).toMatchObject({ state: 'fresh', pollIntervalMs: 60 * SECOND })
    boardFreshness.recordPoll(polled)
    expect(boardFreshness.freshness().pollIntervalMs).toBe(10 * SECOND)
    await clock.advance(34 * SECOND)
    expect(boardFreshness.freshness().state).toBe('stale')
  })

  it.each([
    [{ kind: 'unavailable', cause: 'network' }, 'stale', 'network'],
    [{ kind: 'unavailable', cause: 'network', fault: 'host-unknown' }, 'stale', 'host-unknown'],
    [{ kind: 'unavailable', cause: 'network', fault: 'unreachable' }, 'stale', 'address'],
    [{ kind: 'unavailable', cause: 'network', fault: 'timeout' }, 'stale', 'network'],
    [{ kind: 'unavailable', cause: 'network', fault: 'certificate' }, 'stale', 'certificate'],
    [{ kind: 'unavailable', cause: 'unintelligible' }, 'stale', 'address'],
    [{ kind: 'refused', status: 404 }, 'stale', 'address'],
    [{ kind: 'refused', status: 403 }, 'stale', 'forbidden'],
    [{ kind: 'unavailable', cause: 'server' }, 'stale', 'platform'],
    [{ kind: 'unavailable', cause: 'timeout' }, 'stale', 'network'],
    [{ kind: 'unauthorized', cause: 'credentials-refused' }, 'setup', 'credentials-refused'],
  ] as const)('without any poll before, says the cause at once: %j', (setback, state, trouble) => {
    const { boardFreshness } = boardFreshnessOf()
    boardFreshness.recordPoll(failed(setback))
    expect(boardFreshness.freshness()).toMatchObject({ state, trouble, checkedAt: undefined })
  })

  it('blames no address while the machine has no network, and none that has worked', () => {
    const unknownHost = failed({ kind: 'unavailable', cause: 'network', fault: 'host-unknown' })
    const { boardFreshness } = boardFreshnessOf({ isOnline: () => false })
    boardFreshness.recordPoll(unknownHost)
    expect(boardFreshness.freshness()).toMatchObject({ state: 'offline', trouble: 'network' })
    const { boardFreshness: known, clock } = boardFreshnessOf({ lastPollAt: 1 })
    known.recordPoll(unknownHost)
    expect(known.freshness()).toMatchObject({ trouble: 'network' })
    expect(clock.now()).toBeGreaterThan(1)
  })

  it('says within three seconds that the first poll has no answer, and of a machine without a network that', async () => {
    for (const [isOnline, state, trouble] of [
      [true, 'stale', 'no-answer'],
      [false, 'offline', 'network'],
    ] as const) {
      const { clock, boardFreshness } = boardFreshnessOf({ isOnline: () => isOnline })
      expect(boardFreshness.freshness()).toMatchObject({ state: 'late', trouble: undefined })
      await clock.advance(2 * SECOND)
      expect(boardFreshness.freshness()).toMatchObject({ state, trouble })
    }
  })

  it('becomes late when no answer comes at all', async () => {
    const { clock: before } = boardFreshnessOf()
    const { clock, boardFreshness } = boardFreshnessOf({ lastPollAt: before.now() })
    await clock.advance(64 * SECOND)
    expect(boardFreshness.freshness()).toMatchObject({ state: 'late', trouble: 'no-answer' })
  })

  it('is offline when the machine has no network and the poll failed, but not when the poll succeeded', () => {
    const { boardFreshness } = boardFreshnessOf({ isOnline: () => false })
    boardFreshness.recordPoll(polled)
    expect(boardFreshness.freshness().state).toBe('fresh')
    boardFreshness.recordPoll(noNetwork)
    expect(boardFreshness.freshness()).toMatchObject({ state: 'offline', trouble: 'network' })
  })

  it.each([
    [{ kind: 'unauthorized', cause: 'credentials-refused' }, 'setup', 'credentials-refused'],
    [{ kind: 'unauthorized', cause: 'keychain-locked' }, 'setup', 'keychain-locked'],
    [{ kind: 'unauthorized', cause: 'secret-replaced' }, 'setup', 'secret-replaced'],
    [{ kind: 'unavailable', cause: 'server', isPaused: true }, 'fresh', 'kitchen-paused'],
    [{ kind: 'refused', status: 403 }, 'fresh', 'forbidden'],
    [{ kind: 'refused', status: 404 }, 'fresh', 'platform'],
    [{ kind: 'unavailable', cause: 'timeout' }, 'fresh', 'network'],
    [{ kind: 'unavailable', cause: 'network', fault: 'unreachable' }, 'fresh', 'network'],
    [{ kind: 'unavailable', cause: 'network', fault: 'certificate' }, 'fresh', 'certificate'],
    [{ kind: 'unavailable', cause: 'network', fault: 'certificate-date' }, 'fresh', 'certificate-date'],
    [{ kind: 'unavailable', cause: 'network', fault: 'proxy' }, 'fresh', 'proxy'],
    [{ kind: 'unavailable', cause: 'throttled' }, 'fresh', 'platform'],
    [{ kind: 'unavailable', cause: 'unintelligible' }, 'fresh', 'platform'],
    [{ kind: 'storage', error: 'disk full' }, 'fresh', 'storage-failing'],
  ] as const)('has the right state and trouble for %j', (setback, state, trouble) => {
    const { boardFreshness } = boardFreshnessOf()
    boardFreshness.recordPoll(polled)
    boardFreshness.recordPoll(failed(setback))
    expect(boardFreshness.freshness()).toMatchObject({ state, trouble })
  })
})

describe('a board that is current enough for an automatic acceptance', () => {
  it('requires a poll of this run, and does not exist after a failed poll or while the platform has more events', () => {
    const { clock, boardFreshness } = boardFreshnessOf()
    expect([
      boardFreshness.isCurrent(),
      boardFreshnessOf({ lastPollAt: clock.now() }).boardFreshness.isCurrent(),
    ]).toEqual([false, false])
    const after = (outcome: PollOutcome): boolean => {
      boardFreshness.recordPoll(outcome)
      return boardFreshness.isCurrent()
    }
    expect(
      [polled, noNetwork, polled, { ...polled, mayHaveMore: true }, { ...polled, mayHide: true }].map(after),
    ).toEqual([true, false, true, false, false])
  })

  it('does not exist after two missed polls', async () => {
    const { clock, boardFreshness } = boardFreshnessOf()
    boardFreshness.recordPoll(polled)
    await clock.advance(64 * SECOND)
    expect(boardFreshness.isCurrent()).toBe(false)
  })
})
