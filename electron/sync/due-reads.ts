import type { Ledger, OrderToRead } from '../storage/ports.ts'
import type { Clock } from './clock.ts'

export type ReadKind = 'first' | 'repeated'

/** This many first reads due at once are a flood. A busy kitchen causes fewer. */
const FLOOD_SIZE = 50
const FLOOD_CHECK_MS = 1_000
/** Latest reads that are looked up together in a flood: each row costs a check of its checksum. */
const LOOKUP_SIZE = 40
/** Reads of the latest orders for each read of the oldest: the wait of a new order must not grow with the flood. */
const LATEST_READS_PER_OLDEST = 3
const LOOKUP_LIFETIME_MS = 100
/** First reads for each repeated read in a flood. */
const FIRST_READS_PER_REPEATED = 8

type Lookup = { readonly at: number; readonly reads: Map<string, OrderToRead> }

const interleave = (latest: readonly OrderToRead[], oldest: readonly OrderToRead[]): readonly OrderToRead[] =>
  latest.flatMap((read, index) =>
    index % LATEST_READS_PER_OLDEST === 0
      ? [...oldest.slice(index / LATEST_READS_PER_OLDEST, index / LATEST_READS_PER_OLDEST + 1), read]
      : [read],
  )

const byOrder = (reads: readonly OrderToRead[]): Map<string, OrderToRead> =>
  new Map(reads.map((read) => [read.orderId, read]))

/** The reads that are due, in the sequence in which they start. */
export interface DueReads {
  /** First reads, oldest request first. In a flood, most are reads of the latest orders: new orders must not wait for it. */
  first(max: number): readonly OrderToRead[]
  /** Repeated reads, longest due first. In a flood, few: each answer for an order that does not exist causes another. */
  repeated(max: number): readonly OrderToRead[]
  /** Call when a read starts. */
  recordStart(orderId: string, kind: ReadKind): void
}

/**
 * In a flood the result of a query serves many reads, for at most 100 ms: a query for each would take a fifth of the
 * processor. A read that is done twice by this does no harm.
 */
export function createDueReads(
  ledger: Pick<Ledger, 'firstReads' | 'repeatedReads'>,
  clock: Pick<Clock, 'monotonic' | 'platform'>,
): DueReads {
  let isFlood = false
  let countedAt = Number.NEGATIVE_INFINITY
  let firsts: Lookup | undefined
  let repeats: Lookup | undefined
  let firstsSinceRepeated = FIRST_READS_PER_REPEATED

  const isFlooded = (): boolean => {
    if (clock.monotonic() - countedAt < FLOOD_CHECK_MS) return isFlood
    countedAt = clock.monotonic()
    isFlood = ledger.firstReads(clock.platform(), FLOOD_SIZE, 'longest').length === FLOOD_SIZE
    return isFlood
  }

  const cachedOrNew = (lookup: Lookup | undefined, query: () => readonly OrderToRead[]): Lookup =>
    lookup !== undefined && clock.monotonic() - lookup.at < LOOKUP_LIFETIME_MS && lookup.reads.size > 0
      ? lookup
      : { at: clock.monotonic(), reads: byOrder(query()) }

  return {
    first(max) {
      const now = clock.platform()
      if (!isFlooded()) return ledger.firstReads(now, max, 'longest')
      firsts = cachedOrNew(firsts, () =>
        interleave(
          ledger.firstReads(now, LOOKUP_SIZE, 'latest'),
          ledger.firstReads(now, Math.ceil(LOOKUP_SIZE / LATEST_READS_PER_OLDEST), 'longest'),
        ),
      )
      return [...firsts.reads.values()]
    },
    repeated(max) {
      const now = clock.platform()
      if (!isFlooded()) return ledger.repeatedReads(now, max)
      if (firstsSinceRepeated < FIRST_READS_PER_REPEATED) return []
      repeats = cachedOrNew(repeats, () => ledger.repeatedReads(now, LOOKUP_SIZE))
      return [...repeats.reads.values()]
    },
    recordStart(orderId, kind) {
      firsts?.reads.delete(orderId)
      repeats?.reads.delete(orderId)
      firstsSinceRepeated = kind === 'first' ? firstsSinceRepeated + 1 : 0
    },
  }
}
