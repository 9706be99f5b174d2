import Database from 'better-sqlite3'
import { isOver } from '../../shared/lifecycle.ts'
import { parseOrder } from '../../shared/order.ts'
import type { CacheStore } from './order-cache.ts'
import type { Ledger } from './ports.ts'
import { TEXTS_KEPT_MS } from './retention.ts'
import type { UnreadOrders } from './unread-orders.ts'

/** The parts of the cache from which orders are restored. */
export type CacheContent = Pick<CacheStore, 'cache' | 'unread'>

/**
 * Queues a read of the orders on the board whose body in the cache is missing, or was not read when the ledger says: the
 * cache was created again, or one of the two files lacks its last commits.
 */
export function refill(ledger: Ledger, { cache }: CacheContent, now: number): void {
  const readAt = cache.readTimes()
  const missing = ledger
    .boardOrders(now - TEXTS_KEPT_MS)
    .filter(({ orderId, lastReadAt }) => lastReadAt !== undefined && readAt.get(orderId) !== lastReadAt)
    .map(({ orderId }) => orderId)
  if (missing.length > 0) ledger.markToRead(missing, now)
}

const isOpen = (body: unknown): boolean => {
  const parsed = parseOrder(body)
  return parsed.ok && !isOver(parsed.order.status)
}

/** The orders, received or read since then, that the cache has as unread or open and that the ledger does not have. */
export function lostOrders(ledger: Ledger, { cache, unread }: CacheContent, since: number): readonly string[] {
  const unknownOf = (times: ReadonlyMap<string, number>): readonly string[] =>
    [...times].flatMap(([orderId, at]) => (at >= since && ledger.order(orderId) === undefined ? [orderId] : []))
  const open = unknownOf(cache.readTimes()).filter((orderId) => isOpen(cache.body(orderId)))
  return [...unknownOf(unread.receivedTimes()), ...open]
}

/**
 * Queues a read of the unread and open orders that the cache has and the ledger does not. Their events are acknowledged, so
 * the platform does not name them again, and no call lists orders (docs/protocol.md, "Order"). There is no limit of age: a
 * wrong clock must not lose an order, and the purge removes what the ledger does not know.
 */
export function restoreFromCache(ledger: Ledger, content: CacheContent, now: number): void {
  const lost = lostOrders(ledger, content, Number.NEGATIVE_INFINITY)
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

/** Adds the unread orders of the ledger that the cache does not have: it was created again, or has refused a write. */
export function copyUnread(ledger: Ledger, { unread }: CacheContent, now: number): void {
  const ids = ledger.boardOrders(now).flatMap(({ orderId, status }) => (status === undefined ? [orderId] : []))
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
