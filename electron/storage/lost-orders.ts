import Database from 'better-sqlite3'
import { isOver } from '../../shared/lifecycle.ts'
import { parseOrder } from '../../shared/order.ts'
import type { CacheStore } from './order-cache.ts'
import type { Ledger } from './ports.ts'
import { TEXTS_KEPT_MS } from './retention.ts'
import type { UnreadOrders } from './unread-orders.ts'

/** The parts of the cache from which orders are restored. */
export type CacheContent = Pick<CacheStore, 'cache' | 'unread'>

const CANCELLED = 'CANCELLED'

/** The status of the order as the cache has read it; `undefined` without a body that makes a ticket. */
function statusIn({ cache }: CacheContent, orderId: string): string | undefined {
  const parsed = parseOrder(cache.body(orderId))
  return parsed.ok ? parsed.order.status : undefined
}

/**
 * Stores cancellations that the cache has read and the ledger has lost. The next read may answer `CONCLUDED`, which does not
 * name the cancellation, and staff may not have seen the stop.
 */
function restoreCancellations(ledger: Ledger, content: CacheContent, orderIds: readonly string[]): void {
  const readTimes = content.cache.readTimes()
  for (const orderId of orderIds) {
    const at = readTimes.get(orderId)
    if (at === undefined || at <= (ledger.order(orderId)?.lastReadAt ?? Number.NEGATIVE_INFINITY)) continue
    if (statusIn(content, orderId) !== CANCELLED) continue
    ledger.recordRead({ orderId, generation: undefined, status: CANCELLED, at, settlements: [] })
  }
}

/**
 * Queues a read of the orders on the board whose body in the cache is missing, or was not read when the ledger says: the
 * cache was created again, or one of the two files lacks its last commits.
 */
export function refill(ledger: Ledger, content: CacheContent, now: number): void {
  const readAt = content.cache.readTimes()
  const different = ledger
    .boardOrders(now - TEXTS_KEPT_MS)
    .filter(({ orderId, lastReadAt }) => readAt.get(orderId) !== lastReadAt)
  const missing = different.flatMap(({ orderId, lastReadAt }) => (lastReadAt === undefined ? [] : [orderId]))
  restoreCancellations(
    ledger,
    content,
    different.map(({ orderId }) => orderId),
  )
  if (missing.length > 0) ledger.markToRead(missing, now)
}

/**
 * The orders that the cache has and the ledger does not: unread, open, or cancelled, because staff may not have seen the
 * stop. Only those that were received or read since then.
 */
function unknownOrders(
  ledger: Ledger,
  content: CacheContent,
  since: { open: number; cancelled: number },
): readonly string[] {
  const isUnknown = (orderId: string): boolean => ledger.order(orderId) === undefined
  const isShown = (orderId: string, readAt: number): boolean => {
    const status = statusIn(content, orderId)
    if (status === undefined) return false
    return status === CANCELLED ? readAt >= since.cancelled : !isOver(status)
  }
  const unread = [...content.unread.receivedTimes()].filter(([orderId, at]) => at >= since.open && isUnknown(orderId))
  const read = [...content.cache.readTimes()].filter(
    ([orderId, at]) => at >= since.open && isUnknown(orderId) && isShown(orderId, at),
  )
  return [...unread, ...read].map(([orderId]) => orderId)
}

/** Whether the cache shows that the ledger has lost rows: no rule removes them from a ledger within this time. */
export function lacksRowsOfCache(ledger: Ledger, content: CacheContent, now: number): boolean {
  const since = now - TEXTS_KEPT_MS
  return unknownOrders(ledger, content, { open: since, cancelled: since }).length > 0
}

/**
 * Queues a read of the orders that only the cache has. Their events are acknowledged, so the platform does not name them
 * again, and no call lists orders (docs/protocol.md, "Order"). For unread and open orders there is no limit of age: a wrong
 * clock must not lose an order, and the purge removes what the ledger does not know. A stop comes back for `TEXTS_KEPT_MS`,
 * also when staff have seen it and the ledger has lost that too.
 */
export function restoreFromCache(ledger: Ledger, content: CacheContent, now: number): void {
  const since = { open: Number.NEGATIVE_INFINITY, cancelled: now - TEXTS_KEPT_MS }
  const lost = unknownOrders(ledger, content, since)
  restoreCancellations(ledger, content, lost)
  if (lost.length > 0) ledger.markToRead(lost, now)
}

/** A cache that refuses a write stops nothing: the ledger has the events. The next purge or start adds the ids. */
function tryUpdate(unread: UnreadOrders, received: readonly string[], dropped: Iterable<string>, at: number): void {
  try {
    unread.update(received, dropped, at)
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error
  }
}

/**
 * Adds the ids of the board's orders that have no body in the cache: the cache was created again, or has refused a write. An
 * order that was read before counts as well, because its next read may take hours.
 */
export function copyUnread(ledger: Ledger, { unread }: CacheContent, now: number): void {
  const shown = ledger.boardOrders(now).filter(({ status, endedAt }) => endedAt === undefined || status === CANCELLED)
  const ids = shown.map(({ orderId }) => orderId)
  tryUpdate(unread, ids, [], now)
}

/**
 * The ledger, whose `receiveEvents` also keeps the ids of unread orders in the cache. Both are stored before it returns, so
 * before the events are acknowledged. The ledger is written first: an id that only the cache has means that the ledger has
 * lost rows.
 */
export function keepingUnread(ledger: Ledger, { unread }: CacheContent): Ledger {
  return {
    ...ledger,
    receiveEvents: (events, unreadable, source, at) => {
      const page = ledger.receiveEvents(events, unreadable, source, at)
      const dropped = new Set(page.droppedOrderIds)
      const received = [...events, ...unreadable].flatMap(({ orderId }) =>
        orderId === undefined || dropped.has(orderId) ? [] : [orderId],
      )
      tryUpdate(unread, received, dropped, at)
      return page
    },
  }
}
