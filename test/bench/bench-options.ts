import { parseArgs } from 'node:util'

const DEFAULT_REPEATS = 30
/** Seeds of the density figures. */
const DEFAULT_SEEDS = 20
const DEFAULT_SLOWDOWNS = [1, 4]

/** The parts that measure the window alone; each is a group of rows of one table. */
export const SCREEN_PARTS = ['screen', 'start', 'idle', 'tap', 'change', 'arrival', 'memory'] as const

/** The parts of `--only`. */
export const BENCH_PARTS = [
  ...(['writes', 'start-app', 'backlog', 'screens', 'connections', 'density'] as const),
  ...SCREEN_PARTS,
  'tests',
] as const

export type BenchPart = (typeof BENCH_PARTS)[number]

export const BENCH_USAGE = `npm run bench [-- OPTIONS]
  --only PARTS     ${BENCH_PARTS.join(', ')}, joined by commas; without it all parts
  --repeats N      samples of each figure; without it ${DEFAULT_REPEATS}, and ${DEFAULT_SEEDS} seeds of density
  --cpu FACTORS    factors by which the processor is slowed down; without it ${DEFAULT_SLOWDOWNS.join(',')}
  --orders NUMBERS open orders of the window's figures, such as 30,1000
  --sizes SIZES    window sizes of density, such as 1366x768,1920x1080
  --page           writes the figures into docs/performance.md`

export type BenchOptions = {
  /** Samples of each figure. */
  readonly repeats: number
  /** Seeds of the density figures. */
  readonly seeds: number
  /** Factors by which the processor is slowed down; one round for each. */
  readonly slowdowns: readonly number[]
  /** Numbers of open orders; one table for each. `undefined`: the number that the part measures by default. */
  readonly orders: readonly number[] | undefined
  /** Whether a part runs. Without `--only` every part runs. */
  readonly isSelected: (part: BenchPart) => boolean
  /** Window sizes of the density figures, such as `1366x768`; `undefined`: all. */
  readonly sizes: readonly string[] | undefined
  /** Whether the figures are written into docs/performance.md. */
  readonly isPage: boolean
}

/**
 * Reads the arguments of `npm run bench`, such as `--repeats 40 --only start,tap`.
 * @throws an argument that is not in BENCH_USAGE, or a value that is no number, no part or no size
 */
export function benchOptions(args: readonly string[]): BenchOptions {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args: [...args],
    options: { only: text, repeats: text, cpu: text, orders: text, sizes: text, page: { type: 'boolean' } },
  })
  const only = values.only?.split(',').map(partOf)
  return {
    repeats: wholeNumberOf('--repeats', values.repeats ?? String(DEFAULT_REPEATS)),
    seeds: wholeNumberOf('--repeats', values.repeats ?? String(DEFAULT_SEEDS)),
    slowdowns: values.cpu?.split(',').map((factor) => positiveOf('--cpu', factor)) ?? DEFAULT_SLOWDOWNS,
    orders: values.orders?.split(',').map((orders) => wholeNumberOf('--orders', orders)),
    sizes: values.sizes?.split(',').map(sizeOf),
    isPage: values.page ?? false,
    isSelected: (part) => only === undefined || only.includes(part),
  }
}

function partOf(text: string): BenchPart {
  const part = BENCH_PARTS.find((known) => known === text)
  if (part === undefined) throw new Error(`Not a part of --only: ${text}`)
  return part
}

function positiveOf(option: string, text: string): number {
  const number = Number(text)
  if (!(number > 0 && Number.isFinite(number))) throw new Error(`Not a number for ${option}: ${text}`)
  return number
}

function wholeNumberOf(option: string, text: string): number {
  const number = positiveOf(option, text)
  if (!Number.isInteger(number)) throw new Error(`Not a whole number for ${option}: ${text}`)
  return number
}

function sizeOf(text: string): string {
  if (!/^\d+x\d+$/.test(text)) throw new Error(`Not a size for --sizes: ${text}`)
  return text
}
