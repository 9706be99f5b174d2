import type { Migration } from '../migration.ts'

/** The ids of received orders that have no body yet. Without row numbers an id changes one page instead of two. */
export const cacheUnreadOrders: Migration = {
  version: 40,
  up: (db) => {
    db.exec(`
CREATE TABLE unread_orders (
  order_id TEXT NOT NULL PRIMARY KEY,
  received_at INTEGER NOT NULL,
  crc INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`)
  },
}
