import type { Queryable } from '../database/database.ts'

/**
 * When kitchens polled last, for the office's page. Collected in memory and written every second in one statement: a
 * write for each poll of each kitchen would be most of the commits of a quiet chain. A process that is killed loses the
 * last second of it.
 */
export type LastPolls = {
  note(kitchenId: number): void
  /** Writes the collected times. Rejects when the database refuses; the times are then kept. */
  write(): Promise<void>
}

export function createLastPolls(db: Queryable, monotonicNow: () => number): LastPolls {
  const noted = new Map<number, number>()
  return {
    note(kitchenId) {
      noted.set(kitchenId, monotonicNow())
    },
    async write() {
      if (noted.size === 0) return
      const polls = [...noted].toSorted(([one], [other]) => one - other)
      const now = monotonicNow()
      await db.query(
        `INSERT INTO kitchen_seen (kitchen_id, last_poll_at)
         SELECT kitchen_id, now() - age * interval '1 millisecond' FROM unnest($1::bigint[], $2::float8[]) AS poll (kitchen_id, age)
         ON CONFLICT (kitchen_id) DO UPDATE SET last_poll_at = greatest(kitchen_seen.last_poll_at, excluded.last_poll_at)`,
        [polls.map(([id]) => id), polls.map(([, at]) => now - at)],
      )
      for (const [id, at] of polls) if (noted.get(id) === at) noted.delete(id)
    },
  }
}
