import type { Database } from './database.ts'

/**
 * The type belongs to the identity of an event: hosts exist that send a second type under one id. Texts that are too long
 * for an index are stored by their hash (database/key.ts). Every event of an order makes it due for a read, because its
 * establishment may have changed.
 */
const IDENTITY_AND_MOVES = `
CREATE TABLE long_key (
  key text PRIMARY KEY,
  whole text NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX long_key_age ON long_key (seen_at);

UPDATE event SET event_type = left(event_type, 100) WHERE octet_length(event_type) > 500;
DROP INDEX event_identity;
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

type RelayMigration = { readonly version: number; readonly sql: string }

/** Numbered in tens, applied in order. A released migration is never changed. */
const RELAY_MIGRATIONS: readonly RelayMigration[] = [
  { version: 10, sql: FIRST_SCHEMA },
  { version: 20, sql: SHARED_TOKEN },
  { version: 30, sql: IDENTITY_AND_MOVES },
]

/** Key of the advisory lock: processes that start together migrate one after the other. The value is arbitrary. */
const MIGRATION_LOCK = 7_266_100

export class NewerSchema extends Error {}

/**
 * Brings the schema to this program's version, each migration in its own transaction. Resolves with the version. Rejects
 * with `NewerSchema`, without a change, when the schema is newer than the program.
 */
export async function migrateRelay(
  db: Database,
  migrations: readonly RelayMigration[] = RELAY_MIGRATIONS,
): Promise<number> {
  const newest = Math.max(0, ...migrations.map(({ version }) => version))
  await db.transaction(async (on) => {
    await on.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    await on.query(
      'CREATE TABLE IF NOT EXISTS schema_version (version integer PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
    )
  })
  for (const { version, sql } of migrations) {
    await db.transaction(async (on) => {
      await on.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
      const [found] = await on.query<{ version: number | null }>('SELECT max(version) AS version FROM schema_version')
      const present = found?.version ?? 0
      if (present > newest)
        throw new NewerSchema(`The schema has version ${present}, this program supports version ${newest}.`)
      if (present >= version) return
      await on.query(sql)
      await on.query('INSERT INTO schema_version (version) VALUES ($1)', [version])
    })
  }
  return newest
}
