import type { Migration } from '../migration.ts'

/** The texts of orders that are larger than a ticket, apart from the bodies, which are read at every change. */
export const cacheWholes: Migration = {
  version: 30,
  up: (db) => {
    db.exec(`
CREATE TABLE wholes (
  order_id TEXT NOT NULL UNIQUE,
  text TEXT NOT NULL,
  read_at INTEGER NOT NULL,
  crc INTEGER NOT NULL
) STRICT;
`)
  },
}
