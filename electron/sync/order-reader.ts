import type { Ledger, OrderToRead } from '../storage/ports.ts'
import type { Clock } from './clock.ts'
import { createPool } from './pool.ts'
import { createSingleReads, MAX_IN_A_COMMIT, type SingleReadsParts } from './single-reads.ts'

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

/**
 * Without a flood the ledger is queried each time. In a flood the result of a query is used for many reads, for at most
 * 100 ms: a query for each read would take a fifth of the processor. When another part has done
 * such a read meanwhile, it is repeated without harm: its answer counts for the generation of the query.
 */
export function createDueReads(
  ledger: Pick<Ledger, 'firstReads' | 'repeatedReads'>,
  clock: Pick<Clock, 'monotonic' | 'platform'>,
) {
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
    /** First reads, oldest request first. In a flood, most are reads of the latest orders: new orders must not wait for it. */
    first(max: number): readonly OrderToRead[] {
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
    /** Repeated reads, longest due first. In a flood, few: each answer for an order that does not exist causes another. */
    repeated(max: number): readonly OrderToRead[] {
      const now = clock.platform()
      if (!isFlooded()) return ledger.repeatedReads(now, max)
      if (firstsSinceRepeated < FIRST_READS_PER_REPEATED) return []
      repeats = cachedOrNew(repeats, () => ledger.repeatedReads(now, LOOKUP_SIZE))
      return [...repeats.reads.values()]
    },
    /** Call when a read starts. */
    recordStart(orderId: string, kind: 'first' | 'repeated'): void {
      firsts?.reads.delete(orderId)
      repeats?.reads.delete(orderId)
      firstsSinceRepeated = kind === 'first' ? firstsSinceRepeated + 1 : 0
    },
  }
}

/** Most reads at once. The client allows one call more (platform/client.ts), which is left to taps. */
const MAX_AT_ONCE = 4
/** Most repeated reads among them: failing orders must not hold up new ones, nor new orders one that failed once. */
const MAX_REPEATED_AT_ONCE = 2
const MAX_REPEATED_BESIDE_FIRST = 1
/** While pages of a backlog follow each other, an order is read again after this time at the earliest, and once they end. */
const BACKLOG_GAP_MS = 2_000
const MAX_PLACES = MAX_AT_ONCE + MAX_IN_A_COMMIT

export type ReaderParts = Omit<SingleReadsParts, 'ledger' | 'onRetryAfter' | 'areMoreComing' | 'onCallEnded'> & {
  readonly ledger: SingleReadsParts['ledger'] &
    Pick<Ledger, 'firstReads' | 'repeatedReads' | 'nextReadAt' | 'markToRead' | 'deferred'>
  /** Whether more events of the platform are expected at once: they may name the same orders again. */
  readonly isBacklog: () => boolean
}

export type OrderReader = ReturnType<typeof createOrderReader>

