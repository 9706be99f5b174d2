import { meaningOf } from '../../shared/lifecycle.ts'
import { parseOrder } from '../../shared/order.ts'
import { assertNever } from '../../shared/result.ts'
import type { Log } from '../logging/log-port.ts'
import type { PlatformClient, Refused, Setback } from '../platform/answers.ts'
import type { Ledger, OrderCache, OrderToRead } from '../storage/ports.ts'
import { type Backoff, backoffMs, CALL_BACKOFF } from './backoff.ts'
import type { Clock } from './clock.ts'
import { createPool } from './pool.ts'
import { settleTap } from './settle.ts'

const MOST_AT_ONCE = 4
/** Places kept for orders that were not tried yet: those which never answer must not stall a neighbour. */
const KEPT_FOR_FIRST_READS = 2
/** How far beyond the places one looks when those in front may not start. */
const LOOK_AHEAD = 200
/** Right after `CREATED` a read may answer 404 for minutes (protocol.md, "Events": up to 10). */
const NOT_FOUND_PATIENCE_MS = 10 * 60_000
const NOT_FOUND_BACKOFF: Backoff = { baseMs: 1_000, capMs: 30_000 }
const UNAUTHORIZED_WAIT_MS = 30_000

export type ReaderParts = {
  readonly client: Pick<PlatformClient, 'readOrder'>
  readonly ledger: Pick<
    Ledger,
    'order' | 'ordersToRead' | 'nextReadAt' | 'markToRead' | 'recordRead' | 'recordReadFailure' | 'tapsOf' | 'eventsOf'
  >
  readonly cache: Pick<OrderCache, 'save'>
  readonly clock: Clock
  readonly random: () => number
  readonly signal: AbortSignal
  readonly log: Log
  /** Told after each attempt, once its outcome is durable. */
  readonly onRead: (orderId: string) => void
}

export type OrderReader = {
  /** Starts the reads that are due, at most four orders at once; gives the ms until the next is due. */
  work(): Promise<number | undefined>
  /** Marks the order and resolves once a read that began after this call succeeded (true) or failed (false). */
  readNow(orderId: string): Promise<boolean>
  /** The same of the read that is under way; `undefined` when there is none. */
  readUnderWay(orderId: string): Promise<boolean> | undefined
  /** Resolves when no read is under way. */
  idle(): Promise<void>
}

type Waiter = { readonly afterRead: number; readonly resolve: (isRead: boolean) => void }

