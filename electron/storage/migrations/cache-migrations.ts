import type { QueuedAction } from '../../../shared/order/lifecycle.ts'
import type { ConflictReason } from '../../../shared/ticket/ticket.ts'
import type { TapArguments, TapState } from '../ledger-tables.ts'
import type { Migration } from '../migration.ts'
import { json, number, optional, tableOf, text } from '../sealed-table.ts'

/** Rows of the cache as they are stored. `stripped`: 1 when names and notes were taken out. */
export const BODIES = tableOf(
  'bodies',
  { orderId: text(), body: text(), readAt: number(), stripped: number() },
  'orderId',
)
export const EARLIER = tableOf('earlier_orders', { orderId: text(), body: text(), changedAt: number() }, 'orderId')
export const UNREAD = tableOf('unread_orders', { orderId: text(), receivedAt: number() }, 'orderId')

export const WITNESSED_TAPS = tableOf(
  'witnessed_taps',
  {
    tapId: text(),
    orderId: text(),
    action: text<QueuedAction>(),
    args: json<TapArguments>(),
    state: text<'open' | TapState>(),
    reason: optional(text<ConflictReason>()),
    tappedAt: number(),
    holdUntil: number(),
  },
  'tapId',
)

/** The taps a second time beside the ledger (storage/tap-witness.ts). */
const cacheWitnessedTaps: Migration = {
  version: 60,
  up: (db) => {
    db.exec(`
CREATE TABLE witnessed_taps (
  tap_id TEXT NOT NULL PRIMARY KEY,
  order_id TEXT NOT NULL,
  action TEXT NOT NULL,
  args TEXT NOT NULL,
  state TEXT NOT NULL,
  reason TEXT,
  tapped_at INTEGER NOT NULL,
  hold_until INTEGER NOT NULL,
  crc INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`)
  },
}

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
 * `bodies`: what a ticket is made of. `wholes`: the texts of larger orders, apart, because bodies are read at every change.
 * `unread_orders`: ids of orders without a body; without row numbers an id changes one page.
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

export const CACHE_MIGRATIONS: readonly Migration[] = [cacheFirstSchema, cacheEarlierOrders, cacheWitnessedTaps]
