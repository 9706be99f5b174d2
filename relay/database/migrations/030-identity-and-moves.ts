/**
 * The type belongs to the identity of an event: hosts exist that send a second type under one id. Texts that are too long
 * for an index are stored by their hash (database/key.ts). Every event of an order makes it due for a read, because its
 * establishment may have changed.
 */
export const IDENTITY_AND_MOVES = `
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
