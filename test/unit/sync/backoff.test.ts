import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { backoffMs, CALL_BACKOFF } from '../../../electron/sync/backoff.ts'

const half = () => 0.5
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

  it('is in the middle between minimum and maximum for a random value in the middle', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 7, 8].map((attempt) => backoffMs(attempt, CALL_BACKOFF, half))).toEqual([
      375, 375, 625, 1_125, 2_125, 4_125, 8_125, 15_125, 15_125,
    ])
  })

  it('is the minimum for the lowest random value', () => {
    expect([1, 5, 30].map((attempt) => backoffMs(attempt, CALL_BACKOFF, () => 0))).toEqual([250, 250, 250])
  })

  it('is not shorter when failed attempts did not count', () => {
    expect(backoffMs(-5, CALL_BACKOFF, half)).toBe(375)
  })

  it('stays finite with a very large cap', () => {
    expect(backoffMs(5_000, { baseMs: 1, capMs: Number.POSITIVE_INFINITY }, () => 0)).toBe(1)
    expect(backoffMs(5_000, { baseMs: 2, capMs: 10 ** 12 }, half)).toBe(2 ** 20 + 1)
  })

  it('exceeds the time that the platform requested by at most a tenth of the cap', () => {
    expect(backoffMs(1, CALL_BACKOFF, half, 90_000)).toBe(90_375)
    expect(backoffMs(50, CALL_BACKOFF, half, 90_000)).toBe(93_000)
    expect(backoffMs(1, CALL_BACKOFF, half, 0)).toBe(375)
  })

  it('is a whole number of milliseconds', () => {
    expect(backoffMs(1, CALL_BACKOFF, () => 0.333_33)).toBe(333)
  })
})
