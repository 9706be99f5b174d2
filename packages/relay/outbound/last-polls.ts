import type { Queryable } from '../database/database.ts'

/**
 * The times of the kitchens' last polls, for the operator's page: collected in memory and written every second, because one
 * write for each poll would be most commits. A kill loses the last second.
 */
export interface LastPolls {
  /** Records that the kitchen polls now. */
  record(kitchenId: number): void
  /** Writes the collected times. Rejects when the database does not store them; they are written at the next call. */
  write(): Promise<void>
}

export function createLastPolls(db: Queryable, monotonicNow: () => number): LastPolls {
  const unwritten = new Map<number, number>()
  return {
    record(kitchenId) {
      unwritten.set(kitchenId, monotonicNow())
    },
    async write() {
      if (unwritten.size === 0) return
      const polls = [...unwritten].toSorted(([one], [other]) => one - other)
      const now = monotonicNow()
      await db.query(
        `INSERT INTO kitchen_seen (kitchen_id, last_poll_at)
         SELECT kitchen_id, now() - age * interval '1 millisecond' FROM unnest($1::bigint[], $2::float8[]) AS poll (kitchen_id, age)
         ON CONFLICT (kitchen_id) DO UPDATE SET last_poll_at = greatest(kitchen_seen.last_poll_at, excluded.last_poll_at)`,
        [polls.map(([id]) => id), polls.map(([, at]) => now - at)],
      )
      for (const [id, at] of polls) if (unwritten.get(id) === at) unwritten.delete(id)
    },
  }
}
