/** The key of a longer text, as `encodeKey` of `key.ts` makes it. */
const hashed = (column: string): string =>
  `CASE WHEN octet_length(${column}) > 500 THEN '"' || encode(sha256(convert_to(${column}, 'UTF8')), 'hex') ELSE ${column} END`

const isLong = (columns: readonly string[]): string =>
  columns.map((column) => `octet_length(${column}) > 500`).join(' OR ')

/** Keeps the texts of the long keys of one table. */
function keepLongTexts(table: string, columns: readonly string[]): string {
  const texts = columns.map((column) => `SELECT ${column} AS whole FROM ${table} WHERE octet_length(${column}) > 500`)
  return `
INSERT INTO long_key (key, whole) SELECT ${hashed('whole')}, whole FROM (${texts.join(' UNION ')}) AS texts
ON CONFLICT (key) DO NOTHING;
`
}

/** Hashes the long keys of one table. */
const hashLongKeys = (table: string, ...columns: readonly string[]): string => `${keepLongTexts(table, columns)}
UPDATE ${table} SET ${columns.map((column) => `${column} = ${hashed(column)}`).join(', ')} WHERE ${isLong(columns)};
`

/** The same by writing the table anew: a new index also reads the rows that the same transaction has replaced. */
const rewriteLongKeys = (table: string, ...columns: readonly string[]): string => `${keepLongTexts(table, columns)}
DO $$ BEGIN
  IF EXISTS (SELECT 1 FROM ${table} WHERE ${isLong(columns)}) THEN
    ALTER TABLE ${table} ${columns.map((column) => `ALTER COLUMN ${column} TYPE text USING ${hashed(column)}`).join(', ')};
  END IF;
END $$;
`

const IDENTITY = ['event_key', 'order_key', 'event_type']

/** Rows whose keys an earlier program stored whole: the program looks for their hashes. */
const HASHED_KEYS = [
  hashLongKeys('delivery', 'event_key', 'merchant_key'),
  hashLongKeys('customer_order', 'order_key', 'merchant_key'),
  hashLongKeys('establishment', 'merchant_key'),
  // Reads are kept for two seconds.
  'DELETE FROM order_read;',
].join('')

/** A row with a whole key whose hash a later program has stored beside it: the later row counts. */
const dropTwin = (table: string, ...columns: readonly string[]): string => `
DELETE FROM ${table} AS old USING ${table} AS twin WHERE twin.upstream = old.upstream
  AND (${isLong(columns.map((column) => `old.${column}`))})
  AND ${columns.map((column) => `twin.${column} IS NOT DISTINCT FROM ${hashed(`old.${column}`)}`).join(' AND ')};
`

/** The same for databases in which an earlier form of `IDENTITY_AND_MOVES` left whole keys. */
const HASHED_KEYS_AFTER_MOVES = [
  dropTwin('event', ...IDENTITY),
  dropTwin('customer_order', 'order_key'),
  dropTwin('establishment', 'merchant_key'),
  dropTwin('establishment_name', 'merchant_key'),
  hashLongKeys('event', ...IDENTITY),
  HASHED_KEYS,
  hashLongKeys('establishment_name', 'merchant_key'),
].join('')

/**
 * The type belongs to an event's identity: some hosts send a second type under one id. Long texts are stored by their hash
 * (database/key.ts). Every event makes its order due for a read: its establishment may have changed.
 */
const IDENTITY_AND_MOVES = `
CREATE TABLE long_key (
  key text PRIMARY KEY,
  whole text NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX long_key_age ON long_key (seen_at);

DROP INDEX event_identity;
${rewriteLongKeys('event', ...IDENTITY)}${HASHED_KEYS}
CREATE UNIQUE INDEX event_identity ON event (upstream, event_key, order_key, event_type) NULLS NOT DISTINCT;
CREATE INDEX event_with_body ON event (upstream, order_key) WHERE body <> '{}';

-- The begin of the newest read that named the establishment.
ALTER TABLE customer_order ADD COLUMN establishment_at timestamptz;
UPDATE customer_order SET next_read_at = 'infinity' WHERE merchant_key IS NOT NULL;
DROP INDEX order_to_route;
CREATE INDEX order_to_read ON customer_order (upstream, next_read_at) WHERE next_read_at < 'infinity';
CREATE INDEX order_ended ON customer_order (ended_at) WHERE ended_at IS NOT NULL;

-- Key of the advisory lock that shows that the holder of the lease runs (inbound/presence.ts).
ALTER TABLE upstream ADD COLUMN holder_lock bigint;
-- A kitchen is silent at the earliest two minutes after this.
ALTER TABLE kitchen ADD COLUMN working_since timestamptz NOT NULL DEFAULT now();
CREATE TABLE establishment_name (
  upstream text NOT NULL REFERENCES upstream,
  merchant_key text NOT NULL,
  name text NOT NULL,
  PRIMARY KEY (upstream, merchant_key)
);
`

/** The token of each upstream credential, encrypted with a key that is not in the database (upstream/shared-token.ts). */
const SHARED_TOKEN = `
CREATE TABLE upstream_token (
  upstream text PRIMARY KEY REFERENCES upstream,
  sealed bytea,
  -- NULL: the platform gave no lifetime that can be used; the token works until it is refused.
  ends_at timestamptz,
  -- Until then one process asks the platform for a token, and the others wait for its answer.
  asking_until timestamptz
);
`

/**
 * Ids of the platform are stored as keys (`database/key.ts`), because PostgreSQL's `text` cannot store every id. Bodies are
 * stored as JSON text, because `jsonb` refuses `\u0000`, which a platform may send.
 */
