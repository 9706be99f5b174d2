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

  const wait = (attempt: number, dice: number, asked?: number) => backoffMs(attempt, CALL_BACKOFF, () => dice, asked)

  it.each([
    ['the highest random value', [1, 2, 3, 7, 8, 60], 0.999_999_9, [500, 1_000, 2_000, 30_000, 30_000, 30_000]],
    ['the middle', [-5, 0, 1, 2, 3, 4, 5, 6, 7], 0.5, [375, 375, 375, 625, 1_125, 2_125, 4_125, 8_125, 15_125]],
    ['the lowest random value', [1, 5, 30], 0, [250, 250, 250]],
    ['a fraction, in whole milliseconds', [1], 0.333_33, [333]],
  ])('doubles until its limit, for %s', (_what, attempts, dice, waits) => {
    expect(attempts.map((attempt) => wait(attempt, dice))).toEqual(waits)
  })

  it('stays finite with a very large cap', () => {
    expect(backoffMs(5_000, { baseMs: 1, capMs: Number.POSITIVE_INFINITY }, () => 0)).toBe(1)
    expect(backoffMs(5_000, { baseMs: 2, capMs: 10 ** 12 }, () => 0.5)).toBe(2 ** 20 + 1)
  })

  it('exceeds the time that the platform requested by at most a tenth of the cap', () => {
    expect([wait(1, 0.5, 90_000), wait(50, 0.5, 90_000), wait(1, 0.5, 0)]).toEqual([90_375, 93_000, 375])
  })
})
