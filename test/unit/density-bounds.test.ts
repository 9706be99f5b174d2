import { describe, expect, it } from 'vitest'
import {
  beatsInSight,
  beatsOutOfSight,
  CALM_MS,
  countMoves,
  type EveningFigures,
  figuresOf,
  isPageOneBlank,
  missedBounds,
  missedInEvening,
  verdict,
} from '../bench/density-bounds.ts'
import type { BoardMeasures, Move } from '../bench/density-page.ts'

const board = (change: Partial<BoardMeasures> = {}): BoardMeasures => ({
  inSight: 12,
  newOutOfSight: 0,
  preparing: 7,
  onPageOne: 5,
  blank: 0,
  corners: {},
  steps: {},
  ...change,
})

const boards = (...changes: readonly Partial<BoardMeasures>[]): readonly BoardMeasures[] => changes.map(board)

describe('the figures of a cell', () => {
  it('show the worst seed beside the median', () => {
    const seeds = boards({ inSight: 12 }, { inSight: 5, newOutOfSight: 4, blank: 9 }, { inSight: 12, onPageOne: 0 })
    expect(figuresOf(seeds)).toEqual({
      inSight: { median: 12, worst: 5 },
      newOutOfSight: { median: 0, worst: 4 },
      blank: { median: 0, worst: 9 },
      blankPages: 1,
    })
  })
})

describe('the bounds of a cell', () => {
  const missed = (change: Partial<BoardMeasures>, count: 8 | 12 | 20 | 40 = 12, size = '1366x768') =>
    missedBounds({ size, count, boards: boards(change) })

  it('are kept by a board that beats the prototype', () => {
    expect(missed({ inSight: 9, blank: 3 })).toEqual([])
    expect(verdict([])).toBe('kept')
  })

  it('are missed by a median that only equals the prototype, except where the prototype shows every order', () => {
    expect(missed({ inSight: 8 })).toEqual(['in sight 8, the prototype 8'])
    expect(missed({ inSight: 12 }, 12, '1920x1080')).toEqual([])
    expect(missed({ inSight: 11 }, 12, '1920x1080')).toEqual(['in sight 11, the prototype 12'])
    expect([beatsInSight(10, 10, 40), beatsInSight(11, 10, 40), beatsInSight(40, 40, 40)]).toEqual([false, true, true])
  })

  it('compare the new orders out of sight with the prototype', () => {
    expect(missed({ newOutOfSight: 2 }, 40)).toEqual([])
    expect(missed({ newOutOfSight: 3 }, 40)).toEqual(['new orders out of sight 3, the prototype 3'])
    expect([beatsOutOfSight(0, 0), beatsOutOfSight(1, 0), beatsOutOfSight(1, 1)]).toEqual([true, false, false])
  })

  it('are missed by one seed with a new order out of sight, at every size, up to twelve open orders', () => {
    const one = boards({}, {}, { newOutOfSight: 1 })
    expect(missedBounds({ size: '1024x768', count: 12, boards: one })).toEqual(['new orders out of sight 1, bound 0'])
    expect(missedBounds({ size: '1024x768', count: 20, boards: one })).toEqual([])
  })

  it('are missed by a median with blank tickets, and by one seed with a blank page one', () => {
    const missedBy = (...changes: readonly Partial<BoardMeasures>[]) =>
      missedBounds({ size: '1024x768', count: 12, boards: boards(...changes) })
    expect(missedBy({}, {}, { blank: 3.1, onPageOne: 0 })).toEqual(['page one blank with 1 seeds'])
    expect(missedBy({}, { blank: 3.1 }, { blank: 3.1 })).toEqual(['blank in tickets 3.1 %, bound 3 %'])
  })
})

describe('page one', () => {
  it('is blank when it has neither a ticket nor a card although orders are being prepared', () => {
    expect(isPageOneBlank({ preparing: 1, onPageOne: 0 })).toBe(true)
    expect(isPageOneBlank({ preparing: 1, onPageOne: 1 })).toBe(false)
    expect(isPageOneBlank({ preparing: 0, onPageOne: 0 })).toBe(false)
  })
})

describe('the bounds of an evening', () => {
  const move = (change: Partial<Move> = {}): Move => ({
    form: 'ticket',
    isForNewOrder: false,
    sinceTouchMs: CALM_MS,
    ...change,
  })
  const missed = (change: Partial<EveningFigures>): readonly string[] =>
    missedInEvening({
      size: '1366x768',
      seed: 1,
      open: 15,
      inSight: 12,
      newOutOfSight: 0,
      hours: 1,
      touches: 50,
      moves: countMoves([]),
      blankSteps: 0,
      blankFrames: 0,
      ...change,
    })

  it('count the moves of tickets and of cards, and those within three seconds of a touch', () => {
    const moves = [
      move(),
      move({ form: 'card' }),
      move({ form: 'card', sinceTouchMs: Number.POSITIVE_INFINITY, isForNewOrder: true }),
      move({ sinceTouchMs: CALM_MS - 1 }),
      move({ form: 'card', sinceTouchMs: 40, isForNewOrder: true }),
    ]
    expect(countMoves(moves)).toEqual({ tickets: 2, cards: 3, afterTouch: 2, forNewOrder: 1 })
  })

  it('are missed by a move soon after a touch, and by one frame with a blank page one', () => {
    expect(missed({ moves: countMoves([move(), move({ form: 'card' })]) })).toEqual([])
    expect(missed({ moves: countMoves([move({ sinceTouchMs: 2_999 })]) })).toEqual([
      '1 moves within 3 s of a touch, 0 for a new order, bound 0',
    ])
    expect(missed({ blankFrames: 1 })).toEqual(['page one blank in 0 steps and 1 frames, bound 0'])
    expect(missed({ blankSteps: 1 })).toEqual(['page one blank in 1 steps and 0 frames, bound 0'])
  })
})