export function createOrderReader(parts: ReaderParts & { readonly kick: () => void }): OrderReader {
  const { client, ledger, cache, clock, random, signal, log, onRead, kick } = parts
  const pool = createPool({ name: 'order-reader', limit: MOST_AT_ONCE, clock, log, onEnd: kick })
  const waiters = new Map<string, readonly Waiter[]>()
  /** Orders whose read was answered with `Retry-After`, and until when: nothing hurries those. */
  const askedToWait = new Map<string, number>()
  const underWay = new Set<string>()
  let reads = 0

  // A read that has not begun by then never will: who waits for it would keep the program from stopping.
  signal.addEventListener('abort', () => {
    for (const waiting of waiters.values()) for (const { resolve } of waiting) resolve(false)
    waiters.clear()
  })

  const answerWaiters = (orderId: string, read: number, isRead: boolean): void => {
    const waiting = waiters.get(orderId) ?? []
    const isAnswered = (waiter: Waiter) => waiter.afterRead < read
    waiters.set(
      orderId,
      waiting.filter((waiter) => !isAnswered(waiter)),
    )
    for (const waiter of waiting.filter(isAnswered)) waiter.resolve(isRead)
  }

  const keep = (entry: OrderToRead, body: unknown, beganAt: number): void => {
    const at = clock.now()
    const parsed = parseOrder(body)
    if (!parsed.ok) log.warn('order-unreadable', { orderId: entry.orderId, problem: parsed.reason })
    const events = ledger.eventsOf(entry.orderId)
    const isCancelled =
      ledger.order(entry.orderId)?.status === 'CANCELLED' || events.some(({ eventType }) => eventType === 'CANCELLED')
    const status = parsed.ok ? meaningOf(parsed.order.status, isCancelled) : undefined
    const problem = parsed.ok ? undefined : parsed.reason
    // The cache first: were it the other way round, a crash between the two would leave a settled mark over an old body.
    if (parsed.ok) cache.save(entry.orderId, body, at)
    const settlements =
      status === undefined
        ? []
        : ledger.tapsOf(entry.orderId).flatMap((tap) => settleTap(tap, { status, beganAt, at }, events) ?? [])
    const { orderId, generation } = entry
    ledger.recordRead({ orderId, generation, status, problem, at, settlements })
  }

  const postpone = (entry: OrderToRead, waitMs: number): void => {
    const at = clock.now()
    ledger.recordReadFailure({ orderId: entry.orderId, at, nextReadAt: at + waitMs, generation: entry.generation })
  }

  const giveUpOrWait = (entry: OrderToRead, refusal: Refused): void => {
    const at = clock.now()
    const waited = at - entry.wantedSince
    const isHopeless = refusal.status === 403 || waited >= NOT_FOUND_PATIENCE_MS
    if (!isHopeless) {
      postpone(entry, backoffMs(entry.attempts + 1, NOT_FOUND_BACKOFF, random))
      return
    }
    const reason = refusal.status === 403 ? 'forbidden' : refusal.status === 404 ? 'not-found' : 'rejected'
    log.warn('order-read-given-up', { orderId: entry.orderId, status: refusal.status })
    ledger.recordReadFailure({
      orderId: entry.orderId,
      at,
      nextReadAt: at,
      givenUp: reason,
      generation: entry.generation,
    })
  }

  const keepSetback = (entry: OrderToRead, setback: Setback): void => {
    switch (setback.kind) {
      case 'unavailable': {
        const waitMs = backoffMs(entry.attempts + 1, CALL_BACKOFF, random, setback.retryAfterMs)
        if (setback.retryAfterMs) askedToWait.set(entry.orderId, clock.now() + waitMs)
        postpone(entry, waitMs)
        break
      }
      case 'unauthorized':
        postpone(entry, UNAUTHORIZED_WAIT_MS)
        break
      case 'refused':
        giveUpOrWait(entry, setback)
        break
      default:
        assertNever(setback)
    }
  }

  const read = async (entry: OrderToRead): Promise<void> => {
    reads += 1
    const number = reads
    const beganAt = clock.now()
    let isRead = false
    underWay.add(entry.orderId)
    try {
      const answer = await client.readOrder(entry.orderId, signal)
      if (signal.aborted) return
      if (answer.kind === 'order') keep(entry, answer.body, beganAt)
      else keepSetback(entry, answer)
      isRead = answer.kind === 'order'
      onRead(entry.orderId)
    } finally {
      underWay.delete(entry.orderId)
      answerWaiters(entry.orderId, number, isRead)
    }
  }

  const waitFor = (orderId: string, afterRead: number): Promise<boolean> =>
    new Promise((resolve) => {
      waiters.set(orderId, [...(waiters.get(orderId) ?? []), { afterRead, resolve }])
    })

  /** True when the platform asked to wait for this order: put off, and nobody waits for it in vain. */
  const isPutOff = (entry: OrderToRead): boolean => {
    const waitMs = (askedToWait.get(entry.orderId) ?? 0) - clock.now()
    if (waitMs <= 0) {
      askedToWait.delete(entry.orderId)
      return false
    }
    postpone(entry, waitMs)
    answerWaiters(entry.orderId, reads + 1, false)
    return true
  }

  const startDue = (limit: number): void => {
    for (const entry of ledger.ordersToRead(clock.now(), limit)) {
      const places = entry.attempts > 0 ? pool.free() - KEPT_FOR_FIRST_READS : pool.free()
      if (pool.has(entry.orderId) || isPutOff(entry)) continue
      if (places > 0) pool.run(entry.orderId, () => read(entry))
    }
  }

  return {
    async work() {
      if (signal.aborted) return undefined
      startDue(MOST_AT_ONCE * 2)
      if (pool.free() > 0) startDue(LOOK_AHEAD)
      const next = ledger.nextReadAt()
      // What is due now but found no place is looked at again when a place is free.
      return next === undefined || next <= clock.now() ? undefined : next - clock.now()
    },
    readNow(orderId) {
      if (signal.aborted) return Promise.resolve(false)
      ledger.markToRead([orderId], clock.now())
      const answer = waitFor(orderId, reads)
      kick()
      return answer
    },
    readUnderWay: (orderId) => (underWay.has(orderId) ? waitFor(orderId, 0) : undefined),
    idle: () => pool.idle(),
  }
}
