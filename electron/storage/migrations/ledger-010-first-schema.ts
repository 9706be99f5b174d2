import { randomUUID } from 'node:crypto'
import type { Migration } from '../migration.ts'
import { seal } from '../sealed-table.ts'

/**
 * Every row carries the CRC-32 of its columns. `facts` never changes its shape, so that any version can identify the
 * file.
 */
const SCHEMA = `
CREATE TABLE facts (
  name TEXT NOT NULL UNIQUE,
  value TEXT NOT NULL,
  crc INTEGER NOT NULL
) STRICT;

CREATE TABLE orders (
  order_id TEXT NOT NULL UNIQUE,
  first_seen_at INTEGER NOT NULL,
  status TEXT,
  status_before_cancellation TEXT,
  last_read_at INTEGER,
  problem TEXT,
  cancellation_acknowledged_at INTEGER,
  started_by_hand_at INTEGER,
  ended_at INTEGER,
  read_generation INTEGER NOT NULL,
  read_wanted_since INTEGER,
  read_attempts INTEGER NOT NULL,
  next_read_at INTEGER,
  crc INTEGER NOT NULL
) STRICT;
CREATE INDEX orders_open ON orders (first_seen_at) WHERE ended_at IS NULL;
CREATE INDEX orders_ended ON orders (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX orders_cancelled_unseen ON orders (first_seen_at)
  WHERE status = 'CANCELLED' AND cancellation_acknowledged_at IS NULL;
CREATE INDEX orders_to_read ON orders (next_read_at) WHERE read_wanted_since IS NOT NULL;

CREATE TABLE events (
  seq INTEGER PRIMARY KEY,
  event_id TEXT NOT NULL UNIQUE,
  order_id TEXT REFERENCES orders (order_id) ON DELETE CASCADE,
  event_type TEXT NOT NULL,
  created_at TEXT,
  code TEXT,
  reason TEXT,
  problem TEXT,
  source TEXT NOT NULL CHECK (source IN ('poll', 'webhook')),
  received_at INTEGER NOT NULL,
  acknowledgment TEXT NOT NULL CHECK (acknowledgment IN ('owed', 'done', 'refused', 'none')),
  acknowledgment_at INTEGER,
  crc INTEGER NOT NULL
) STRICT;
CREATE INDEX events_of_order ON events (order_id, seq);
CREATE INDEX events_owed ON events (seq) WHERE acknowledgment = 'owed';

CREATE TABLE unreadable_events (
  digest TEXT NOT NULL UNIQUE,
  raw TEXT NOT NULL,
  problem TEXT NOT NULL,
  source TEXT NOT NULL CHECK (source IN ('poll', 'webhook')),
  received_at INTEGER NOT NULL,
  crc INTEGER NOT NULL
) STRICT;

CREATE TABLE taps (
  seq INTEGER PRIMARY KEY,
  tap_id TEXT NOT NULL UNIQUE,
  order_id TEXT NOT NULL REFERENCES orders (order_id) ON DELETE CASCADE,
  action TEXT NOT NULL,
  args TEXT NOT NULL,
  state TEXT NOT NULL
    CHECK (state IN ('held', 'queued', 'sending', 'sent', 'disputed', 'confirmed', 'conflict', 'undone')),
  tapped_at INTEGER NOT NULL,
  hold_until INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  first_attempt_at INTEGER,
  last_attempt_at INTEGER,
  answered_at INTEGER,
  next_attempt_at INTEGER NOT NULL,
  reason TEXT,
  detail TEXT,
  settled_at INTEGER,
  crc INTEGER NOT NULL
) STRICT;
CREATE INDEX taps_of_order ON taps (order_id, seq);
CREATE INDEX taps_open ON taps (seq) WHERE state IN ('held', 'queued', 'sending', 'sent', 'disputed');

CREATE TABLE timeline (
  seq INTEGER PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES orders (order_id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  detail TEXT,
  crc INTEGER NOT NULL
) STRICT;
CREATE INDEX timeline_of_order ON timeline (order_id, seq);

CREATE TABLE struck_lines (
  order_id TEXT NOT NULL REFERENCES orders (order_id) ON DELETE CASCADE,
  line_id TEXT NOT NULL,
  struck_at INTEGER NOT NULL,
  crc INTEGER NOT NULL,
  UNIQUE (order_id, line_id)
) STRICT;
`

export const ledgerFirstSchema: Migration = {
  version: 10,
  up: (db) => {
    db.exec(SCHEMA)
    // Identifies this ledger, so that the write-ahead log of another ledger is recognised.
    db.prepare('INSERT INTO facts (name, value, crc) VALUES (?, ?, ?)').run(
      ...seal('facts', ['ledger_id', randomUUID()]),
    )
  },
}
