import type { Migration } from '../migration.ts'

/**
 * First and repeated reads have an index each, so that a query for one kind visits no row of the other. With one common
 * index, each query for repeated reads walked over 20,000 first reads that were due.
 */
export const ledgerReadsDue: Migration = {
  version: 30,
  up: (db) => {
    db.exec(`
CREATE INDEX orders_first_reads ON orders (next_read_at) WHERE read_wanted_since IS NOT NULL AND read_attempts = 0;
CREATE INDEX orders_repeated_reads ON orders (next_read_at) WHERE read_wanted_since IS NOT NULL AND read_attempts > 0;
DROP INDEX orders_to_read;
`)
  },
}
