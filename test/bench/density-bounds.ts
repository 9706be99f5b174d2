import type { BoardMeasures, Move } from './density-page.ts'
import { summaryOf } from './figure-table.ts'

/** Numbers of open orders of the figures. */
export const COUNTS = [1, 2, 4, 6, 8, 12, 20, 40] as const

type ByCount = readonly [number, number, number, number, number, number]
type Cells = { readonly inSight: ByCount; readonly whole: ByCount }

/**
 * Orders of an evening, as in the pictures of the wall, and those of the practice platform, which are twice as long: for them
 * even tickets without any gap between them would miss the least numbers of whole ones.
 */
export const ORDER_KINDS = ['evening', 'practice'] as const
export type OrderKind = (typeof ORDER_KINDS)[number]

/** The least medians with 4, 6, 8, 12, 20 and 40 open orders. Up to two orders are all whole. */
const LEAST: Readonly<Record<string, Cells>> = {
  '1024x768': { inSight: [4, 6, 8, 12, 20, 19], whole: [4, 4, 3.5, 3, 1, 1] },
  '1280x800': { inSight: [4, 6, 8, 12, 20, 28], whole: [4, 5, 5, 5, 3, 1] },
  '1366x768': { inSight: [4, 6, 8, 12, 20, 27], whole: [4, 5, 5, 5, 3, 1] },
  '1080x1920': { inSight: [4, 6, 8, 12, 20, 40], whole: [4, 6, 7.5, 12, 11, 6] },
  '1920x1080': { inSight: [4, 6, 8, 12, 20, 40], whole: [4, 6, 8, 12, 12, 6] },
  '3840x2160': { inSight: [4, 6, 8, 12, 20, 40], whole: [4, 6, 8, 12, 20, 33] },
}
/** Every new order is in sight with at most this many open orders, at every size. */
const EVERY_NEW_IN_SIGHT_UP_TO = 20
/** Time after a touch in which no ticket in sight may move, in ms. */
export const CALM_MS = 3_000

/** The figures of one size and one number of open orders: each list has one figure of each seed. */
export type Cell = {
  readonly kind: OrderKind
  readonly size: string
  readonly count: (typeof COUNTS)[number]
  readonly boards: readonly BoardMeasures[]
}

/** Whether page one is empty although orders are being prepared. */
export const isPageOneBlank = ({ preparing, onPageOne }: Pick<BoardMeasures, 'preparing' | 'onPageOne'>): boolean =>
  preparing > 0 && onPageOne === 0

type Spread = { readonly median: number; readonly worst: number }

/** Median of the seeds, and the worst seed. */
export type CellFigures = {
  readonly inSight: Spread
  readonly whole: Spread
  readonly readable: Spread
  readonly newOutOfSight: Spread
  readonly cut: number
  readonly denied: number
  readonly blankPages: number
}

export function figuresOf(boards: readonly BoardMeasures[]): CellFigures {
  const spread = (field: 'inSight' | 'whole' | 'readable' | 'newOutOfSight', worst: (...of: number[]) => number) => {
    const values = boards.map((board) => board[field])
    return { median: summaryOf(values).median, worst: worst(...values) }
  }
  return {
    inSight: spread('inSight', Math.min),
    whole: spread('whole', Math.min),
    readable: spread('readable', Math.min),
    newOutOfSight: spread('newOutOfSight', Math.max),
    cut: boards.reduce((sum, { cut }) => sum + cut.length, 0),
    denied: boards.reduce((sum, { denied }) => sum + denied.length, 0),
    blankPages: boards.filter(isPageOneBlank).length,
  }
}

/** The bounds that a cell misses, in words. Medians have their least values; the other bounds hold for every seed. */
export function missedBounds({ kind, size, count, boards }: Cell): readonly string[] {
  const { inSight, whole, newOutOfSight, cut, denied, blankPages } = figuresOf(boards)
  const column = COUNTS.indexOf(count) - 2
  const cells = LEAST[size]
  const least =
    column < 0 ? { inSight: count, whole: count } : { inSight: cells?.inSight[column], whole: cells?.whole[column] }
  const missed: string[] = []
  if (inSight.median < (least.inSight ?? 0)) missed.push(`in sight ${inSight.median}, least ${least.inSight}`)
  if (kind === 'evening' && whole.median < (least.whole ?? 0))
    missed.push(`whole ${whole.median}, least ${least.whole}`)
  if (count <= EVERY_NEW_IN_SIGHT_UP_TO && newOutOfSight.worst > 0)
    missed.push(`new orders out of sight ${newOutOfSight.worst}, bound 0`)
  if (cut > 0) missed.push(`${cut} cut texts, bound 0`)
  if (denied > 0) missed.push(`${denied} orders with less detail than there is room for, bound 0`)
  if (blankPages > 0) missed.push(`page one blank with ${blankPages} seeds`)
  return missed
}

/** The moves of an evening. */
export type MoveFigures = {
  readonly all: number
  /** Changes of the column, and how many of them made the order whole. */
  readonly columns: number
  readonly becameWhole: number
  /** Moves within three seconds of a touch, and how many of them made room for a new order. */
  readonly afterTouch: number
  readonly forNewOrder: number
}

export function countMoves(moves: readonly Move[]): MoveFigures {
  const soon = moves.filter(({ sinceTouchMs }) => sinceTouchMs < CALM_MS)
  return {
    all: moves.length,
    columns: moves.filter(({ isColumn }) => isColumn).length,
    becameWhole: moves.filter(({ isColumn, becameWhole }) => isColumn && becameWhole).length,
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
  readonly whole: number
  readonly newOutOfSight: number
  readonly layouts: number
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
