import { isOver, meaningOf } from '../../shared/lifecycle.ts'
import { type Order, parseOrder } from '../../shared/order.ts'
import { carriedMarks, changeWords, isSameOrder } from '../../shared/order-changes.ts'
import { assertNever } from '../../shared/result.ts'
import type { MonotonicMs, PlatformMs } from '../../shared/time.ts'
import type { Log } from '../logging/log-port.ts'
import type { Ledger, OrderCache, OrderToRead } from '../storage/ports.ts'
import type { Clock } from './clock.ts'
import { lagWaitMs } from './lagging-read.ts'
import type { ReadVerdict } from './read-verdict.ts'
import { settleTaps } from './settle.ts'

/** A read with its answer, not stored yet. */
export type ReadAttempt = { readonly entry: OrderToRead; readonly verdict: ReadVerdict; readonly beganAt: MonotonicMs }

export type ReadResultParts = {
  readonly ledger: Pick<
    Ledger,
    | 'order'
    | 'recordRead'
    | 'recordChange'
    | 'struckLines'
    | 'recordReadFailure'
    | 'tapsOf'
    | 'eventsOf'
    | 'decidingEvents'
    | 'inOneCommit'
  >
  readonly cache: Pick<OrderCache, 'inTransaction' | 'text' | 'earlier' | 'saveEarlier'> & {
    /** Receives a body together with the order that was parsed from it. */
    save(orderId: string, body: unknown, readAt: number, whole: string | undefined, order: Order): void
  }
  readonly clock: Pick<Clock, 'platform' | 'toPlatform'>
  readonly random: () => number
  readonly log: Log
  /** Called when the platform answered a read with `Retry-After`. */
  readonly onRetryAfter: (orderId: string, waitMs: number) => void
}

export type ReadResults = {
  /** Stores the results of reads in one commit of the cache and one of the ledger. Throws when the storage refuses. */
  store(attempts: readonly ReadAttempt[]): void
  /** Stores that the order is read again after `waitMs`. */
  postpone(entry: OrderToRead, waitMs: number, problem?: string): void
}

/** A stored order that was still open; an ended one has lost its names and notes. */
function orderIn(text: string | undefined): Order | undefined {
  const parsed = text === undefined ? undefined : parseOrder(JSON.parse(text))
  return parsed?.ok && !isOver(parsed.order.status) ? parsed.order : undefined
}

/** Parts that were sent and cannot be read. */
const unreadPartsOf = ({ comandaUnread = 0, items }: Order): number =>
  items.reduce((sum, item) => sum + (item.comandaUnread ?? 0), comandaUnread)

/** Stores what the reads of orders returned. */
export function createReadResults(parts: ReadResultParts): ReadResults {
  const { ledger, cache, clock, random, log, onRetryAfter } = parts

  const recordOrder = (
    entry: OrderToRead,
    { order, againMs }: Extract<ReadVerdict, { kind: 'read' }>,
    beganAt: MonotonicMs,
    at: PlatformMs,
  ): void => {
    const { orderId, generation } = entry
    const taps = ledger.tapsOf(orderId)
    // The events around a request to cancel are counted; otherwise the first and the latest of each type decide.
    const isCancelWanted = taps.some(({ action }) => action === 'requestCancellation')
    const events = isCancelWanted ? ledger.eventsOf(orderId) : ledger.decidingEvents(orderId)
    const isCancelled =
      ledger.order(orderId)?.status === 'CANCELLED' || events.some(({ eventType }) => eventType === 'CANCELLED')
    // A read without a readable status changes none.
    const statusRead = order.status === '' ? (ledger.order(orderId)?.status ?? '') : order.status
    const status = meaningOf(statusRead, isCancelled)
    const settlements = settleTaps(taps, { status, beganAt: clock.toPlatform(beganAt), at }, events)
    // Durable before the board shows it: a status that the screen has shown must not be older after a crash.
    const waitMs = lagWaitMs({ status, at, attempts: entry.attempts }, events, random) ?? againMs
    ledger.recordRead({ orderId, generation: waitMs === undefined ? generation : undefined, status, at, settlements })
    if (waitMs !== undefined) postpone(entry, waitMs)
    const unread = unreadPartsOf(order)
    if (unread > 0) log.warn('order-partly-unreadable', { orderId, parts: unread, items: order.items.length })
  }

  /** A later read without items does not take the known ones away. The ticket says that a part cannot be read. */
  const withKnownItems = (orderId: string, order: Order): Order => {
    if (order.items.length > 0) return order
    const known = orderIn(cache.text(orderId))
    return known !== undefined && known.items.length > 0
      ? { ...order, items: known.items, comandaUnread: (order.comandaUnread ?? 0) + 1 }
      : order
  }

  const postpone = (entry: OrderToRead, waitMs: number, problem?: string): void => {
    const { orderId, generation } = entry
    const at = clock.platform()
    ledger.recordReadFailure({ orderId, at, nextReadAt: at + waitMs, generation, problem })
  }

  const record = ({ entry, verdict, beganAt }: ReadAttempt, at: PlatformMs): void => {
    switch (verdict.kind) {
      case 'read':
        recordOrder(entry, verdict, beganAt, at)
        break
      case 'retry-after':
        onRetryAfter(entry.orderId, verdict.waitMs)
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

  /** Saves the order. Returns the one before, when its lines or its notes differ and it was still open. */
  const saveOrder = (orderId: string, order: Order, whole: string | undefined, at: number) => {
    const text = cache.text(orderId)
    const earlier = cache.earlier(orderId)
    cache.save(orderId, order, at, whole, order)
    const before = orderIn(text)
    if (text === undefined || before === undefined || isSameOrder(before, order)) return undefined
    const seen = orderIn(earlier?.text) ?? before
    const isAsSeen = isSameOrder(seen, order)
    cache.saveEarlier(orderId, isAsSeen ? undefined : { text: earlier?.text ?? text, changedAt: at })
    return before
  }

  const recordChange = (orderId: string, before: Order, now: Order, at: PlatformMs): void => {
    const marks = carriedMarks(before.items, now.items, ledger.struckLines(orderId))
    ledger.recordChange({ orderId, marks, detail: changeWords(before, now), at })
  }

  return {
    store(attempts) {
      // The same time in both: at the start, an order whose times differ is read again.
      const at = clock.platform()
      const changes: { readonly orderId: string; readonly before: Order; readonly now: Order }[] = []
      // The cache is written first. In the other order, a crash between the two writes would leave a settled mark with an
      // old body.
      cache.inTransaction(() => {
        for (const { entry, verdict } of attempts) {
          if (verdict.kind !== 'read') continue
          const order = withKnownItems(entry.orderId, verdict.order)
          const before = saveOrder(entry.orderId, order, verdict.whole, at)
          if (before) changes.push({ orderId: entry.orderId, before, now: order })
        }
      })
      ledger.inOneCommit(() => {
        for (const attempt of attempts) record(attempt, at)
        for (const { orderId, before, now } of changes) recordChange(orderId, before, now, at)
      })
    },
    postpone,
  }
}
