import type { Migration } from '../migration.ts'

/** Orders that changed, as staff saw them last. They leave with a touch, and with the names of their order. */
export const cacheEarlierOrders: Migration = {
  version: 50,
  up: (db) => {
    db.exec(`
CREATE TABLE earlier_orders (
  order_id TEXT NOT NULL UNIQUE,
  body TEXT NOT NULL,
  changed_at INTEGER NOT NULL,
  crc INTEGER NOT NULL
) STRICT;
`)
  },
}
