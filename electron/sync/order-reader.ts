import { meaningOf } from '../../shared/lifecycle.ts'
import type { Order } from '../../shared/order.ts'
import { assertNever } from '../../shared/result.ts'
import type { Log } from '../logging/log-port.ts'
import type { PlatformClient, ReadAnswer } from '../platform/answers.ts'
import type { Ledger, OrderToRead } from '../storage/ports.ts'
import type { Clock } from './clock.ts'
import { createCommitBatch } from './commit-batch.ts'
import { createDueReads } from './due-reads.ts'
import { createPool } from './pool.ts'
import { type ReadVerdict, readVerdictOf } from './read-verdict.ts'
import { settleTaps } from './settle.ts'

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

/** Receives a body together with the order that was parsed from it. */
type ReadOrders = {
  inTransaction<T>(work: () => T): T
  save(orderId: string, body: unknown, readAt: number, whole: string | undefined, order: Order): void
}

export type ReaderParts = {
  readonly client: Pick<PlatformClient, 'readOrder'>
  readonly ledger: Pick<
    Ledger,
    | 'order'
    | 'firstReads'
    | 'repeatedReads'
    | 'nextReadAt'
    | 'markToRead'
    | 'recordRead'
    | 'recordReadFailure'
    | 'tapsOf'
    | 'eventsOf'
    | 'lastCancellation'
    | 'deferred'
    | 'inOneCommit'
  >
  readonly cache: ReadOrders
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
  /** Reads at once and drops `Retry-After`: staff asked for it. */
  retryNow(): void
  /** Resolves when no read is under way. */
  idle(): Promise<void>
}

/** An attempt with its answer, not stored yet. */
type Attempt = { readonly entry: OrderToRead; readonly verdict: ReadVerdict; readonly beganAt: number }

type Waiter = { readonly afterRead: number; readonly resolve: (isAnswered: boolean) => void }

