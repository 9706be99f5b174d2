import type { Log } from '../../../electron/logging/log-port.ts'
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
/** Without a known end, or with an event that the platform does not let us acknowledge. */
const OPEN_ORDERS_KEPT_MS = 30 * DAY_MS
const AUDIT_KEPT_MS = 400 * DAY_MS
/** Key of the advisory lock: one process purges at a time. The value is arbitrary. */
const PURGE_LOCK = 7_266_101

/** Rows that one statement changes, far within the time limit of a statement. */
const BATCH_ROWS = 2_000
const BEFORE = (place: number): string => `now() - $${place} * interval '1 millisecond'`

/** What is purged: the change of the rows whose ids the query finds. Each is repeated until it finds nothing. */
const PURGES: readonly { readonly sql: string; readonly keptMs: readonly number[] }[] = [
  {
    // A body may contain a text that a person wrote. A body that its kitchen has not acknowledged stays complete.
    sql: `UPDATE event SET body = '{}' WHERE id IN (
      SELECT e.id FROM customer_order o JOIN event e USING (upstream, order_key)
      WHERE o.ended_at < ${BEFORE(2)} AND e.body <> '{}' AND e.state = 'routed'
        AND NOT EXISTS (SELECT 1 FROM delivery d WHERE d.event_id = e.id AND d.acknowledged_at IS NULL)
      LIMIT $1)`,
    keptMs: [TEXTS_KEPT_MS],
  },
  {
    // The platform delivers an event that is not acknowledged there: deleted, it would be stored again as new.
    sql: `DELETE FROM event WHERE id IN (
      SELECT e.id FROM customer_order o JOIN event e USING (upstream, order_key)
      WHERE o.ended_at < ${BEFORE(2)} AND e.received_at < ${BEFORE(2)} AND e.acknowledged_at IS NOT NULL LIMIT $1)`,
    keptMs: [ORDERS_KEPT_MS],
  },
  {
    sql: `DELETE FROM event WHERE id IN (
      SELECT e.id FROM event e LEFT JOIN customer_order o USING (upstream, order_key)
      WHERE e.received_at < ${BEFORE(2)} AND (o.order_key IS NULL OR o.first_seen_at < ${BEFORE(2)}) LIMIT $1)`,
    keptMs: [OPEN_ORDERS_KEPT_MS],
  },
  {
    sql: `DELETE FROM event WHERE id IN (
      SELECT id FROM event WHERE order_key IS NULL AND received_at < ${BEFORE(2)} LIMIT $1)`,
    keptMs: [ORDERS_KEPT_MS],
  },
  {
    sql: `DELETE FROM customer_order WHERE (upstream, order_key) IN (
      SELECT upstream, order_key FROM customer_order o WHERE first_seen_at < ${BEFORE(2)}
        AND NOT EXISTS (SELECT 1 FROM event e WHERE e.upstream = o.upstream AND e.order_key = o.order_key)
      LIMIT $1)`,
    keptMs: [ORDERS_KEPT_MS],
  },
  {
    sql: `DELETE FROM audit WHERE id IN (SELECT id FROM audit WHERE at < ${BEFORE(2)} LIMIT $1)`,
    keptMs: [AUDIT_KEPT_MS],
  },
  {
    sql: `DELETE FROM long_key WHERE key IN (SELECT key FROM long_key WHERE seen_at < ${BEFORE(2)} LIMIT $1)`,
    keptMs: [2 * OPEN_ORDERS_KEPT_MS],
  },
]

/** One batch in a transaction of its own. Resolves with the number of its rows; `undefined`: another process purges. */
const purgeBatch = (db: Database, sql: string, keptMs: readonly number[]): Promise<number | undefined> =>
  db.transaction(async (on) => {
    const [lock] = await on.query<{ is_ours: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS is_ours', [PURGE_LOCK])
    if (lock?.is_ours !== true) return undefined
    const [row] = await on.query<{ rows: number }>(
      `WITH gone AS (${sql} RETURNING 1) SELECT count(*) AS rows FROM gone`,
      [BATCH_ROWS, ...keptMs],
    )
    return row?.rows ?? 0
  })

/**
 * Strips and deletes rows after their retention, in batches: however far it is behind, each statement ends in time, and what
 * is done stays done. Resolves with the number of rows, or `undefined` while another process does it.
 */
export async function purge(db: Database, signal?: AbortSignal): Promise<number | undefined> {
  let total = 0
  for (const { sql, keptMs } of PURGES) {
    for (let rows: number | undefined = BATCH_ROWS; rows === BATCH_ROWS && signal?.aborted !== true; ) {
      rows = await purgeBatch(db, sql, keptMs)
      if (rows === undefined) return undefined
      total += rows
    }
  }
  return total
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
      const rows = await purge(db, signal)
      if (rows !== undefined && rows > 0) log.info('purged', { count: rows })
      return HOUR_MS
    }),
  ])
}
