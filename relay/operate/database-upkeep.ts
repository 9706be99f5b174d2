import type { Log } from '../../electron/logging/log-port.ts'
import type { Database } from '../database/database.ts'
import { dropOldReads } from '../inbound/read-store.ts'
import { startRepeatedWork } from '../inbound/repeated-work.ts'
import type { LastPolls } from '../outbound/last-polls.ts'

const SECOND_MS = 1_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** The same as in the app (electron/storage/retention.ts): texts 12 hours after an order's end, all of it after 7 days. */
const TEXTS_KEPT_MS = 12 * HOUR_MS
const ORDERS_KEPT_MS = 7 * DAY_MS
/** For orders without a known end. */
const OPEN_ORDERS_KEPT_MS = 30 * DAY_MS
const AUDIT_KEPT_MS = 400 * DAY_MS
/** Key of the advisory lock: one process purges at a time. The value is arbitrary. */
const PURGE_LOCK = 7_266_101

/**
 * Strips and deletes rows after their retention. Resolves with the number of rows, or `undefined` while another process
 * does it.
 */
export async function purge(db: Database): Promise<number | undefined> {
  return db.transaction(async (on) => {
    const [lock] = await on.query<{ is_ours: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS is_ours', [PURGE_LOCK])
    if (lock?.is_ours !== true) return undefined
    const count = async (sql: string, values: readonly unknown[]): Promise<number> => {
      const [row] = await on.query<{ rows: number }>(
        `WITH gone AS (${sql} RETURNING 1) SELECT count(*) AS rows FROM gone`,
        values,
      )
      return row?.rows ?? 0
    }
    const before = `now() - $1 * interval '1 millisecond'`
    // A body may contain a text that a person wrote. A body that its kitchen has not acknowledged stays complete.
    const stripped = await count(
      `UPDATE event e SET body = '{}' FROM customer_order o
       WHERE o.upstream = e.upstream AND o.order_key = e.order_key AND o.ended_at < ${before} AND e.body <> '{}'
         AND NOT EXISTS (SELECT 1 FROM delivery d WHERE d.event_id = e.id AND d.acknowledged_at IS NULL)
         AND e.state = 'routed'`,
      [TEXTS_KEPT_MS],
    )
    const events = await count(
      `DELETE FROM event e USING customer_order o WHERE o.upstream = e.upstream AND o.order_key = e.order_key
         AND o.ended_at < ${before} AND e.received_at < ${before}`,
      [ORDERS_KEPT_MS],
    )
    const old = await count(
      `DELETE FROM event e WHERE received_at < ${before} AND (order_key IS NULL OR NOT EXISTS (
         SELECT 1 FROM customer_order o WHERE o.upstream = e.upstream AND o.order_key = e.order_key
           AND (o.first_seen_at >= ${before} OR o.ended_at IS NOT NULL)))`,
      [OPEN_ORDERS_KEPT_MS],
    )
    const unroutable = await count(`DELETE FROM event WHERE order_key IS NULL AND received_at < ${before}`, [
      ORDERS_KEPT_MS,
    ])
    const orders = await count(
      `DELETE FROM customer_order o WHERE first_seen_at < ${before} AND NOT EXISTS (
         SELECT 1 FROM event e WHERE e.upstream = o.upstream AND e.order_key = o.order_key)`,
      [ORDERS_KEPT_MS],
    )
    const audit = await count(`DELETE FROM audit WHERE at < ${before}`, [AUDIT_KEPT_MS])
    return stripped + events + old + unroutable + orders + audit
  })
}

/**
 * Every second, deletes old reads and writes the times of the kitchens' last polls; every hour, purges. Resolves after
 * `signal` was aborted.
 */
export function startDatabaseUpkeep(
  db: Database,
  lastPolls: LastPolls,
  log: Log,
  signal: AbortSignal,
): Promise<unknown> {
  const start = (name: string, work: () => Promise<number>): Promise<void> =>
    startRepeatedWork({ name, work, signal, log }).ended
  return Promise.all([
    start('dropping-reads', async () => {
      await dropOldReads(db)
      return SECOND_MS
    }),
    start('writing-last-polls', async () => {
      await lastPolls.write()
      return SECOND_MS
    }),
    start('purging', async () => {
      const rows = await purge(db)
      if (rows !== undefined && rows > 0) log.info('purged', { count: rows })
      return HOUR_MS
    }),
  ])
}
