export type Backoff = { readonly baseMs: number; readonly capMs: number }

/** Writes and reads: from half a second to half a minute. */
export const CALL_BACKOFF: Backoff = { baseMs: 500, capMs: 30_000 }

/** Power of two beyond which the cap has long been reached. */
const LARGEST_EXPONENT = 20

/**
 * Milliseconds to wait before attempt number `attempt` (1 = after the first failure): full jitter up to `base ·
 * 2^(attempt-1)` and the cap. Jitter is added after `atLeastMs` (`Retry-After`), so that shops do not return together.
 */
export function backoffMs(attempt: number, backoff: Backoff, random: () => number, atLeastMs = 0): number {
  const ceiling = Math.min(backoff.capMs, backoff.baseMs * 2 ** Math.min(Math.max(0, attempt - 1), LARGEST_EXPONENT))
  const jittered = backoff.baseMs / 2 + random() * Math.max(0, ceiling - backoff.baseMs / 2)
  return Math.round(atLeastMs > 0 ? atLeastMs + Math.min(jittered, backoff.capMs / 10) : jittered)
}
