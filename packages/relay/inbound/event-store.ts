import { causeOf, type Queryable } from '../database/database.ts'
import { rememberLongKeys } from '../database/key.ts'
import { type Incoming, withoutDuplicates } from './incoming.ts'
import { routeEvents } from './routing.ts'

export type Stored = {
  readonly freshEvents: number
  /** Events that a poll brought again although their acknowledgment had been answered with 2xx before it began. */
  readonly cameAgain: number
  /** Orders that have to be read: to find their kitchen, or because the kitchen may have changed. */
  readonly ordersToRead: number
}

/** Classes of SQLSTATE for which a part of the events may succeed: data, constraints, limits of the program. */
const DATA_ERRORS = ['22', '23', '54']

/**
 * Stores a page with `store`. When the database refuses the data, stores the halves, so that an event that cannot be stored
 * excludes no other.
 * @returns the results, and the events that cannot be stored. Rejects when the database fails for another reason
 */
export async function storeInHalves<T>(
  events: readonly Incoming[],
  store: (events: readonly Incoming[]) => Promise<T>,
): Promise<{ readonly results: readonly T[]; readonly refused: readonly Incoming[] }> {
  try {
    return { results: [await store(events)], refused: [] }
  } catch (error) {
    if (!DATA_ERRORS.includes(causeOf(error).slice(0, 2))) throw error
    if (events.length <= 1) return { results: [], refused: events }
    const middle = Math.ceil(events.length / 2)
    const first = await storeInHalves(events.slice(0, middle), store)
    const second = await storeInHalves(events.slice(middle), store)
    return { results: [...first.results, ...second.results], refused: [...first.refused, ...second.refused] }
  }
}

/** Statuses that end an order for the kitchen. Each is also an event type. */
export const END_STATUSES = ['DELIVERED', 'CANCELLED', 'CONCLUDED'] as const

/**
 * Stores events with their rows for the kitchens, under the caller's lock of the upstream. An acknowledged event that a poll
 * returns again becomes unacknowledged.
 * @param source a webhook's events are not acknowledged. `pollAgeMs`: since the poll began
 */
export async function storeEvents(
  on: Queryable,
  upstream: string,
  incoming: readonly Incoming[],
  source: 'webhook' | { readonly pollAgeMs: number },
): Promise<Stored> {
  const events = withoutDuplicates(incoming)
  if (events.length === 0) return { freshEvents: 0, cameAgain: 0, ordersToRead: 0 }
  await rememberLongKeys(
    on,
    events.flatMap(({ longKeys }) => longKeys),
  )
  const columns = [
    upstream,
    events.map(({ eventKey }) => eventKey ?? null),
    events.map(({ orderKey }) => orderKey ?? null),
    events.map(({ eventType }) => eventType),
    events.map(({ body }) => body),
    source !== 'webhook',
    events.map(({ isAcknowledgeable }) => isAcknowledgeable),
    source === 'webhook' ? 0 : source.pollAgeMs,
  ]
  const stored = await on.query<{ order_key: string | null; is_fresh: boolean; came_again: boolean }>(
    `INSERT INTO event (upstream, event_key, order_key, event_type, body, state, acknowledged_at)
     SELECT $1, event_key, order_key, event_type, body,
       CASE WHEN order_key IS NULL THEN 'unroutable' ELSE 'unrouted' END,
       CASE WHEN NOT (is_acknowledgeable AND $6) THEN now() END
     FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $7::boolean[]) WITH ORDINALITY
       AS incoming (event_key, order_key, event_type, body, is_acknowledgeable, place)
     ORDER BY place
     ON CONFLICT (upstream, event_key, order_key, event_type) DO UPDATE
       SET acknowledged_at = NULL
       -- An unacknowledged event comes with every poll. Its row is not written again, nor that of an event without an id.
       WHERE excluded.acknowledged_at IS NULL AND event.acknowledged_at IS NOT NULL
     RETURNING order_key, (xmax = 0) AS is_fresh,
       coalesce(accepted_at < clock_timestamp() - $8 * interval '1 millisecond', false) AS came_again`,
    columns,
  )
  const fresh = stored.filter(({ is_fresh }) => is_fresh)
  const counts = { freshEvents: fresh.length, cameAgain: stored.filter(({ came_again }) => came_again).length }
  const orderKeys = [...new Set(fresh.flatMap(({ order_key }) => order_key ?? []))]
  if (orderKeys.length === 0) return { ...counts, ordersToRead: 0 }
  const orders = await on.query<{ order_key: string; merchant_key: string | null }>(
    `INSERT INTO customer_order (upstream, order_key) SELECT $1, unnest($2::text[])
     ON CONFLICT (upstream, order_key) DO UPDATE
       SET next_read_at = CASE WHEN customer_order.problem = 'forbidden' THEN customer_order.next_read_at
                               ELSE least(customer_order.next_read_at, now()) END
     RETURNING order_key, merchant_key`,
    [upstream, orderKeys],
  )
  await recordEnds(on, upstream, events)
  await discardReads(on, upstream, orderKeys)
  const known = orders.flatMap(({ order_key, merchant_key }) => (merchant_key === null ? [] : [order_key]))
  await routeEvents(on, upstream, known)
  return { ...counts, ordersToRead: orders.length }
}

/** Records the end of each order that one of these events ends. */
async function recordEnds(on: Queryable, upstream: string, events: readonly Incoming[]): Promise<void> {
  const ends = events.filter(({ eventType }) => END_STATUSES.some((type) => type === eventType))
  if (ends.length === 0) return
  await on.query(
    `UPDATE customer_order o SET status = e.event_type, status_at = now(), ended_at = now()
     FROM unnest($2::text[], $3::text[]) AS e (order_key, event_type)
     WHERE o.upstream = $1 AND o.order_key = e.order_key AND o.ended_at IS NULL`,
    [upstream, ends.map(({ orderKey }) => orderKey ?? null), ends.map(({ eventType }) => eventType)],
  )
}

/** Discards the stored reads of these orders: they may be out of date. */
export async function discardReads(on: Queryable, upstream: string, orderKeys: readonly string[]): Promise<void> {
  await on.query(
    `INSERT INTO order_read (upstream, order_key, body, began_at) SELECT $1, unnest($2::text[]), NULL, clock_timestamp()
     ON CONFLICT (upstream, order_key) DO UPDATE SET body = NULL, began_at = excluded.began_at`,
    // Every writer locks the rows in the same order, so that two writers cannot deadlock.
    [upstream, orderKeys.toSorted()],
  )
}
