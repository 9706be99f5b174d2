import type { Queryable } from '../database/database.ts'
import { encodeKey } from '../database/key.ts'
import { routeEvents } from '../inbound/routing.ts'

/** Routes the waiting events of these establishments to their kitchen. */
const routeWaiting = async (on: Queryable, upstream: string, merchantKeys: readonly string[]): Promise<number> => {
  const orders = await on.query<{ order_key: string }>(
    `SELECT DISTINCT e.order_key FROM event e JOIN customer_order o USING (upstream, order_key)
     WHERE e.upstream = $1 AND e.state = 'unclaimed' AND o.merchant_key = ANY($2)`,
    [upstream, merchantKeys],
  )
  return routeEvents(
    on,
    upstream,
    orders.map(({ order_key }) => order_key),
  )
}

/**
 * Gives the establishments to the kitchen. Rejects when one of them belongs to another kitchen.
 * @returns the number of waiting events that were routed to it
 */
export const claimEstablishments = async (
  on: Queryable,
  upstream: string,
  kitchenId: number,
  ids: readonly string[],
): Promise<number> => {
  const keys = [...new Set(ids)].map(encodeKey)
  if (keys.length === 0) return 0
  await on.query('INSERT INTO establishment (upstream, merchant_key, kitchen_id) SELECT $1, unnest($2::text[]), $3', [
    upstream,
    keys,
    kitchenId,
  ])
  return routeWaiting(on, upstream, keys)
}

/**
 * Frees establishments of the kitchen; `undefined`: all of them. Their open orders wait for the next kitchen that claims one
 * of them.
 */
export const releaseEstablishments = async (
  on: Queryable,
  upstream: string,
  kitchenId: number,
  merchantKeys: readonly string[] | undefined,
): Promise<void> => {
  const freed = merchantKeys ?? null
  await on.query(
    `UPDATE event e SET state = 'unclaimed' FROM customer_order o, establishment s
     WHERE e.upstream = $1 AND o.upstream = e.upstream AND o.order_key = e.order_key AND e.state = 'routed'
       AND s.upstream = o.upstream AND s.merchant_key = o.merchant_key AND s.kitchen_id = $2
       AND ($3::text[] IS NULL OR s.merchant_key = ANY($3))
       AND (o.ended_at IS NULL OR EXISTS (
         SELECT 1 FROM delivery d WHERE d.event_id = e.id AND d.kitchen_id = $2 AND d.acknowledged_at IS NULL))`,
    [upstream, kitchenId, freed],
  )
  await on.query(
    `UPDATE delivery SET acknowledged_at = now() WHERE kitchen_id = $1 AND acknowledged_at IS NULL
       AND ($2::text[] IS NULL OR merchant_key = ANY($2))`,
    [kitchenId, freed],
  )
  await on.query('DELETE FROM establishment WHERE kitchen_id = $1 AND ($2::text[] IS NULL OR merchant_key = ANY($2))', [
    kitchenId,
    freed,
  ])
}
