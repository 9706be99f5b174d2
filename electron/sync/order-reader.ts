import { meaningOf } from '../../shared/lifecycle.ts'
import type { Order } from '../../shared/order.ts'
import { assertNever } from '../../shared/result.ts'
import type { Log } from '../logging/log-port.ts'
import type { PlatformClient, ReadAnswer } from '../platform/answers.ts'
import type { Ledger, OrderToRead } from '../storage/ports.ts'
import type { Clock } from './clock.ts'
import { createPool } from './pool.ts'
import { type ReadVerdict, readVerdictOf } from './read-verdict.ts'
import { settleTap } from './settle.ts'

/** Most reads at once. The client allows one call more (platform/client.ts), which is left to taps. */
const MOST_AT_ONCE = 4
/** Most repeated reads among them: failing orders must not hold up new ones, nor new orders one that failed once. */
const MOST_REPEATED_AT_ONCE = 2
const MOST_REPEATED_BESIDE_FIRST = 1
/** Enough rows to fill all places, even when some of the orders are being read. */
const CANDIDATES = 2 * MOST_AT_ONCE
/** More first reads due at once than a busy kitchen causes: a flood. */
const MANY_DUE = 50
const COUNT_EVERY_MS = 1_000

/** Receives a body together with the order that was parsed from it. */
type ReadOrders = {
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
  >
  readonly cache: ReadOrders
  readonly clock: Clock
  readonly random: () => number
  readonly signal: AbortSignal
  readonly log: Log
  /** Called after each attempt, once its outcome is durable. */
  readonly onRead: (orderId: string) => void
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

type Waiter = { readonly afterRead: number; readonly resolve: (isAnswered: boolean) => void }

export function createOrderReader(parts: ReaderParts & { readonly kick: () => void }): OrderReader {
  const { client, ledger, cache, clock, random, signal, log, onRead, kick } = parts
  const pool = createPool({ name: 'order-reader', limit: MOST_AT_ONCE, clock, log, onEnd: kick })
  const waiters = new Map<string, readonly Waiter[]>()
  /** Orders whose read was answered with `Retry-After`, and until when (monotonic): nothing makes those due sooner. */
  const askedToWait = new Map<string, number>()
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

  const keep = (entry: OrderToRead, verdict: Extract<ReadVerdict, { kind: 'read' }>, beganAt: number): void => {
    const { order, body, whole } = verdict
    const { orderId, generation } = entry
    const at = clock.platform()
    const isCancelled = ledger.order(orderId)?.status === 'CANCELLED' || ledger.lastCancellation(orderId) !== undefined
    const status = meaningOf(order.status, isCancelled)
    // The cache first: were it the other way round, a crash between the two would leave a settled mark over an old body.
    cache.save(orderId, body, at, whole, order)
    const taps = ledger.tapsOf(orderId)
    const events = taps.length === 0 ? [] : ledger.eventsOf(orderId)
    const settlements = taps.flatMap((tap) => settleTap(tap, { status, beganAt, at }, events) ?? [])
    // Durable before `onRead`: a status that the screen has shown must not be older after a crash.
    ledger.recordRead({ orderId, generation, status, at, settlements })
  }

  const postpone = (entry: OrderToRead, waitMs: number, problem?: string): void => {
    const { orderId, generation } = entry
    const at = clock.platform()
    ledger.recordReadFailure({ orderId, at, nextReadAt: at + waitMs, generation, problem })
  }

  const apply = (entry: OrderToRead, answer: ReadAnswer, beganAt: number): void => {
    const verdict = readVerdictOf(entry, answer, { at: clock.platform(), random })
    switch (verdict.kind) {
      case 'read':
        keep(entry, verdict, beganAt)
        break
      case 'asked-to-wait':
        askedToWait.set(entry.orderId, clock.monotonic() + verdict.waitMs)
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

  const read = async (entry: OrderToRead): Promise<void> => {
    reads += 1
    const number = reads
    const beganAt = clock.platform()
    let isAnswered = false
    underWay.add(entry.orderId)
    try {
      const answer = await client.readOrder(entry.orderId, signal)
      if (signal.aborted) return
      apply(entry, answer, beganAt)
      isAnswered = answer.kind === 'order' || answer.kind === 'refused'
      onRead(entry.orderId)
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
    const waitMs = (askedToWait.get(entry.orderId) ?? Number.NEGATIVE_INFINITY) - clock.monotonic()
    if (waitMs <= 0) {
      askedToWait.delete(entry.orderId)
      return false
    }
    postpone(entry, waitMs)
    answerWaiters(entry.orderId, reads + 1, false)
    return true
  }

  let areManyDue = false
  let countedAt = Number.NEGATIVE_INFINITY
  /** Counted once a second: each counted row costs a check of its checksum. */
  const isFlooded = (): boolean => {
    if (clock.monotonic() - countedAt < COUNT_EVERY_MS) return areManyDue
    countedAt = clock.monotonic()
    areManyDue = ledger.firstReads(clock.platform(), MANY_DUE, 'longest').length === MANY_DUE
    return areManyDue
  }

  /** Starts those that may start, until `most` reads are under way. */
  const start = (entries: readonly OrderToRead[], most: number, run: (entry: OrderToRead) => Promise<void>): void => {
    for (const entry of entries) {
      if (MOST_AT_ONCE - pool.free() >= most) return
      if (!pool.has(entry.orderId) && !isPutOff(entry)) pool.run(entry.orderId, () => run(entry))
    }
  }

  let repeatedUnderWay = 0
  const readAgain = async (entry: OrderToRead): Promise<void> => {
    repeatedUnderWay += 1
    try {
      await read(entry)
    } finally {
      repeatedUnderWay -= 1
    }
  }
  const startRepeated = (mostRepeated: number): void => {
    const others = MOST_AT_ONCE - pool.free() - repeatedUnderWay
    if (pool.free() === 0 || repeatedUnderWay >= mostRepeated) return
    start(ledger.repeatedReads(clock.platform(), CANDIDATES), others + mostRepeated, readAgain)
  }

  let isLatestTurn = false
  /** Oldest request first. In a flood, oldest and latest alternate: a flood must not hold up the orders after it. */
  const startFirst = (): void => {
    if (pool.free() === 0) return
    isLatestTurn = isFlooded() && !isLatestTurn
    start(ledger.firstReads(clock.platform(), CANDIDATES, isLatestTurn ? 'latest' : 'longest'), MOST_AT_ONCE, read)
  }

  return {
    async work() {
      if (signal.aborted) return undefined
      startRepeated(MOST_REPEATED_BESIDE_FIRST)
      startFirst()
      startRepeated(MOST_REPEATED_AT_ONCE)
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
    retryNow: () => askedToWait.clear(),
    idle: () => pool.idle(),
  }
}
