import type { Migration } from '../migration.ts'
import { number, tableOf, text } from '../sealed-table.ts'

/** Rows of the cache as they are stored. `stripped`: 1 when names and notes were taken out. */
export const BODIES = tableOf(
  'bodies',
  { orderId: text(), body: text(), readAt: number(), stripped: number() },
  'orderId',
)
export const EARLIER = tableOf('earlier_orders', { orderId: text(), body: text(), changedAt: number() }, 'orderId')
export const UNREAD = tableOf('unread_orders', { orderId: text(), receivedAt: number() }, 'orderId')

/** Orders that changed, as staff saw them last. They leave with a touch, and with the names of their order. */
const cacheEarlierOrders: Migration = {
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

/**
 * `bodies`: what a ticket is made of; those without names and notes are marked. `wholes`: the texts of orders that are larger
 * than a ticket, apart from the bodies, which are read at every change. `unread_orders`: the ids of received orders that have
 * no body yet; without row numbers an id changes one page instead of two.
 */
const cacheFirstSchema: Migration = {
  version: 40,
  up: (db) => {
    db.exec(`
CREATE TABLE bodies (
  order_id TEXT NOT NULL UNIQUE,
  body TEXT NOT NULL,
  read_at INTEGER NOT NULL,
  stripped INTEGER NOT NULL CHECK (stripped IN (0, 1)),
  crc INTEGER NOT NULL
) STRICT;
CREATE INDEX bodies_with_names ON bodies (order_id) WHERE stripped = 0;

CREATE TABLE wholes (
  order_id TEXT NOT NULL UNIQUE,
  text TEXT NOT NULL,
  read_at INTEGER NOT NULL,
  crc INTEGER NOT NULL
) STRICT;

CREATE TABLE unread_orders (
  order_id TEXT NOT NULL PRIMARY KEY,
  received_at INTEGER NOT NULL,
  crc INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`)
  },
}

export const CACHE_MIGRATIONS: readonly Migration[] = [cacheFirstSchema, cacheEarlierOrders]
