import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { backoffMs, CALL_BACKOFF } from '../../../electron/sync/backoff.ts'

const chance = fc.double({ min: 0, max: 0.999_999, noNaN: true })

describe('back-off', () => {
  it('stays between its minimum and its limit, for every attempt and every random value', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), chance, (attempt, dice) => {
        const wait = backoffMs(attempt, CALL_BACKOFF, () => dice)
        expect(wait).toBeGreaterThanOrEqual(CALL_BACKOFF.baseMs / 2)
        expect(wait).toBeLessThanOrEqual(CALL_BACKOFF.capMs)
      }),
    )
  })

  it('is never shorter than the platform requested', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        chance,
        fc.integer({ min: 1, max: 86_400_000 }),
        (attempt, dice, asked) => {
          expect(backoffMs(attempt, CALL_BACKOFF, () => dice, asked)).toBeGreaterThan(asked)
        },
      ),
    )
  })

  it('doubles its maximum until the limit', () => {
    const ceilings = [1, 2, 3, 7, 8, 60].map((attempt) => backoffMs(attempt, CALL_BACKOFF, () => 0.999_999_9))
    expect(ceilings).toEqual([500, 1_000, 2_000, 30_000, 30_000, 30_000])
  })
})
