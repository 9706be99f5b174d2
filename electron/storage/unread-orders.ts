import type { Database } from 'better-sqlite3'
import { UNREAD } from './migrations/cache-migrations.ts'
import { type OnDamage, sealedTable } from './sealed-table.ts'

/**
 * The ids of received orders that were not read yet, a second time beside the ledger. When their events are acknowledged and
 * the ledger then loses its last commits, no call of the platform returns these ids (docs/protocol.md, "Order").
 */
export type UnreadOrders = ReturnType<typeof unreadOrders>

export function unreadOrders(db: Database, onDamage: OnDamage) {
  const unread = sealedTable(db, UNREAD, onDamage)
  const byId = unread.select<[string]>('WHERE order_id = ?')
  const all = unread.select('ORDER BY received_at, order_id')
  const remove = unread.remove<[string]>('order_id = ?')
  const hasBody = db.prepare<[string], number>('SELECT 1 FROM bodies WHERE order_id = ?').pluck()

  const isMissing = (orderId: string): boolean => hasBody.get(orderId) === undefined && !byId.first(orderId)
  return {
    /**
     * In one commit: adds the received orders that have no body, and removes the dropped ones. An id that is known keeps its
     * time. Without a change nothing is written. `at` in epoch ms.
     */
    update: (received: Iterable<string>, dropped: Iterable<string>, at: number): void => {
      const missing = [...new Set([...received].map((orderId) => orderId.toWellFormed()))].filter(isMissing)
      const leaving = [...dropped]
      if (missing.length === 0 && leaving.length === 0) return
      db.transaction(() => {
        for (const orderId of missing) unread.put({ orderId, receivedAt: at })
        for (const orderId of leaving) remove(orderId.toWellFormed())
      }).immediate()
    },
    remove: (orderId: string): void => {
      remove(orderId.toWellFormed())
    },
    /** When each order was received, in epoch ms. A damaged row is left out. */
    receivedTimes: (): ReadonlyMap<string, number> => new Map(all.all().map((row) => [row.orderId, row.receivedAt])),
  }
}
