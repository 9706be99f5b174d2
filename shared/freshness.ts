import { z } from 'zod'

/**
 * How far the board can be trusted. `fresh`: the last poll succeeded in time; `late` and `stale`: two and three polls
 * were missed; `offline`: there is no network at all; `setup`: no working credentials.
 */
export const FRESHNESS_STATES = ['fresh', 'late', 'stale', 'offline', 'setup'] as const
export type FreshnessState = (typeof FRESHNESS_STATES)[number]

/** Why polls fail or cannot start, for the words beside the badge. */
export const TROUBLES = [
  'not-configured',
  'keychain-locked',
  'keychain-absent',
  'keychain-denied',
  'credentials-refused',
  'forbidden',
  'network',
  'platform',
] as const
export type Trouble = (typeof TROUBLES)[number]

export const freshnessSchema = z.object({
  state: z.enum(FRESHNESS_STATES),
  trouble: z.enum(TROUBLES).optional(),
  /** Epoch ms (this machine's clock, corrected by the platform's) of the last successful poll. */
  checkedAt: z.number().optional(),
  /** When the platform may close the store for want of polls; present while polls fail. */
  storeRiskAt: z.number().optional(),
})
export type Freshness = z.infer<typeof freshnessSchema>

/** Missed polls after which the badge turns; the interval is the setting (default 30 s: 60 s and 90 s). */
const LATE_AFTER_POLLS = 2
const STALE_AFTER_POLLS = 3
/** Time allowed for the poll itself before it counts as missed. */
const GRACE_MS = 3_000

/** Age of the last successful poll, in words. Both times in ms of the same clock. */
export function freshnessByAge(ageMs: number, intervalMs: number): 'fresh' | 'late' | 'stale' {
  if (ageMs > STALE_AFTER_POLLS * intervalMs + GRACE_MS) return 'stale'
  return ageMs > LATE_AFTER_POLLS * intervalMs + GRACE_MS ? 'late' : 'fresh'
}
