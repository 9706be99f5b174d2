import { randomUUID } from 'node:crypto'
import type { Queryable } from '../database/database.ts'
import { encodeKey } from '../database/key.ts'
import { routeEvents } from './routing.ts'

/** The establishment of an order, as one read named it. */
export type EstablishmentRead = {
  readonly orderKey: string
  readonly orderId: string
  readonly merchantKey: string
  readonly merchantName: string | undefined
  /** The database's time when the read began, as text. An older read changes nothing. */
  readonly beganAt: string
}

/** Type of the relay's own event. A kitchen reads the order again after any type. */
const MOVED = 'ORDER_MOVED'

/**
 * Stores the establishments of these reads and routes the events. When an order has moved, its new kitchen gets all events,
 * and both kitchens an event of the relay. Runs under the caller's lock of the upstream.
 */
export async function storeEstablishments(
  on: Queryable,
  upstream: string,
  reads: readonly EstablishmentRead[],
): Promise<void> {
  if (reads.length === 0) return
  const stored = await on.query<{ order_key: string; old_key: string | null; old_kitchen: number | null }>(
    `WITH given AS (
       SELECT * FROM unnest($2::text[], $3::text[], $4::timestamptz[]) AS r (order_key, merchant_key, began_at)
     ), before AS (
       SELECT g.*, o.merchant_key AS old_key, s.kitchen_id AS old_kitchen FROM given g
       LEFT JOIN customer_order o ON o.upstream = $1 AND o.order_key = g.order_key
       LEFT JOIN establishment s ON s.upstream = o.upstream AND s.merchant_key = o.merchant_key
       WHERE o.establishment_at IS NULL OR o.establishment_at <= g.began_at
     ), written AS (
       INSERT INTO customer_order (upstream, order_key, merchant_key, establishment_at)
       SELECT $1, order_key, merchant_key, began_at FROM before
       ON CONFLICT (upstream, order_key) DO UPDATE SET merchant_key = excluded.merchant_key, problem = NULL,
         establishment_at = excluded.establishment_at, attempts = 0,
         -- An event that came after the begin of this read has made another one due.
         next_read_at = CASE WHEN customer_order.next_read_at <= excluded.establishment_at
                             THEN 'infinity' ELSE customer_order.next_read_at END
     )
     SELECT order_key, old_key, old_kitchen FROM before WHERE old_key IS DISTINCT FROM merchant_key`,
    [
      upstream,
      reads.map(({ orderKey }) => orderKey),
      reads.map(({ merchantKey }) => merchantKey),
      reads.map(({ beganAt }) => beganAt),
    ],
  )
  await storeNames(on, upstream, reads)
  const moved = stored.filter(({ old_key }) => old_key !== null)
  for (const { order_key, old_kitchen } of moved) {
    const orderId = reads.find(({ orderKey }) => orderKey === order_key)?.orderId ?? ''
    await tellOfMove(on, upstream, order_key, orderId, old_kitchen)
  }
  await routeEvents(
    on,
    upstream,
    stored.map(({ order_key }) => order_key),
  )
}

async function tellOfMove(
  on: Queryable,
  upstream: string,
  orderKey: string,
  orderId: string,
  oldKitchen: number | null,
): Promise<void> {
  await on.query(`UPDATE event SET state = 'unrouted' WHERE upstream = $1 AND order_key = $2 AND state = 'routed'`, [
    upstream,
    orderKey,
  ])
  const eventId = `relay-moved-${randomUUID()}`
  const [event] = await on.query<{ id: number }>(
    `INSERT INTO event (upstream, event_key, order_key, event_type, body, state, acknowledged_at)
     VALUES ($1, $2, $3, $4, json_build_object('eventId', $5::text, 'eventType', $4::text, 'createdAt',
       to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))::text, 'unrouted', now()) RETURNING id`,
    [upstream, encodeKey(eventId), orderKey, MOVED, eventId],
  )
  // The order's id may contain characters that `json_build_object` refuses.
  await on.query(`UPDATE event SET body = left(body, -1) || $2 WHERE id = $1`, [
    event?.id,
    `,"orderId":${JSON.stringify(orderId)}}`,
  ])
  if (oldKitchen === null) return
  await on.query(
    `WITH bumped AS (UPDATE kitchen SET last_seq = last_seq + 1 WHERE id = $1 RETURNING last_seq)
     INSERT INTO delivery (kitchen_id, seq, event_id, event_key, merchant_key)
     SELECT $1, b.last_seq, e.id, e.event_key, o.merchant_key FROM bumped b, event e
     JOIN customer_order o USING (upstream, order_key) WHERE e.id = $2`,
    [oldKitchen, event?.id],
  )
}

/** Stores the names of establishments, for the office. */
async function storeNames(on: Queryable, upstream: string, reads: readonly EstablishmentRead[]): Promise<void> {
  const names = new Map(
    reads.flatMap(({ merchantKey, merchantName }) => (merchantName === undefined ? [] : [[merchantKey, merchantName]])),
  )
  if (names.size === 0) return
  const sorted = [...names].toSorted()
  await on.query(
    `INSERT INTO establishment_name (upstream, merchant_key, name) SELECT $1, * FROM unnest($2::text[], $3::text[])
     ON CONFLICT (upstream, merchant_key) DO UPDATE SET name = excluded.name
       WHERE establishment_name.name <> excluded.name`,
    [upstream, sorted.map(([key]) => key), sorted.map(([, name]) => name)],
  )
}
