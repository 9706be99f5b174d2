import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createConcurrencyLimit } from '../../electron/platform/client.ts'
import { setHostBrowser } from '../../scripts/check/chromium-of-tests.ts'
import { buildBoard, type ServedBoard, serveBoard } from '../fixtures/board-harness/served-board.ts'
import { medianFigures, SEQUENCE_BOUNDS } from '../fixtures/wall-evening/figures.ts'
import { benchOptions } from './bench-options.ts'
import { type DensityApp, openApp } from './density-app.ts'
import { measureAtOnce } from './density-board.ts'
import {
  type Cell,
  COUNTS,
  type EveningFigures,
  figuresOf,
  missedBounds,
  missedInEvening,
  ORDER_KINDS,
  verdict,
} from './density-bounds.ts'
import { measureEvening } from './density-evening.ts'
import { measureSequence, missedInSequence, type SequenceCell } from './density-sequence.ts'

/**
 * Counts the orders that a board shows without a tap, in the built renderer: of those that a core has at once, and in the
 * calm moments of an evening; and what moves in the built app, during evenings of 400 orders that come through poll, database
 * and messages. Ends with exit code 1 when a figure misses its bound.
 */

const SIZES = ['1024x768', '1280x800', '1366x768', '1920x1080', '1080x1920', '3840x2160'] as const
const EVENING_SIZES: readonly string[] = ['1366x768', '1920x1080']
/** One evening has as many steps as ten seeds have orders one by one. */
const SEEDS_PER_EVENING = 10
/** Evenings of the sequence for each cell that has bounds. */
const SEQUENCE_SEEDS = 5
/** Apps at a time. Each mostly waits until its board does not change. */
const APPS = 6

/** Opens the app at one size, and closes it also when a measurement fails. */
async function withApp<T>(size: string, measure: (app: DensityApp) => Promise<T>): Promise<T> {
  const app = await openApp(size)
  try {
    return await measure(app)
  } finally {
    await app.close()
  }
}

type Limited = ReturnType<typeof createConcurrencyLimit>

/** The boards of each number of orders at once, at each size. */
async function cellsOf(
  served: ServedBoard,
  limited: Limited,
  sizes: readonly string[],
  seeds: readonly number[],
): Promise<readonly Cell[]> {
  const windows = sizes.map((size) => {
    const [width = 0, height = 0] = size.split('x').map(Number)
    return { width, height }
  })
  const cells = await Promise.all(
    ORDER_KINDS.flatMap((kind) => COUNTS.map((count) => ({ kind, count }))).map(async ({ kind, count }) => {
      const bySeed = await Promise.all(
        seeds.map((seed) => limited(() => measureAtOnce(served, windows, { kind, seed, count }))),
      )
      return sizes.map(
        (size, at): Cell => ({ kind, size, count, boards: bySeed.flatMap((boards) => boards[at] ?? []) }),
      )
    }),
  )
  return cells.flat()
}

const CELL_HEAD = [
  'orders',
  'size',
  'open',
  'in sight, median (worst)',
  'whole, median (worst)',
  'dishes and notes readable, median (worst)',
  'new out of sight, worst',
  'cut texts',
  'less detail than room',
  'bounds',
]
const EVENING_HEAD = [
  'size',
  'seed',
  'open',
  'in sight, mean',
  'new out of sight, mean',
  'whole, mean',
  'an hour: moves / column changes (to become whole) / changes of the text step',
  'moves within 3 s of a touch (for a new order)',
  'page one blank',
  'bounds',
]

