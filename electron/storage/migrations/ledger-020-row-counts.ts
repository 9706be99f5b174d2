import type { Migration } from '../migration.ts'

const COUNTED = ['facts', 'orders', 'events', 'unreadable_events', 'taps', 'timeline', 'struck_lines'] as const

/**
 * The number of rows of each table, kept by the database itself in the transaction that changes it: a row that vanished
 * with its index entries has no checksum that could fail. Adds the indexes that find expired texts.
 */
export const ledgerRowCounts: Migration = {
  version: 20,
  up: (db) => {
    db.exec('CREATE TABLE row_counts (name TEXT NOT NULL UNIQUE, number INTEGER NOT NULL) STRICT')
    for (const name of COUNTED) {
      db.exec(`
INSERT INTO row_counts (name, number) SELECT '${name}', count(*) FROM ${name};
CREATE TRIGGER ${name}_row_added AFTER INSERT ON ${name}
BEGIN UPDATE row_counts SET number = number + 1 WHERE name = '${name}'; END;
CREATE TRIGGER ${name}_row_removed AFTER DELETE ON ${name}
BEGIN UPDATE row_counts SET number = number - 1 WHERE name = '${name}'; END;
`)
    }
    db.exec(`
CREATE INDEX events_with_text ON events (received_at) WHERE reason IS NOT NULL;
CREATE INDEX events_of_no_order ON events (received_at) WHERE order_id IS NULL;
CREATE INDEX unreadable_events_by_time ON unreadable_events (received_at);
CREATE INDEX taps_with_text ON taps (tapped_at) WHERE detail IS NOT NULL OR action = 'requestCancellation';
`)
  },
}
