import { describe, expect, it } from 'vitest'
import { freshnessNow, isOutOfDate } from '../../../renderer/store/freshness-now.ts'
import { EVENING } from '../../fixtures/board-harness/tickets.ts'

const pollIntervalMs = 30_000
const now = (state: 'fresh' | 'late' | 'stale' | 'offline' | 'setup', ageSeconds?: number) =>
  freshnessNow(
    ageSeconds === undefined ? { state } : { state, checkedAt: EVENING - ageSeconds * 1_000, pollIntervalMs },
    EVENING,
  )

describe('freshness in the window', () => {
  it('changes with the time, without a message of the main process', () => {
    expect(now('fresh', 12)).toBe('fresh')
    expect(now('fresh', 64)).toBe('late')
    expect(now('fresh', 94)).toBe('stale')
    expect(now('late', 94)).toBe('stale')
  })

  it('never shows a better state than the main process reported', () => {
    expect(now('stale', 1)).toBe('stale')
    expect(now('offline', 1)).toBe('offline')
    expect(now('offline', 500)).toBe('offline')
    expect(now('setup', 500)).toBe('setup')
  })

  it('is never green for a board that was never checked', () => {
    expect(now('fresh')).toBe('stale')
    expect(now('late')).toBe('late')
  })

  it('is computed with the current interval: while deliveries slow the polls down, no poll counts as missed', () => {
    const slowed = { state: 'fresh', checkedAt: EVENING - 62_000 } as const
    expect(freshnessNow({ ...slowed, pollIntervalMs: 60_000 }, EVENING)).toBe('fresh')
    expect(isOutOfDate({ ...slowed, pollIntervalMs: 60_000 }, EVENING)).toBe(false)
    expect(freshnessNow({ ...slowed, pollIntervalMs: 10_000 }, EVENING)).toBe('stale')
    expect(isOutOfDate({ ...slowed, pollIntervalMs: 10_000 }, EVENING)).toBe(true)
  })

  it('is out of date when the age of the last check is unknown', () => {
    expect(isOutOfDate({ state: 'stale', isAgeUnknown: true }, EVENING)).toBe(true)
    expect(isOutOfDate({ state: 'stale' }, EVENING)).toBe(false)
  })
})
