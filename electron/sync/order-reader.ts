import type { Ledger, OrderToRead } from '../storage/ports.ts'
import { createDueReads } from './due-reads.ts'
import { createPool } from './pool.ts'
import { createSingleReads, MAX_IN_A_COMMIT, type SingleReadsParts } from './single-reads.ts'

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

export type OrderReader = {
  /** Starts the reads that are due, at most four orders at once. Returns the ms until the next is due. */
  work(): Promise<number | undefined>
  /**
   * Queues a read of the order. Resolves when a read that began after this call has ended: true when the platform
   * answered, also with no usable order (it may have deleted it); false when it did not answer.
   */
  readNow(orderId: string): Promise<boolean>
  /** The same for the read under way; `undefined` when there is none. */
  readUnderWay(orderId: string): Promise<boolean> | undefined
  /** Whether the order was read in the last five seconds of this run. */
  wasJustRead(orderId: string): boolean
  /** Reads at once and drops `Retry-After`: staff asked for it. */
  retryNow(): void
  /** Resolves when no read is under way. */
  idle(): Promise<void>
}

export function createOrderReader(parts: ReaderParts & { readonly kick: () => void }): OrderReader {
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
    async work() {
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
    readNow(orderId) {
      if (signal.aborted) return Promise.resolve(false)
      begunAt.delete(orderId)
      ledger.deferred(() => ledger.markToRead([orderId], clock.platform()), 'later')
      const answer = reads.waitForNext(orderId)
      kick()
      return answer
    },
    readUnderWay: reads.waitForCurrent,
    wasJustRead: reads.wasJustRead,
    retryNow: () => retryAfterUntil.clear(),
    idle: () => pool.idle(),
  }
}
