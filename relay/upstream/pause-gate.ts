import type { Queryable } from '../database/database.ts'

/**
 * Applies the `Retry-After` of one upstream to the calls of all processes. The end of the wait is stored in the database;
 * each process has the last known value in memory.
 */
export function createPauseGate(parts: {
  readonly db: Queryable
  readonly upstream: string
  readonly monotonicNow: () => number
}) {
  const { db, upstream, monotonicNow } = parts
  let until = Number.NEGATIVE_INFINITY
  let lastStatus = 429

  const setPause = (ms: number, status: number): void => {
    if (monotonicNow() + ms <= until) return
    until = monotonicNow() + ms
    lastStatus = status
  }

  const extend = (remainingMs: number, status: number | null): void => {
    if (remainingMs > 0) setPause(remainingMs, status ?? 429)
  }

  return {
    /** Milliseconds until calls are allowed; 0: they are allowed now. */
    remainingMs: (): number => Math.max(0, until - monotonicNow()),
    /** Status of the answer that required the pause. */
    status: (): number => lastStatus,
    /**
     * Records a wait that the upstream requires. Resolves when it is stored for the other processes; rejects when it is not.
     */
    async pause(ms: number, status: number): Promise<void> {
      setPause(ms, status)
      await db.query(
        `UPDATE upstream SET paused_until = now() + $2 * interval '1 millisecond', paused_status = $3
         WHERE name = $1 AND (paused_until IS NULL OR paused_until < now() + $2 * interval '1 millisecond')`,
        [upstream, ms, status],
      )
    },
    /** Reads the pause that other processes stored. */
    async refresh(): Promise<void> {
      const [row] = await db.query<{ ms: number | null; paused_status: number | null }>(
        `SELECT extract(epoch FROM paused_until - now())::float8 * 1000 AS ms, paused_status FROM upstream WHERE name = $1`,
        [upstream],
      )
      extend(row?.ms ?? 0, row?.paused_status ?? null)
    },
    /** Applies a pause that the caller has read from the database. */
    extend,
  }
}
