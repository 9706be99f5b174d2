import type { Migration } from '../migration.ts'

export const cacheFirstSchema: Migration = {
  version: 10,
  up: (db) => {
    db.exec(`
CREATE TABLE bodies (
  order_id TEXT NOT NULL UNIQUE,
  body TEXT NOT NULL,
  read_at INTEGER NOT NULL,
  crc INTEGER NOT NULL
) STRICT;
`)
  },
}