export function createOrderReader(parts: ReaderParts & { readonly kick: () => void }) {
  const { ledger, clock, signal, log, kick, isBacklog } = parts
  const pool = createPool({ name: 'order-reader', limit: MAX_PLACES, clock, log, onEnd: kick })
  /** Orders whose read was answered with `Retry-After`, and until when (monotonic). Only `retryNow` ends the wait. */
  const retryAfterUntil = new Map<string, number>()
  const reads = createSingleReads({
    ...parts,
    onRetryAfter: (orderId, waitMs) => retryAfterUntil.set(orderId, clock.monotonic() + waitMs),
    areMoreComing: () => busy() > 0,
    onCallEnded: kick,
  })

  /** Places of the pool that are taken, without the answers that wait for their commit. */
  const busy = (): number => MAX_PLACES - pool.free() - reads.unstored()

  /** Postpones the read while the `Retry-After` of this order is in force. Returns whether it did. */
  const postponedByRetryAfter = (entry: OrderToRead): boolean => {
    const waitMs = (retryAfterUntil.get(entry.orderId) ?? Number.NEGATIVE_INFINITY) - clock.monotonic()
    if (waitMs <= 0) {
      retryAfterUntil.delete(entry.orderId)
      return false
    }
    reads.postpone(entry, waitMs)
    return true
  }

  const due = createDueReads(ledger, clock)

  /** When reads began in this backlog, monotonic ms. */
  const begunAt = new Map<string, number>()
  const heldBackMs = (orderId: string): number =>
    isBacklog() ? (begunAt.get(orderId) ?? Number.NEGATIVE_INFINITY) + BACKLOG_GAP_MS - clock.monotonic() : 0
  /** Until the first of the reads that are held back. */
  let nextHeldMs: number | undefined

  /** Starts those that may start, until `limit` reads are under way. */
  const start = (
    entries: readonly OrderToRead[],
    limit: number,
    kind: 'first' | 'repeated',
    run: (entry: OrderToRead) => Promise<void>,
  ): void => {
    for (const entry of entries) {
      if (busy() >= limit) return
      if (pool.has(entry.orderId)) continue
      const heldMs = heldBackMs(entry.orderId)
      if (heldMs > 0) {
        nextHeldMs = Math.min(nextHeldMs ?? heldMs, heldMs)
        continue
      }
      if (isBacklog()) begunAt.set(entry.orderId, clock.monotonic())
      due.recordStart(entry.orderId, kind)
      if (!postponedByRetryAfter(entry)) pool.run(entry.orderId, () => run(entry))
    }
  }

  /** Enough to fill the free places: orders that have a place, or are held back, are still due. */
  const candidates = (): number => MAX_AT_ONCE - busy() + (MAX_PLACES - pool.free()) + begunAt.size

  let repeatedUnderWay = 0
  const readAgain = async (entry: OrderToRead): Promise<void> => {
    repeatedUnderWay += 1
    await reads.read(entry, () => {
      repeatedUnderWay -= 1
    })
  }
  const startRepeated = (maxRepeated: number): void => {
    if (busy() >= MAX_AT_ONCE || repeatedUnderWay >= maxRepeated) return
    const others = busy() - repeatedUnderWay
    const limit = Math.min(MAX_AT_ONCE, others + maxRepeated)
    start(due.repeated(candidates()), limit, 'repeated', readAgain)
  }

  const startFirst = (): void => {
    if (busy() < MAX_AT_ONCE) start(due.first(candidates()), MAX_AT_ONCE, 'first', reads.read)
  }

  return {
    /** Starts the reads that are due, at most four orders at once. Returns the ms until the next is due. */
    async work(): Promise<number | undefined> {
      if (signal.aborted) return undefined
      if (!isBacklog()) begunAt.clear()
      nextHeldMs = undefined
      startRepeated(MAX_REPEATED_BESIDE_FIRST)
      startFirst()
      startRepeated(MAX_REPEATED_AT_ONCE)
      // A free place may allow another read.
      if (busy() >= MAX_AT_ONCE) return undefined
      const next = ledger.nextReadAt()
      // A due read without a free place starts when a place becomes free.
      const waitMs = next === undefined || next <= clock.platform() ? undefined : next - clock.platform()
      return nextHeldMs === undefined ? waitMs : Math.min(nextHeldMs, waitMs ?? nextHeldMs)
    },
    /**
     * Queues a read of the order. Resolves when a read that began after this call has ended: true when the platform
     * answered, also with no usable order (it may have deleted it); false when it did not answer.
     */
    readNow(orderId: string): Promise<boolean> {
      if (signal.aborted) return Promise.resolve(false)
      begunAt.delete(orderId)
      ledger.deferred(() => ledger.markToRead([orderId], clock.platform()), 'later')
      const answer = reads.waitForNext(orderId)
      kick()
      return answer
    },
    /** The same for the read under way; `undefined` when there is none. */
    readUnderWay: reads.waitForCurrent,
    /** Whether the order was read in the last five seconds of this run. */
    wasJustRead: reads.wasJustRead,
    /** Reads at once and drops `Retry-After`: staff asked for it. */
    retryNow: (): void => retryAfterUntil.clear(),
    /** Resolves when no read is under way. */
    idle: (): Promise<void> => pool.idle(),
  }
}