export function createOrderReader(parts: ReaderParts & { readonly kick: () => void }): OrderReader {
  const { client, ledger, cache, clock, random, signal, log, onRead, kick } = parts
  const pool = createPool({ name: 'order-reader', limit: MAX_PLACES, clock, log, onEnd: kick })
  const waiters = new Map<string, readonly Waiter[]>()
  /** Orders whose read was answered with `Retry-After`, and until when (monotonic). Only `retryNow` ends the wait. */
  const retryAfterUntil = new Map<string, number>()
  /** How many times in a row each order was unreadable. In memory only: after a start the pauses begin short again. */
  const timesUnreadable = new Map<string, number>()
  const underWay = new Set<string>()
  let reads = 0

  // A read that has not begun by now never begins. Its waiters are answered, or they would keep the program from
  // stopping.
  signal.addEventListener('abort', () => {
    for (const waiting of waiters.values()) for (const { resolve } of waiting) resolve(false)
    waiters.clear()
  })

  const answerWaiters = (orderId: string, read: number, isAnswered: boolean): void => {
    const waiting = waiters.get(orderId) ?? []
    const isOver = (waiter: Waiter) => waiter.afterRead < read
    const others = waiting.filter((waiter) => !isOver(waiter))
    if (others.length === 0) waiters.delete(orderId)
    else waiters.set(orderId, others)
    for (const waiter of waiting.filter(isOver)) waiter.resolve(isAnswered)
  }

  const recordOrder = (
    entry: OrderToRead,
    { order }: Extract<ReadVerdict, { kind: 'read' }>,
    beganAt: number,
  ): void => {
    const { orderId, generation } = entry
    const at = clock.platform()
    const isCancelled = ledger.order(orderId)?.status === 'CANCELLED' || ledger.lastCancellation(orderId) !== undefined
    const status = meaningOf(order.status, isCancelled)
    const taps = ledger.tapsOf(orderId)
    const events = taps.length === 0 ? [] : ledger.eventsOf(orderId)
    const settlements = settleTaps(taps, { status, beganAt, at }, events)
    // Durable before `onRead`: a status that the screen has shown must not be older after a crash.
    ledger.recordRead({ orderId, generation, status, at, settlements })
  }

  const postpone = (entry: OrderToRead, waitMs: number, problem?: string): void => {
    const { orderId, generation } = entry
    const at = clock.platform()
    ledger.recordReadFailure({ orderId, at, nextReadAt: at + waitMs, generation, problem })
  }

  const record = ({ entry, verdict, beganAt }: Attempt): void => {
    switch (verdict.kind) {
      case 'read':
        recordOrder(entry, verdict, beganAt)
        break
      case 'asked-to-wait':
        retryAfterUntil.set(entry.orderId, clock.monotonic() + verdict.waitMs)
        postpone(entry, verdict.waitMs)
        break
      case 'again':
        postpone(entry, verdict.waitMs)
        break
      case 'unreadable':
        if (ledger.order(entry.orderId)?.problem !== verdict.problem) {
          log.warn('order-unreadable', { orderId: entry.orderId, problem: verdict.problem })
        }
        postpone(entry, verdict.waitMs, verdict.problem)
        break
      default:
        assertNever(verdict)
    }
  }

  const batch = createCommitBatch<Attempt>({
    store(attempts) {
      // The cache is written first. In the other order, a crash between the two writes would leave a settled mark with an
      // old body.
      cache.inTransaction(() => {
        const at = clock.platform()
        for (const { entry, verdict } of attempts) {
          if (verdict.kind === 'read') cache.save(entry.orderId, verdict.body, at, verdict.whole, verdict.order)
        }
      })
      ledger.inOneCommit(() => {
        for (const attempt of attempts) record(attempt)
      })
    },
    onStored: (attempts) => onRead(attempts.map(({ entry }) => entry.orderId)),
    areMoreComing: () => busy() > 0,
    most: MAX_IN_A_COMMIT,
    waitsAtMostMs: COMMIT_WITHIN_MS,
    clock,
    signal,
  })

  /** Places of the pool that are taken, without the answers that wait for their commit. */
  const busy = (): number => MAX_PLACES - pool.free() - batch.size()

  const verdictOf = (entry: OrderToRead, answer: ReadAnswer): ReadVerdict => {
    const { orderId, attempts } = entry
    const times = attempts === 0 ? 0 : (timesUnreadable.get(orderId) ?? 0)
    const verdict = readVerdictOf(entry, answer, { at: clock.platform(), random, timesUnreadable: times })
    if (verdict.kind === 'unreadable') timesUnreadable.set(orderId, times + 1)
    if (verdict.kind === 'read') timesUnreadable.delete(orderId)
    // Orders that never become readable are many only in a flood of ids that do not exist.
    if (timesUnreadable.size > MAX_COUNTED) timesUnreadable.clear()
    return verdict
  }

  const read = async (entry: OrderToRead, onAnswer?: () => void): Promise<void> => {
    reads += 1
    const number = reads
    const beganAt = clock.platform()
    let isAnswered = false
    underWay.add(entry.orderId)
    try {
      const answer = await client.readOrder(entry.orderId, signal).finally(onAnswer)
      if (signal.aborted) return
      const verdict = verdictOf(entry, answer)
      const isStored = batch.add({ entry, verdict, beganAt })
      // The call has ended: another read may start.
      kick()
      isAnswered = (await isStored) && (answer.kind === 'order' || answer.kind === 'refused')
    } finally {
      underWay.delete(entry.orderId)
      answerWaiters(entry.orderId, number, isAnswered)
    }
  }

  const waitFor = (orderId: string, afterRead: number): Promise<boolean> =>
    new Promise((resolve) => {
      waiters.set(orderId, [...(waiters.get(orderId) ?? []), { afterRead, resolve }])
    })

  /** True when the platform asked to wait for this order: the read is put off, and its waiters are answered. */
  const isPutOff = (entry: OrderToRead): boolean => {
    const waitMs = (retryAfterUntil.get(entry.orderId) ?? Number.NEGATIVE_INFINITY) - clock.monotonic()
    if (waitMs <= 0) {
      retryAfterUntil.delete(entry.orderId)
      return false
    }
    postpone(entry, waitMs)
    answerWaiters(entry.orderId, reads + 1, false)
    return true
  }

  const due = createDueReads(ledger, clock)

  /** Starts those that may start, until `most` reads are under way. */
  const start = (
    entries: readonly OrderToRead[],
    most: number,
    kind: 'first' | 'repeated',
    run: (entry: OrderToRead) => Promise<void>,
  ): void => {
    for (const entry of entries) {
      if (busy() >= most) return
      if (pool.has(entry.orderId)) continue
      due.recordStart(entry.orderId, kind)
      if (!isPutOff(entry)) pool.run(entry.orderId, () => run(entry))
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
  const startRepeated = (mostRepeated: number): void => {
    if (busy() >= MAX_AT_ONCE || repeatedUnderWay >= mostRepeated) return
    const others = busy() - repeatedUnderWay
    const most = Math.min(MAX_AT_ONCE, others + mostRepeated)
    start(due.repeated(candidates()), most, 'repeated', readAgain)
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
      const answer = waitFor(orderId, reads)
      kick()
      return answer
    },
    readUnderWay: (orderId) => (underWay.has(orderId) ? waitFor(orderId, 0) : undefined),
    retryNow: () => retryAfterUntil.clear(),
    idle: () => pool.idle(),
  }
}
