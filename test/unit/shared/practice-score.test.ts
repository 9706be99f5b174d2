import { describe, expect, it } from 'vitest'
import { betterPractice, type PracticeOrder, scorePractice } from '../../../shared/contract/practice-score.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const ENDED_AT = 10 * MINUTE

const order = (more: Partial<PracticeOrder> = {}): PracticeOrder => ({
  displayId: 'A1',
  rangAt: MINUTE,
  cookedAt: [],
  ...more,
})
const touched = (more: Partial<PracticeOrder> = {}): PracticeOrder =>
  order({ touchedAt: MINUTE + 5 * SECOND, acceptedAt: MINUTE + 5 * SECOND, ...more })
const scoreOf = (...orders: readonly PracticeOrder[]) => scorePractice({ orders, endedAt: ENDED_AT })

describe('accepted in time', () => {
  it.each([
    ['at once', { acceptedAt: MINUTE }, 1, 1],
    ['just in time', { acceptedAt: 3 * MINUTE - 1 }, 1, 1],
    ['too late', { acceptedAt: 3 * MINUTE }, 0, 1],
    ['never', {}, 0, 1],
    ['never, but it came shortly before the end', { rangAt: ENDED_AT - 2 * MINUTE + 1 }, 0, 0],
    ['never, and its time ran out with the end', { rangAt: ENDED_AT - 2 * MINUTE }, 0, 1],
    ['cancelled before its time ran out', { stoppedAt: 2 * MINUTE }, 0, 0],
    ['cancelled after its time ran out', { stoppedAt: 4 * MINUTE }, 0, 1],
    ['accepted, then cancelled', { acceptedAt: 1.5 * MINUTE, stoppedAt: 2 * MINUTE }, 1, 1],
  ] as const)('%s', (_case, more, acceptedInTime, toAccept) => {
    expect(scoreOf(order(more))).toMatchObject({ acceptedInTime, toAccept })
  })
})

describe('work on a stopped order', () => {
  it.each([
    ['taps before the stop do not count', [MINUTE, 2 * MINUTE - 1], 0],
    ['a tap at the time of the stop counts', [2 * MINUTE], 1],
    ['both taps after the stop count', [MINUTE, 3 * MINUTE, 4 * MINUTE], 2],
  ] as const)('%s', (_case, cookedAt, cookedAfterStop) => {
    expect(scoreOf(touched({ stoppedAt: 2 * MINUTE, cookedAt }))).toMatchObject({ stops: 1, cookedAfterStop })
  })

  it('does not count an order that was not stopped', () => {
    expect(scoreOf(touched({ cookedAt: [5 * MINUTE] }))).toMatchObject({ stops: 0, cookedAfterStop: 0 })
  })
})

describe('the longest time without a reaction to an order', () => {
  it.each([
    ['without an order', [], undefined],
    ['of an order that waits for its start', [{ displayId: 'A1', cookedAt: [] }], undefined],
    ['of an order that was touched before it rang', [touched({ touchedAt: 0 })], { displayId: 'A1', ms: 0 }],
    ['ends at its first touch', [touched()], { displayId: 'A1', ms: 5 * SECOND }],
    ['ends with the practice without a touch', [order()], { displayId: 'A1', ms: 9 * MINUTE }],
    [
      'is the longest of several',
      [touched(), touched({ displayId: 'B2', touchedAt: 2 * MINUTE })],
      { displayId: 'B2', ms: MINUTE },
    ],
  ] as const)('%s', (_case, orders, longestUnseen) => {
    expect(scoreOf(...orders).longestUnseen).toEqual(longestUnseen)
  })

  it('counts a stop until it is confirmed, otherwise until the end', () => {
    const seen = touched({ stoppedAt: 2 * MINUTE, stopSeenAt: 2.5 * MINUTE })
    expect(scoreOf(seen).longestStop).toEqual({ displayId: 'A1', ms: MINUTE / 2 })
    expect(scoreOf(seen, touched({ displayId: 'B2', stoppedAt: 9 * MINUTE })).longestStop).toEqual({
      displayId: 'B2',
      ms: MINUTE,
    })
    expect(scoreOf(touched()).longestStop).toBeUndefined()
  })
})

describe('the advice', () => {
  const cookedOn = touched({ stoppedAt: 2 * MINUTE, stopSeenAt: 2 * MINUTE, cookedAt: [3 * MINUTE] })
  const late = order({ touchedAt: MINUTE, acceptedAt: 4 * MINUTE })
  const unseen = touched({ touchedAt: MINUTE + 31 * SECOND, acceptedAt: MINUTE + 31 * SECOND })
  const slowStop = touched({ stoppedAt: 2 * MINUTE, stopSeenAt: 2 * MINUTE + 21 * SECOND })
  it.each([
    ['cooked-on', [cookedOn, late, unseen, slowStop]],
    ['accept', [late, unseen, slowStop]],
    ['unseen', [unseen, slowStop]],
    ['stop', [slowStop]],
    ['good', [touched(), touched({ stoppedAt: 2 * MINUTE, stopSeenAt: 2 * MINUTE + 20 * SECOND })]],
    ['good', [touched({ touchedAt: MINUTE + 30 * SECOND })]],
    ['nothing', []],
    ['nothing', [order({ rangAt: ENDED_AT - 10 * SECOND })]],
  ] as const)('is %s', (advice, orders) => {
    expect(scoreOf(...orders).advice).toBe(advice)
  })

  it.each([
    ['again', [touched(), touched(), cookedOn]],
    ['again', [late, late, touched()]],
    ['almost', [late, touched()]],
    ['almost', [unseen]],
    ['almost', [slowStop]],
    ['good', [touched()]],
    [undefined, []],
  ] as const)('has the grade %s', (grade, orders) => {
    expect(scoreOf(...orders).grade).toBe(grade)
  })
})

describe('the best practice', () => {
  const good = { grade: 'good', acceptedInTime: 3, toAccept: 3 } as const
  const almost = { grade: 'almost', acceptedInTime: 8, toAccept: 9 } as const
  it.each([
    ['the first one', undefined, almost, almost],
    ['a better grade', almost, good, good],
    ['not a worse grade with more orders', good, almost, good],
    [
      'more orders with the same grade',
      good,
      { ...good, acceptedInTime: 5, toAccept: 5 },
      { ...good, acceptedInTime: 5, toAccept: 5 },
    ],
    ['not the same once more', good, { ...good }, good],
  ] as const)('is %s', (_case, before, sheet, best) => {
    const now = { ...scoreOf(), ...sheet }
    expect(betterPractice(before, now)).toEqual(best)
    expect(betterPractice(before, now) === before).toBe(best === before)
  })

  it('is not one without an order', () => {
    expect(betterPractice(good, scoreOf())).toBe(good)
  })
})
