import type { Queryable } from '../database/database.ts'

/**
 * `Retry-After` of one upstream for the calls of all processes. The instant is stored in the database; each process keeps
 * the last known value in memory.
 */
export type PauseGate = {
  /** Milliseconds for which no call may be made; 0: calls may be made. */
  remainingMs(): number
  /** Status of the answer that asked for the pause. */
  status(): number
  /** The upstream asked to wait. Returns once the other processes can see it, or the database refused. */
  ask(ms: number, status: number): Promise<void>
  /** Reads the pause that other processes stored. */
  refresh(): Promise<void>
  /** Takes a pause that was read together with another row. */
  learn(remainingMs: number, status: number | null): void
}

export function createPauseGate(parts: {
  readonly db: Queryable
  readonly upstream: string
  readonly monotonicNow: () => number
}): PauseGate {
  const { db, upstream, monotonicNow } = parts
  let until = Number.NEGATIVE_INFINITY
  let lastStatus = 429

  const extend = (ms: number, status: number): void => {
    if (monotonicNow() + ms <= until) return
    until = monotonicNow() + ms
    lastStatus = status
  }

  const learn = (remainingMs: number, status: number | null): void => {
    if (remainingMs > 0) extend(remainingMs, status ?? 429)
  }

  return {
    remainingMs: () => Math.max(0, until - monotonicNow()),
    status: () => lastStatus,
    async ask(ms, status) {
      extend(ms, status)
      await db.query(
        `UPDATE upstream SET paused_until = now() + $2 * interval '1 millisecond', paused_status = $3
         WHERE name = $1 AND (paused_until IS NULL OR paused_until < now() + $2 * interval '1 millisecond')`,
        [upstream, ms, status],
      )
    },
    async refresh() {
      const [row] = await db.query<{ ms: number | null; paused_status: number | null }>(
        `SELECT extract(epoch FROM paused_until - now())::float8 * 1000 AS ms, paused_status FROM upstream WHERE name = $1`,
        [upstream],
      )
      learn(row?.ms ?? 0, row?.paused_status ?? null)
    },
    learn,
  }
}
