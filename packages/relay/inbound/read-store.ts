import type { Queryable } from '../database/database.ts'

/** For this time a stored read answers the kitchen's read of the same order. */
export const READ_KEPT_MS = 2_000

export type OrderRead = {
  readonly orderKey: string
  readonly body: string
  /** The database's time when the read began, as text. A later event makes the read invalid. */
  readonly beganAt: string
}

/** Stores a read unless a newer event is known. */
export async function storeReads(on: Queryable, upstream: string, unordered: readonly OrderRead[]): Promise<void> {
  // Every writer locks the rows in the same order, so that two writers cannot deadlock.
  const reads = unordered.toSorted((one, other) => (one.orderKey < other.orderKey ? -1 : 1))
  await on.query(
    `INSERT INTO order_read (upstream, order_key, body, began_at)
     SELECT $1, order_key, body, began_at::timestamptz
     FROM unnest($2::text[], $3::text[], $4::text[]) AS r (order_key, body, began_at)
     WHERE began_at::timestamptz > now() - $5 * interval '1 millisecond'
     ON CONFLICT (upstream, order_key) DO UPDATE SET body = excluded.body, began_at = excluded.began_at
       WHERE order_read.began_at < excluded.began_at`,
    [
      upstream,
      reads.map(({ orderKey }) => orderKey),
      reads.map(({ body }) => body),
      reads.map(({ beganAt }) => beganAt),
      READ_KEPT_MS,
    ],
  )
}

/** Deletes reads after `READ_KEPT_MS`, because an order contains names and addresses. */
export async function dropOldReads(on: Queryable): Promise<void> {
  // A row that another transaction has locked is deleted in the next pass.
  await on.query(
    `DELETE FROM order_read WHERE (upstream, order_key) IN (
       SELECT upstream, order_key FROM order_read WHERE began_at < now() - $1 * interval '1 millisecond'
       FOR UPDATE SKIP LOCKED)`,
    [READ_KEPT_MS],
  )
}
