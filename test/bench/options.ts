const DEFAULT_REPEATS = 30

export type BenchOptions = {
  /** Samples of each figure. */
  readonly repeats: number
  /** Factors by which the processor is slowed down; one round for each. */
  readonly slowdowns: readonly number[]
  /** Numbers of open orders; one table for each. `undefined`: the number that the part measures by default. */
  readonly orders: readonly number[] | undefined
  /** Whether a part runs. Without `--only` every part runs. */
  readonly wants: (part: string) => boolean
  /** Window sizes of the density figures, such as `1366x768`; `undefined`: all. */
  readonly sizes: readonly string[] | undefined
}

/** Reads `--repeats 40 --only start,tap --cpu 1 --orders 30,1000 --sizes 1366x768,1920x1080`. */
export function benchOptions(argv: readonly string[]): BenchOptions {
  const option = (name: string): string | undefined => {
    const at = argv.indexOf(`--${name}`)
    return at === -1 ? undefined : argv[at + 1]
  }
  const only = option('only')?.split(',')
  return {
    repeats: Math.max(1, Number(option('repeats') ?? DEFAULT_REPEATS)),
    slowdowns: (option('cpu') ?? '1,4').split(',').map(Number),
    orders: option('orders')?.split(',').map(Number),
    sizes: option('sizes')?.split(','),
    wants: (part) => only === undefined || only.includes(part),
  }
}
