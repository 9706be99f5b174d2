/** Missed polls after which the badge changes its state. With the default interval of 30 s: after 60 s and 90 s. */
const LATE_AFTER_POLLS = 2
const STALE_AFTER_POLLS = 3
/** Time allowed for the poll itself before it counts as missed. */
const GRACE_MS = 3_000

/** From the best state to the worst. */
export const FRESHNESS_SEVERITY = { fresh: 0, late: 1, stale: 2, offline: 3, setup: 4 } as const

/** The freshness of a board by the age of its last successful poll, both in ms. */
export function freshnessByAge(ageMs: number, intervalMs: number): 'fresh' | 'late' | 'stale' {
  if (ageMs > STALE_AFTER_POLLS * intervalMs + GRACE_MS) return 'stale'
  return ageMs > LATE_AFTER_POLLS * intervalMs + GRACE_MS ? 'late' : 'fresh'
}
