import type { LedgerDatabase } from './ledger-database.ts'
import type { Ledger, ReceivedEvent, UnreadableEvent } from './ports.ts'

/**
 * Limits, in rows, of data that no order needs; the inbox bounds the bytes of each row. Beyond the limit the oldest
 * rows are removed: a platform that sends endless junk must not fill the disk.
 */
const MAX_UNREADABLE = 500
const MAX_EVENTS_WITHOUT_ORDER = 2_000
/** Most unread orders. A kitchen after the longest outage has a few hundred. */
const MAX_UNREAD_ORDERS = 3_000

/** Keeps the inbox within its limits. */
export function inboxLimits(ledger: LedgerDatabase): Pick<Ledger, 'hasTooManyUnread'> & {
  /** Removes rows over the limits after these were received. Returns the removed orders. */
  trim(received: readonly ReceivedEvent[], unreadable: readonly UnreadableEvent[]): readonly string[]
} {
  const { db, events, orders, unreadable: unreadableEvents } = ledger
  const trimUnreadable = unreadableEvents.remove<[number]>(
    'rowid IN (SELECT rowid FROM unreadable_events ORDER BY received_at DESC, rowid DESC LIMIT -1 OFFSET ?)',
  )
  const trimOrderless = events.remove<[number]>(`seq IN (SELECT seq FROM events
    WHERE order_id IS NULL AND acknowledgment <> 'owed' ORDER BY seq DESC LIMIT -1 OFFSET ?)`)
  const countUnread = db
    .prepare<[], number>('SELECT count(*) FROM orders WHERE ended_at IS NULL AND status IS NULL')
    .pluck()
  // Orders whose read failed do not count: they wait for their next read.
  const countFirstReads = db
    .prepare<[], number>(
      `SELECT count(*) FROM orders
      WHERE read_wanted_since IS NOT NULL AND read_attempts = 0 AND ended_at IS NULL AND status IS NULL`,
    )
    .pluck()
  // Only orders whose read failed: an acknowledged order that was never requested would be lost.
  const oldestUnread = db
    .prepare<[number], string>(
      `SELECT order_id FROM orders WHERE ended_at IS NULL AND status IS NULL
      AND (read_attempts > 0 OR problem IS NOT NULL)
      AND NOT EXISTS (SELECT 1 FROM taps WHERE taps.order_id = orders.order_id)
      ORDER BY first_seen_at, rowid LIMIT ?`,
    )
    .pluck()
  const removeOrder = orders.remove<[string]>('order_id = ?')

  return {
    trim(received, unreadable) {
      if (unreadable.length > 0) trimUnreadable(MAX_UNREADABLE)
      if (received.some(({ orderId }) => orderId === undefined)) trimOrderless(MAX_EVENTS_WITHOUT_ORDER)
      if ([...received, ...unreadable].every(({ orderId }) => orderId === undefined)) return []
      const excess = Number(countUnread.get() ?? 0) - MAX_UNREAD_ORDERS
      const leaving = excess > 0 ? oldestUnread.all(excess) : []
      for (const orderId of leaving) removeOrder(orderId)
      return leaving
    },
    hasTooManyUnread: () => Number(countFirstReads.get() ?? 0) >= MAX_UNREAD_ORDERS,
  }
}
