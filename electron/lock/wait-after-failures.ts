/** Wrong PINs since the last right one. `at`: epoch ms of the last wrong one. */
export type Failures = { readonly count: number; readonly at: number }

/** Wrong PINs without a wait, for typing errors. */
const FREE_ATTEMPTS = 2
const FIRST_WAIT_MS = 10_000
const LONGEST_WAIT_MS = 15 * 60_000

/** With this wait, trying all 10,000 PINs of four digits takes a hundred days. */
const waitAfterMs = (count: number): number =>
  count <= FREE_ATTEMPTS ? 0 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (count - FREE_ATTEMPTS - 1))

/**
 * Milliseconds until the next attempt is accepted. A wall clock that was set back between two runs lengthens the wait
 * to the full one at most.
 */
export function waitMs({ count, at }: Failures, now: number): number {
  const full = waitAfterMs(count)
  return Math.min(full, Math.max(0, at + full - now))
}
