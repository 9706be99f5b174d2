import type { Log } from '../logging/log-port.ts'
import type { PlatformClient, ReadAnswer } from '../platform/answers.ts'
import type { Ledger, OrderToRead } from '../storage/ports.ts'
import type { Clock } from './clock.ts'
import { createCommitBatch } from './commit-batch.ts'
import { createDueReads } from './due-reads.ts'
import { createPool } from './pool.ts'
import { createReadResults, type ReadAttempt, type ReadResultParts } from './read-results.ts'
import { type ReadVerdict, readVerdictOf } from './read-verdict.ts'
import { createReadWaiters } from './read-waiters.ts'
import { createRecentReads } from './recent-reads.ts'

/** Most reads at once. The client allows one call more (platform/client.ts), which is left to taps. */
const MAX_AT_ONCE = 4
/** Most repeated reads among them: failing orders must not hold up new ones, nor new orders one that failed once. */
const MAX_REPEATED_AT_ONCE = 2
const MAX_REPEATED_BESIDE_FIRST = 1
/** Answers that are stored in one commit; taps and windows are served between two of them. */
const MAX_IN_A_COMMIT = 10
const MAX_PLACES = MAX_AT_ONCE + MAX_IN_A_COMMIT
/** The counts of unreadable answers are dropped when there are more. */
const MAX_COUNTED = 10_000
/** How long an answer waits for others that are on their way. */
const COMMIT_WITHIN_MS = 20

export type ReaderParts = {
  readonly client: Pick<PlatformClient, 'readOrder'>
  readonly ledger: Pick<Ledger, 'firstReads' | 'repeatedReads' | 'nextReadAt' | 'markToRead' | 'deferred'> &
    ReadResultParts['ledger']
  readonly cache: ReadResultParts['cache']
  readonly clock: Clock
  readonly random: () => number
  readonly signal: AbortSignal
  readonly log: Log
  /** Called after each commit, with the orders whose attempts it made durable. */
  readonly onRead: (orderIds: readonly string[]) => void
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
  const { client, ledger, cache, clock, random, signal, log, onRead, kick } = parts
  const pool = createPool({ name: 'order-reader', limit: MAX_PLACES, clock, log, onEnd: kick })
  const waiters = createReadWaiters(signal)
  /** Orders whose read was answered with `Retry-After`, and until when (monotonic). Only `retryNow` ends the wait. */
  const retryAfterUntil = new Map<string, number>()
  /** How many times in a row each order was unreadable. In memory only: after a start the pauses begin short again. */
  const timesUnreadable = new Map<string, number>()
  const underWay = new Set<string>()
  const recentReads = createRecentReads(clock)
  let reads = 0

  const results = createReadResults({
    ledger,
    cache,
    clock,
    random,
    log,
    onRetryAfter: (orderId, waitMs) => retryAfterUntil.set(orderId, clock.monotonic() + waitMs),
  })
  const batch = createCommitBatch<ReadAttempt>({
    store: results.store,
    onStored(attempts) {
      for (const { entry, verdict } of attempts) if (verdict.kind === 'read') recentReads.record(entry.orderId)
      onRead(attempts.map(({ entry }) => entry.orderId))
    },
    areMoreComing: () => busy() > 0,
    maxSize: MAX_IN_A_COMMIT,
    maxWaitMs: COMMIT_WITHIN_MS,
    clock,
    signal,
  })

  /** Places of the pool that are taken, without the answers that wait for their commit. */
  const busy = (): number => MAX_PLACES - pool.free() - batch.size()

  const verdictOf = (entry: OrderToRead, answer: ReadAnswer, waitedMs: number): ReadVerdict => {
    const { orderId, attempts } = entry
    const times = attempts === 0 ? 0 : (timesUnreadable.get(orderId) ?? 0)
    const isKnown = (id: string): boolean => ledger.order(id) !== undefined
    const verdict = readVerdictOf(entry, answer, { waitedMs, random, timesUnreadable: times, isKnown })
    // Failures of the platform say nothing about the order: after them a first refusal has a short pause.
    if (verdict.kind === 'unreadable' && answer.kind !== 'unavailable') timesUnreadable.set(orderId, times + 1)
    if (verdict.kind === 'read') timesUnreadable.delete(orderId)
    // Orders that never become readable are many only in a flood of ids that do not exist.
    if (timesUnreadable.size > MAX_COUNTED) timesUnreadable.clear()
    return verdict
  }

  const read = async (entry: OrderToRead, onAnswer?: () => void): Promise<void> => {
    reads += 1
    const number = reads
    const beganAt = clock.monotonic()
    const waitedBeforeMs = clock.platform() - entry.wantedSince
    let isAnswered = false
    underWay.add(entry.orderId)
    try {
      const answer = await client.readOrder(entry.orderId, signal).finally(onAnswer)
      if (signal.aborted) return
      const verdict = verdictOf(entry, answer, waitedBeforeMs + clock.monotonic() - beganAt)
      const isStored = batch.add({ entry, verdict, beganAt })
      // The call has ended: another read may start.
      kick()
      isAnswered = (await isStored) && (answer.kind === 'order' || answer.kind === 'refused')
    } finally {
      underWay.delete(entry.orderId)
      waiters.answer(entry.orderId, number, isAnswered)
    }
  }

  /** True when the platform asked to wait for this order: the read is postponed, and its callers get their answer. */
  const isPostponed = (entry: OrderToRead): boolean => {
    const waitMs = (retryAfterUntil.get(entry.orderId) ?? Number.NEGATIVE_INFINITY) - clock.monotonic()
    if (waitMs <= 0) {
      retryAfterUntil.delete(entry.orderId)
      return false
    }
    results.postpone(entry, waitMs)
    waiters.answer(entry.orderId, reads + 1, false)
    return true
  }

  const due = createDueReads(ledger, clock)

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
      due.recordStart(entry.orderId, kind)
      if (!isPostponed(entry)) pool.run(entry.orderId, () => run(entry))
    }
  }

  /** Enough to fill the free places: orders that have a place are still due. */
  const candidates = (): number => MAX_AT_ONCE - busy() + (MAX_PLACES - pool.free())

  let repeatedUnderWay = 0
  const readAgain = async (entry: OrderToRead): Promise<void> => {
    repeatedUnderWay += 1
    await read(entry, () => {
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
    if (busy() < MAX_AT_ONCE) start(due.first(candidates()), MAX_AT_ONCE, 'first', read)
  }

  return {
    async work() {
      if (signal.aborted) return undefined
      startRepeated(MAX_REPEATED_BESIDE_FIRST)
      startFirst()
      startRepeated(MAX_REPEATED_AT_ONCE)
      // A free place may allow another read.
      if (busy() >= MAX_AT_ONCE) return undefined
      const next = ledger.nextReadAt()
      // A due read without a free place starts when a place becomes free.
      return next === undefined || next <= clock.platform() ? undefined : next - clock.platform()
    },
    readNow(orderId) {
      if (signal.aborted) return Promise.resolve(false)
      ledger.deferred(() => ledger.markToRead([orderId], clock.platform()), 'later')
      const answer = waiters.waitFor(orderId, reads)
      kick()
      return answer
    },
    readUnderWay: (orderId) => (underWay.has(orderId) ? waiters.waitFor(orderId, 0) : undefined),
    wasJustRead: recentReads.has,
    retryNow: () => retryAfterUntil.clear(),
    idle: () => pool.idle(),
  }
}
