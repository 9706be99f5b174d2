import type { Queryable } from '../database/database.ts'

/** Channel for NOTIFY. Wakes the process that reads orders (`order`) and pushes events (`delivery`). Carries no data. */
export const WAKE_CHANNEL = 'comanda_relay'
export type WakeUp = 'order' | 'delivery'

/**
 * Routes the events of these orders to their kitchens, when the establishment is claimed. Runs under the caller's lock of
 * the upstream, so that `seq` grows in the order of commits. Resolves with their number.
 */
export async function routeEvents(on: Queryable, upstream: string, orderKeys: readonly string[]): Promise<number> {
  if (orderKeys.length === 0) return 0
  const [row] = await on.query<{ routed: number }>(
    `WITH candidate AS (
       SELECT e.id, e.event_key, o.merchant_key, s.kitchen_id
       FROM event e
       JOIN customer_order o ON o.upstream = e.upstream AND o.order_key = e.order_key
       LEFT JOIN establishment s ON s.upstream = o.upstream AND s.merchant_key = o.merchant_key
       WHERE e.upstream = $1 AND e.order_key = ANY($2) AND e.state IN ('unrouted', 'unclaimed')
         AND o.merchant_key IS NOT NULL
     ), numbered AS (
       SELECT *, row_number() OVER (PARTITION BY kitchen_id ORDER BY id) AS place FROM candidate
       WHERE kitchen_id IS NOT NULL
     ), counted AS (
       SELECT kitchen_id, count(*) AS events FROM numbered GROUP BY kitchen_id
     ), bumped AS (
       UPDATE kitchen k SET last_seq = k.last_seq + c.events FROM counted c WHERE k.id = c.kitchen_id
       RETURNING k.id AS kitchen_id, k.last_seq - c.events AS base
     ), given AS (
       INSERT INTO delivery (kitchen_id, seq, event_id, event_key, merchant_key)
       SELECT n.kitchen_id, b.base + n.place, n.id, n.event_key, n.merchant_key
       FROM numbered n JOIN bumped b USING (kitchen_id)
       ON CONFLICT (kitchen_id, event_id) DO NOTHING
     ), settled AS (
       UPDATE event SET state = CASE WHEN c.kitchen_id IS NULL THEN 'unclaimed' ELSE 'routed' END
       FROM candidate c WHERE event.id = c.id RETURNING event.state
     )
     SELECT count(*) AS routed FROM settled WHERE state = 'routed'`,
    [upstream, orderKeys],
  )
  const routed = row?.routed ?? 0
  if (routed > 0) await on.query('SELECT pg_notify($1, $2)', [WAKE_CHANNEL, 'delivery'])
  return routed
}
