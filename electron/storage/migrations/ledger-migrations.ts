import { randomUUID } from 'node:crypto'
import { FIRST_TABLES, TAPS } from '../ledger-tables.ts'
import type { Migration } from '../migration.ts'
import type { DatabaseSpec } from '../open-database.ts'
import { seal } from '../sealed-table.ts'

/**
 * The events of an order by their type, and its timeline by kind: a ticket needs the first and the latest of a few kinds.
 * With indexes by arrival, each drawing of an order with 100,000 events visited all of them.
 */
const ledgerIndexesByKind: Migration = {
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

/** The taps and their indexes. `states`: the states that a tap can have. */
const tapsTable = (states: string): string => `
CREATE TABLE taps (
  seq INTEGER PRIMARY KEY,
  tap_id TEXT NOT NULL UNIQUE,
  order_id TEXT NOT NULL REFERENCES orders (order_id) ON DELETE CASCADE,
  action TEXT NOT NULL,
  args TEXT NOT NULL,
  state TEXT NOT NULL
    CHECK (state IN (${states})),
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
CREATE INDEX taps_with_text ON taps (tapped_at) WHERE detail IS NOT NULL OR action = 'requestCancellation';
`

/**
 * Every row carries the CRC-32 of its columns. `facts` never changes its shape: any version can identify the file. First and
 * repeated reads have an index each; with a common one a query visited 20,000 rows.
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
CREATE INDEX orders_first_reads ON orders (next_read_at) WHERE read_wanted_since IS NOT NULL AND read_attempts = 0;
CREATE INDEX orders_repeated_reads ON orders (next_read_at) WHERE read_wanted_since IS NOT NULL AND read_attempts > 0;

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
CREATE INDEX events_with_text ON events (received_at) WHERE reason IS NOT NULL;
CREATE INDEX events_of_no_order ON events (received_at) WHERE order_id IS NULL;

CREATE TABLE unreadable_events (
  digest TEXT NOT NULL UNIQUE,
  raw TEXT NOT NULL,
  problem TEXT NOT NULL,
  source TEXT NOT NULL CHECK (source IN ('poll', 'webhook')),
  received_at INTEGER NOT NULL,
  crc INTEGER NOT NULL
) STRICT;
CREATE INDEX unreadable_events_by_time ON unreadable_events (received_at);

${tapsTable("'held', 'queued', 'sending', 'sent', 'disputed', 'confirmed', 'conflict', 'undone'")}
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

CREATE TABLE row_counts (name TEXT NOT NULL UNIQUE, number INTEGER NOT NULL) STRICT;
`

/**
 * The number of rows of each table, kept by the database itself in the transaction that changes it: a row that vanished
 * with its index entries has no checksum that could fail.
 */
const countRowsOf = (table: string): string => `
INSERT INTO row_counts (name, number) VALUES ('${table}', 0);
${countTriggersOf(table)}`
const countTriggersOf = (table: string): string => `
CREATE TRIGGER ${table}_row_added AFTER INSERT ON ${table}
BEGIN UPDATE row_counts SET number = number + 1 WHERE name = '${table}'; END;
CREATE TRIGGER ${table}_row_removed AFTER DELETE ON ${table}
BEGIN UPDATE row_counts SET number = number - 1 WHERE name = '${table}'; END;
`

const ledgerFirstSchema: Migration = {
  version: 30,
  up: (db) => {
    db.exec(SCHEMA)
    for (const { name } of FIRST_TABLES) db.exec(countRowsOf(name))
    // Identifies this ledger, so that the write-ahead log of another ledger is recognised.
    db.prepare('INSERT INTO facts (name, value, crc) VALUES (?, ?, ?)').run(
      ...seal('facts', ['ledger_id', randomUUID()]),
    )
  },
}

/**
 * A tap can end as `concluded`. A constraint cannot be changed, so the rows move to a new table. A damaged row that no
 * constraint admits stays behind: the count shows it, and the ledger is repaired.
 */
const ledgerConcludedTaps: Migration = {
  version: 50,
  up: (db) => {
    const columns = [...TAPS.columns, 'crc'].join(', ')
    db.exec(`
CREATE TEMP TABLE taps_before AS SELECT ${columns} FROM taps;
DROP TABLE taps;
${tapsTable("'held', 'queued', 'sending', 'sent', 'disputed', 'confirmed', 'concluded', 'conflict', 'undone'")}
INSERT OR IGNORE INTO taps (${columns}) SELECT ${columns} FROM taps_before ORDER BY seq;
DROP TABLE temp.taps_before;
${countTriggersOf('taps')}`)
  },
}

/** The sums of deleted orders. */
const ledgerDaySums: Migration = {
  version: 60,
  up: (db) => {
    db.exec(`
CREATE TABLE day_sums (day TEXT NOT NULL UNIQUE, sums TEXT NOT NULL, crc INTEGER NOT NULL) STRICT;
${countRowsOf('day_sums')}`)
  },
}

export const LEDGER_MIGRATIONS: readonly Migration[] = [
  ledgerFirstSchema,
  ledgerIndexesByKind,
  ledgerConcludedTaps,
  ledgerDaySums,
]

/** The identity, migrations and flushing of the ledger's file. */
export const LEDGER: DatabaseSpec = {
  name: 'ledger',
  /** "CMDL" */
  applicationId: 0x434d444c,
  migrations: LEDGER_MIGRATIONS,
  flushing: 'every-commit',
}
