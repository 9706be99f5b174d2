import type { Migration } from '../migration.ts'

/**
 * The events of an order by their type, and its timeline by kind: a ticket needs the first and the latest of a few kinds.
 * With indexes by arrival, each drawing of an order with 100,000 events visited all of them.
 */
export const ledgerIndexesByKind: Migration = {
  version: 40,
  up: (db) => {
    db.exec(`
CREATE INDEX events_of_order_by_type ON events (order_id, event_type, seq);
DROP INDEX events_of_order;
CREATE INDEX timeline_of_order_by_kind ON timeline (order_id, kind, seq);
DROP INDEX timeline_of_order;
`)
  },
}
