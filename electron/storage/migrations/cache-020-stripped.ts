import type { Migration } from '../migration.ts'

/** Which bodies have had names and notes taken out. The cache holds nothing that cannot be read again: it is made anew. */
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
