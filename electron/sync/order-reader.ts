import type { Ledger, OrderToRead } from '../storage/ports.ts'
import type { Clock } from './clock.ts'
import { createDueReads, type ReadKind } from './due-reads.ts'
import { createPool } from './pool.ts'
import { createSingleReads, MAX_IN_A_COMMIT, type SingleReads, type SingleReadsOptions } from './single-reads.ts'

/** Most reads at once. The client allows one call more (platform/client.ts), which is left to taps. */
const MAX_AT_ONCE = 4
/** Most repeated reads among them: failing orders must not hold up new ones, nor new orders one that failed once. */
const MAX_REPEATED_AT_ONCE = 2
const MAX_REPEATED_BESIDE_FIRST = 1
/** While pages of a backlog follow each other, an order is read again after this time at the earliest, and once they end. */
const BACKLOG_GAP_MS = 2_000
const MAX_PLACES = MAX_AT_ONCE + MAX_IN_A_COMMIT

type ReaderOptions = Omit<SingleReadsOptions, 'ledger' | 'onRetryAfter' | 'areMoreComing' | 'onCallEnded'> & {
  readonly ledger: SingleReadsOptions['ledger'] &
    Pick<Ledger, 'firstReads' | 'repeatedReads' | 'nextReadAt' | 'markToRead' | 'deferred'>
  /** Whether more events of the platform are expected at once: they may name the same orders again. */
  readonly isBacklog: () => boolean
  readonly kick: () => void
}

export interface OrderReader extends Pick<SingleReads, 'wasJustRead'> {
  /** Starts the reads that are due, at most four orders at once. Returns the ms until the next is due. */
  work(): Promise<number | undefined>
  /**
   * Queues a read of the order. Resolves when a read that began after this call has ended: true when the platform
   * answered, also with no usable order (it may have deleted it); false when it did not answer.
   */
  readNow(orderId: string): Promise<boolean>
  /** The same for the read under way; `undefined` when there is none. */
  readUnderWay(orderId: string): Promise<boolean> | undefined
  /** Reads at once and drops `Retry-After`: staff asked for it. */
  retryNow(): void
  /** Resolves when no read is under way. */
  idle(): Promise<void>
}

/** Reads that wait for a later time while pages of a backlog follow each other. */
function createHeldReads({ clock, isBacklog }: Pick<ReaderOptions, 'clock' | 'isBacklog'>) {
  /** When reads began in this backlog, monotonic ms. */
  const begunAt = new Map<string, number>()
  /** Until the first of the reads that are held back. */
  let nextMs: number | undefined
  return {
    /** Call before reads are started. */
    begin(): void {
      if (!isBacklog()) begunAt.clear()
      nextMs = undefined
    },
    isHeld(orderId: string): boolean {
      if (!isBacklog()) return false
      const heldMs = (begunAt.get(orderId) ?? Number.NEGATIVE_INFINITY) + BACKLOG_GAP_MS - clock.monotonic()
      if (heldMs > 0) nextMs = Math.min(nextMs ?? heldMs, heldMs)
      return heldMs > 0
    },
    recordStart(orderId: string): void {
      if (isBacklog()) begunAt.set(orderId, clock.monotonic())
    },
    release: (orderId: string) => begunAt.delete(orderId),
    count: () => begunAt.size,
    nextMs: () => nextMs,
  }
}

/** Orders whose read was answered with `Retry-After`, and until when (monotonic). Only `retryNow` ends the wait. */
function createReadPauses(clock: Pick<Clock, 'monotonic'>) {
  const until = new Map<string, number>()
  return {
    record: (orderId: string, waitMs: number) => until.set(orderId, clock.monotonic() + waitMs),
    /** Ms until the order may be read; not above 0 without a pause. */
    waitMs(orderId: string): number {
      const waitMs = (until.get(orderId) ?? Number.NEGATIVE_INFINITY) - clock.monotonic()
      if (waitMs <= 0) until.delete(orderId)
      return waitMs
    },
    clear: () => until.clear(),
  }
}

/**
 * The worker of reads. The life of an order's read; the ledger has the mark, the generation and the next time:
 *
 *     marked ──free place──▶ read ──answer──▶ waits for the commit ──▶ stored, unless an event raised the generation
 *       ▲ ▲                   │
 *       │ └──no answer, 404───┘     `Retry-After` of the order, or a backlog, keeps it marked
 *       └──event, tap, lag of the platform
 */
export function createOrderReader(options: ReaderOptions): OrderReader {
  const { ledger, clock, signal, log, kick } = options
  const pool = createPool({ name: 'order-reader', limit: MAX_PLACES, clock, log, onEnd: kick })
  const pauses = createReadPauses(clock)
  const held = createHeldReads(options)
  const reads = createSingleReads({
    ...options,
    onRetryAfter: pauses.record,
    areMoreComing: () => busy() > 0,
    onCallEnded: kick,
  })
  const due = createDueReads(ledger, clock)

  /** Places of the pool that are taken, without the answers that wait for their commit. */
  const busy = (): number => MAX_PLACES - pool.free() - reads.unstored()

  /** Starts those that may start, until `limit` reads are under way. */
  const start = (
    entries: readonly OrderToRead[],
    limit: number,
    kind: ReadKind,
    run: (entry: OrderToRead) => Promise<void>,
  ): void => {
    for (const entry of entries) {
      const { orderId } = entry
      if (busy() >= limit) return
      if (pool.has(orderId) || held.isHeld(orderId)) continue
      held.recordStart(orderId)
      due.recordStart(orderId, kind)
      const waitMs = pauses.waitMs(orderId)
      if (waitMs > 0) reads.postpone(entry, waitMs)
      else pool.run(orderId, () => run(entry))
    }
  }

  /** Enough to fill the free places: orders that have a place, or are held back, are still due. */
  const candidates = (): number => MAX_AT_ONCE - busy() + (MAX_PLACES - pool.free()) + held.count()

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
    async work() {
      if (signal.aborted) return undefined
      held.begin()
      startRepeated(MAX_REPEATED_BESIDE_FIRST)
      startFirst()
      startRepeated(MAX_REPEATED_AT_ONCE)
      // A free place may allow another read.
      if (busy() >= MAX_AT_ONCE) return undefined
      const next = ledger.nextReadAt()
      // A due read without a free place starts when a place becomes free.
      const waitMs = next === undefined || next <= clock.platform() ? undefined : next - clock.platform()
      const heldMs = held.nextMs()
      return heldMs === undefined ? waitMs : Math.min(heldMs, waitMs ?? heldMs)
    },
    readNow(orderId) {
      if (signal.aborted) return Promise.resolve(false)
      held.release(orderId)
      ledger.deferred(() => ledger.markToRead([orderId], clock.platform()), 'later')
      const answer = reads.waitForNext(orderId)
      kick()
      return answer
    },
    readUnderWay: reads.waitForCurrent,
    wasJustRead: reads.wasJustRead,
    retryNow: pauses.clear,
    idle: () => pool.idle(),
  }
}