const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`
const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')

function rowOf(cell: Cell): readonly (string | number)[] {
  const { inSight, whole, readable, newOutOfSight, cut, denied } = figuresOf(cell.boards)
  return [
    cell.kind,
    cell.size,
    cell.count,
    ...[inSight, whole, readable].map(({ median, worst }) => `${median} (${worst})`),
    newOutOfSight.worst,
    cut,
    denied,
    verdict(missedBounds(cell)),
  ]
}

const perHour = ({ hours }: EveningFigures, count: number): string => (count / hours).toFixed(1)

const eveningRowOf = (evening: EveningFigures): readonly (string | number)[] => [
  evening.size,
  evening.seed,
  evening.open.toFixed(1),
  evening.inSight.toFixed(1),
  evening.newOutOfSight.toFixed(2),
  evening.whole.toFixed(1),
  [
    perHour(evening, evening.moves.all),
    `${perHour(evening, evening.moves.columns)} (${perHour(evening, evening.moves.becameWhole)})`,
    perHour(evening, evening.layouts),
  ].join(' / '),
  `${evening.moves.afterTouch} (${evening.moves.forNewOrder}) of ${evening.touches} touches`,
  evening.blankSteps + evening.blankFrames,
  verdict(missedInEvening(evening)),
]

const SEQUENCE_HEAD = [
  'size',
  'open',
  'orders of 30 lines',
  'pairs wrong, %',
  'oldest first, %',
  'minutes older',
  'to cook whole, %',
  'in sight, %',
  'layouts an hour',
  'bounds',
]
const LARGE_SHARES = [0, 0.05]

const sequenceRowOf = (cell: SequenceCell): readonly (string | number)[] => {
  const { wrongPairs, oldestFirst, minutesOlder, cookWhole, inSight, layoutsAnHour } = cell.figures
  return [
    cell.size,
    cell.open,
    cell.largeShare === 0 ? 'none' : `1 in ${1 / cell.largeShare}`,
    ...[wrongPairs, oldestFirst, minutesOlder, cookWhole, inSight, layoutsAnHour].map((figure) => figure.toFixed(1)),
    verdict(missedInSequence(cell)),
  ]
}

/** Evenings in virtual time: the sequence of the wall for each size, number of open orders, and share of large orders. */
function sequenceCells(
  served: ServedBoard,
  limited: Limited,
  sizes: readonly string[],
  seeds: readonly number[],
): Promise<readonly SequenceCell[]> {
  const wanted = sizes.flatMap((size) =>
    Object.keys(SEQUENCE_BOUNDS).flatMap((open) =>
      LARGE_SHARES.map((largeShare) => ({ size, open: Number(open), largeShare })),
    ),
  )
  return Promise.all(
    wanted.map(async (cell) => {
      const hasBounds = SEQUENCE_BOUNDS[cell.open]?.[cell.size] !== undefined
      const evenings = seeds
        .slice(0, hasBounds ? SEQUENCE_SEEDS : 1)
        .map((seed) => limited(() => measureSequence(served, { ...cell, seed })))
      return { ...cell, figures: medianFigures(await Promise.all(evenings)) }
    }),
  )
}

async function main(): Promise<void> {
  setHostBrowser()
  const { seeds: count, sizes = SIZES } = benchOptions(process.argv.slice(2))
  const seeds = Array.from({ length: count }, (_, index) => index + 1)
  const eveningSeeds = seeds.slice(0, Math.ceil(count / SEEDS_PER_EVENING))
  const folder = join(import.meta.dirname, `../../.cache/density-${process.pid}`)
  await buildBoard(folder)
  const served = await serveBoard(folder)
  const windows = createConcurrencyLimit(2)
  const cells = await cellsOf(served, windows, sizes, seeds)
  console.log(`\nOrders in sight, ${count} seeds\n\n${table(CELL_HEAD, cells.map(rowOf))}`)
  const sequence = await sequenceCells(served, windows, sizes, seeds)
  console.log(`\nThe sequence of evenings\n\n${table(SEQUENCE_HEAD, sequence.map(sequenceRowOf))}`)
  await served.close()
  await rm(folder, { recursive: true, force: true })
  const apps = createConcurrencyLimit(APPS)
  const evenings = await Promise.all(
    sizes
      .filter((size) => EVENING_SIZES.includes(size))
      .flatMap((size) => eveningSeeds.map((seed) => ({ size, seed })))
      .map(({ size, seed }) => apps(() => withApp(size, (app) => measureEvening(app, size, seed)))),
  )
  console.log(`\nEvenings of 400 orders\n\n${table(EVENING_HEAD, evenings.map(eveningRowOf))}`)
  const all = [...cells.map(missedBounds), ...evenings.map(missedInEvening), ...sequence.map(missedInSequence)]
  const missed = all.filter(({ length }) => length > 0)
  console.log(`\n${missed.length} of ${all.length} rows missed a bound`)
  if (missed.length > 0) process.exitCode = 1
}

await main()
