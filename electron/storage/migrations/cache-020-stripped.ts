import type { Migration } from '../migration.ts'

/**
 * Marks the bodies from which names and notes were removed. The cache is created again: it can be refilled from the
 * platform.
 */
export const cacheStripped: Migration = {
  version: 20,
  up: (db) => {
    db.exec(`
DROP TABLE bodies;
CREATE TABLE bodies (
  order_id TEXT NOT NULL UNIQUE,
  body TEXT NOT NULL,
  read_at INTEGER NOT NULL,
  stripped INTEGER NOT NULL CHECK (stripped IN (0, 1)),
  crc INTEGER NOT NULL
) STRICT;
CREATE INDEX bodies_with_names ON bodies (order_id) WHERE stripped = 0;
`)
  },
}
