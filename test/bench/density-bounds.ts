import type { BoardMeasures, Move } from './density-page.ts'
import { summaryOf } from './figure-table.ts'

/** Numbers of open orders of the figures. */
export const COUNTS = [8, 12, 20, 40] as const

type ByCount = readonly [number, number, number, number]
type Cells = { readonly inSight: ByCount; readonly newOutOfSight: ByCount }

/** The prototype's figures at `COUNTS`, with the same kind of orders. They are the least that the product has to beat. */
const PROTOTYPE: Readonly<Record<string, Cells>> = {
  '1280x800': { inSight: [7, 9, 10, 11], newOutOfSight: [0, 0, 0, 3] },
  '1366x768': { inSight: [7, 8, 9, 10], newOutOfSight: [0, 0, 0, 3] },
  '1920x1080': { inSight: [8, 12, 17, 18], newOutOfSight: [0, 0, 0, 1] },
  '3840x2160': { inSight: [8, 12, 20, 40], newOutOfSight: [0, 0, 0, 0] },
}
/** Every new order is in sight with at most this many open orders, at every size. */
const EVERY_NEW_IN_SIGHT_UP_TO = 12
const MOST_BLANK = 3
/** Time after a touch in which no ticket in sight may move, in ms. */
export const CALM_MS = 3_000

/** The figures of one size and one number of open orders: each list has one figure of each seed. */
export type Cell = {
  readonly size: string
  readonly count: (typeof COUNTS)[number]
  readonly boards: readonly BoardMeasures[]
}

/** Whether page one is empty although orders are being prepared. The cards of the rail are on every page. */
export const isPageOneBlank = ({ preparing, onPageOne }: Pick<BoardMeasures, 'preparing' | 'onPageOne'>): boolean =>
  preparing > 0 && onPageOne === 0

/** Whether the product beats the prototype. Where the prototype shows every order, showing every order is enough. */
export const beatsInSight = (inSight: number, prototype: number, open: number): boolean =>
  prototype >= open ? inSight >= open : inSight > prototype

/** Whether fewer new orders are out of sight than in the prototype, or none. */
export const beatsOutOfSight = (outOfSight: number, prototype: number): boolean =>
  outOfSight === 0 || outOfSight < prototype

/** Median of the seeds, and the worst seed. */
export type CellFigures = {
  readonly inSight: { readonly median: number; readonly worst: number }
  readonly newOutOfSight: { readonly median: number; readonly worst: number }
  readonly blank: { readonly median: number; readonly worst: number }
  readonly blankPages: number
}

export function figuresOf(boards: readonly BoardMeasures[]): CellFigures {
  const of = (field: 'inSight' | 'newOutOfSight' | 'blank'): readonly number[] => boards.map((board) => board[field])
  const medianOf = (field: 'inSight' | 'newOutOfSight' | 'blank'): number => summaryOf(of(field)).median
  return {
    inSight: { median: medianOf('inSight'), worst: Math.min(...of('inSight')) },
    newOutOfSight: { median: medianOf('newOutOfSight'), worst: Math.max(...of('newOutOfSight')) },
    blank: { median: medianOf('blank'), worst: Math.max(...of('blank')) },
    blankPages: boards.filter(isPageOneBlank).length,
  }
}

/** The bounds that a cell misses, in words. The medians have to beat the prototype and to keep the blank share; the other bounds hold for every seed. */
export function missedBounds({ size, count, boards }: Cell): readonly string[] {
  const { inSight, newOutOfSight, blank, blankPages } = figuresOf(boards)
  const column = COUNTS.indexOf(count)
  const cells = PROTOTYPE[size]
  const prototype = { inSight: cells?.inSight[column], newOutOfSight: cells?.newOutOfSight[column] }
  const missed: string[] = []
  if (prototype.inSight !== undefined && !beatsInSight(inSight.median, prototype.inSight, count))
    missed.push(`in sight ${inSight.median}, the prototype ${prototype.inSight}`)
  if (prototype.newOutOfSight !== undefined && !beatsOutOfSight(newOutOfSight.median, prototype.newOutOfSight))
    missed.push(`new orders out of sight ${newOutOfSight.median}, the prototype ${prototype.newOutOfSight}`)
  if (count <= EVERY_NEW_IN_SIGHT_UP_TO && newOutOfSight.worst > 0)
    missed.push(`new orders out of sight ${newOutOfSight.worst}, bound 0`)
  if (blank.median > MOST_BLANK) missed.push(`blank in tickets ${blank.median.toFixed(1)} %, bound ${MOST_BLANK} %`)
  if (blankPages > 0) missed.push(`page one blank with ${blankPages} seeds`)
  return missed
}

/** The moves of an evening. */
export type MoveFigures = {
  /** Moves of whole tickets, and of cards. */
  readonly tickets: number
  readonly cards: number
  /** Moves within three seconds of a touch, and how many of them made room for a new order. */
  readonly afterTouch: number
  readonly forNewOrder: number
}

export function countMoves(moves: readonly Move[]): MoveFigures {
  const soon = moves.filter(({ sinceTouchMs }) => sinceTouchMs < CALM_MS)
  return {
    tickets: moves.filter(({ form }) => form === 'ticket').length,
    cards: moves.filter(({ form }) => form === 'card').length,
    afterTouch: soon.length,
    forNewOrder: soon.filter(({ isForNewOrder }) => isForNewOrder).length,
  }
}

export type EveningFigures = {
  readonly size: string
  readonly seed: number
  /** Means over the steps of the evening. */
  readonly open: number
  readonly inSight: number
  readonly newOutOfSight: number
  readonly hours: number
  readonly touches: number
  readonly moves: MoveFigures
  /** Steps and drawn frames in which page one was blank. */
  readonly blankSteps: number
  readonly blankFrames: number
}

export function missedInEvening({ moves, blankSteps, blankFrames }: EveningFigures): readonly string[] {
  const missed: string[] = []
  if (moves.afterTouch > 0)
    missed.push(
      `${moves.afterTouch} moves within ${CALM_MS / 1_000} s of a touch, ${moves.forNewOrder} for a new order, bound 0`,
    )
  if (blankSteps + blankFrames > 0)
    missed.push(`page one blank in ${blankSteps} steps and ${blankFrames} frames, bound 0`)
  return missed
}

/** The last column of a table of figures. */
export const verdict = (missed: readonly string[]): string =>
  missed.length === 0 ? 'kept' : `MISSED: ${missed.join('; ')}`