const FIRST_SCHEMA = `
CREATE TABLE upstream (
  name text PRIMARY KEY,
  holder text,
  fencing bigint NOT NULL DEFAULT 0,
  lease_until timestamptz,
  -- Retry-After: no call to this upstream before then, by any process.
  paused_until timestamptz,
  paused_status integer,
  last_poll_at timestamptz,
  last_good_poll_at timestamptz,
  last_verdict text
);

CREATE TABLE kitchen (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  upstream text NOT NULL REFERENCES upstream,
  name text NOT NULL UNIQUE,
  client_id text NOT NULL UNIQUE,
  secret_version integer NOT NULL DEFAULT 1,
  secret_hash bytea NOT NULL,
  state text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'paused', 'revoked')),
  -- Tokens of an earlier epoch are refused.
  token_epoch integer NOT NULL DEFAULT 0,
  last_seq bigint NOT NULL DEFAULT 0,
  push_url text,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Apart from the kitchen's own row, which every transaction that gives it events has to lock.
CREATE TABLE kitchen_seen (
  kitchen_id bigint PRIMARY KEY REFERENCES kitchen,
  last_poll_at timestamptz NOT NULL
);

CREATE TABLE establishment (
  upstream text NOT NULL REFERENCES upstream,
  merchant_key text NOT NULL,
  kitchen_id bigint NOT NULL REFERENCES kitchen,
  PRIMARY KEY (upstream, merchant_key)
);
CREATE INDEX establishment_of_kitchen ON establishment (kitchen_id);

CREATE TABLE customer_order (
  upstream text NOT NULL REFERENCES upstream,
  order_key text NOT NULL,
  -- NULL until the order was read.
  merchant_key text,
  status text,
  status_at timestamptz,
  first_seen_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  next_read_at timestamptz NOT NULL DEFAULT now(),
  problem text,
  PRIMARY KEY (upstream, order_key)
);
CREATE INDEX order_to_route ON customer_order (upstream, next_read_at) WHERE merchant_key IS NULL;
CREATE INDEX order_open ON customer_order (upstream, merchant_key) WHERE ended_at IS NULL;

CREATE TABLE event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  upstream text NOT NULL REFERENCES upstream,
  -- NULL: the platform sent none; such an event cannot be acknowledged.
  event_key text,
  order_key text,
  event_type text NOT NULL,
  body text NOT NULL,
  state text NOT NULL CHECK (state IN ('unrouted', 'unclaimed', 'routed', 'unroutable')),
  received_at timestamptz NOT NULL DEFAULT now(),
  acknowledged_at timestamptz,
  refused_with integer
);
CREATE UNIQUE INDEX event_identity ON event (upstream, event_key, order_key) NULLS NOT DISTINCT;
CREATE INDEX event_unacknowledged ON event (upstream, id) WHERE acknowledged_at IS NULL;
CREATE INDEX event_without_kitchen ON event (upstream, order_key) WHERE state IN ('unrouted', 'unclaimed');
CREATE INDEX event_of_order ON event (upstream, order_key);
CREATE INDEX event_age ON event (received_at);

CREATE TABLE delivery (
  kitchen_id bigint NOT NULL REFERENCES kitchen,
  -- Given while the row of the upstream is locked: rows of one kitchen become visible in this order.
  seq bigint NOT NULL,
  event_id bigint NOT NULL REFERENCES event ON DELETE CASCADE,
  event_key text,
  merchant_key text NOT NULL,
  stored_at timestamptz NOT NULL DEFAULT now(),
  delivered_at timestamptz,
  deliveries integer NOT NULL DEFAULT 0,
  acknowledged_at timestamptz,
  PRIMARY KEY (kitchen_id, seq)
);
CREATE UNIQUE INDEX delivery_once ON delivery (kitchen_id, event_id);
CREATE INDEX delivery_waiting ON delivery (kitchen_id, seq) WHERE acknowledged_at IS NULL;
CREATE INDEX delivery_by_event_key ON delivery (kitchen_id, event_key);
CREATE INDEX delivery_of_event ON delivery (event_id);

-- Orders as read, for two seconds. Not logged: a crash empties it.
CREATE UNLOGGED TABLE order_read (
  upstream text NOT NULL,
  order_key text NOT NULL,
  -- NULL: nothing that was read before began_at may be kept.
  body text,
  began_at timestamptz NOT NULL,
  PRIMARY KEY (upstream, order_key)
);
CREATE INDEX order_read_age ON order_read (began_at);

CREATE TABLE audit (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  actor text NOT NULL,
  action text NOT NULL,
  kitchen text,
  detail text
);
`

/** When the platform answered the event's acknowledgment with 2xx: after that the event does not come again. */
const ACCEPTED = 'ALTER TABLE event ADD COLUMN accepted_at timestamptz;'

/** When a new token did not help a single call, in the last hour (upstream/shared-token.ts). */
const RENEWALS_IN_VAIN = `ALTER TABLE upstream_token ADD COLUMN renewals_in_vain timestamptz[] NOT NULL DEFAULT '{}';`

export type RelayMigration = { readonly version: number; readonly sql: string }

/** Numbered in tens, applied in order. A released migration is never changed. */
export const RELAY_MIGRATIONS: readonly RelayMigration[] = [
  { version: 10, sql: FIRST_SCHEMA },
  { version: 20, sql: SHARED_TOKEN },
  { version: 30, sql: IDENTITY_AND_MOVES },
  { version: 40, sql: HASHED_KEYS_AFTER_MOVES },
  { version: 50, sql: ACCEPTED },
  { version: 60, sql: RENEWALS_IN_VAIN },
]
