import type { Log } from '../../electron/logging/log-port.ts'
import { causeOf, type Database } from '../database/database.ts'
import { dropOldReads } from '../inbound/order-reads.ts'
import { startWorkerLoop } from '../inbound/worker-loop.ts'

const SECOND_MS = 1_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const DROP_EVERY_MS = SECOND_MS

/** As in the app (electron/storage/retention.ts): texts 12 hours after an order's end, all of it after 7 days. */
const TEXTS_KEPT_MS = 12 * HOUR_MS
const ORDERS_KEPT_MS = 7 * DAY_MS
/** Orders whose end was never seen. */
const OPEN_ORDERS_KEPT_MS = 30 * DAY_MS
const AUDIT_KEPT_MS = 400 * DAY_MS
/** Any number: one process at a time purges. */
const PURGE_LOCK = 7_266_101

/** Deletes what may be kept no longer. Answers with the number of rows, or `undefined` where another process does it. */
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
    // A reason that somebody wrote stands in the body. What the kitchen has still to receive stays whole.
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

/** Reads that were kept are deleted after two seconds, everything else at its own time. Ends when `signal` is aborted. */
export function startUpkeep(db: Database, log: Log, signal: AbortSignal): Promise<unknown> {
  const dropping = startWorkerLoop(async () => {
    await dropOldReads(db).catch((error: unknown) => log.warn('reads-not-dropped', { cause: causeOf(error) }))
    return DROP_EVERY_MS
  }, signal)
  const purging = startWorkerLoop(async () => {
    try {
      const rows = await purge(db)
      if (rows !== undefined && rows > 0) log.info('purged', { count: rows })
    } catch (error) {
      log.warn('not-purged', { cause: causeOf(error) })
    }
    return HOUR_MS
  }, signal)
  return Promise.all([dropping.ended, purging.ended])
}
