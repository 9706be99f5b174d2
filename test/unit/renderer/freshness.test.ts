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
  it.each([
    ['fresh', 12, 'fresh'],
    ['fresh', 64, 'late'],
    ['fresh', 94, 'stale'],
    ['late', 94, 'stale'],
    // Never a better state than the main process reported.
    ['stale', 1, 'stale'],
    ['offline', 1, 'offline'],
    ['offline', 500, 'offline'],
    ['setup', 500, 'setup'],
    // A board that was never checked.
    ['fresh', undefined, 'stale'],
    ['late', undefined, 'late'],
  ] as const)('reported as %s, checked %s s ago: %s', (state, ageSeconds, expected) => {
    expect(now(state, ageSeconds)).toBe(expected)
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
