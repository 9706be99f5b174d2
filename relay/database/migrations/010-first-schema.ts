/**
 * Ids of the platform are stored as keys (`database/key.ts`), because PostgreSQL's `text` cannot store every id. Bodies are
 * stored as JSON text, because `jsonb` refuses `\u0000`, which a platform may send.
 */
export const FIRST_SCHEMA = `
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
