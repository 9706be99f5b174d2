const SECOND_MS = 1_000
/** A lifetime outside these bounds is invalid (epoch milliseconds, 0, …); the token is then used until it is refused. */
const SHORTEST_LIFE_S = 60
const LONGEST_LIFE_S = 24 * 60 * 60
const EARLIEST_RENEWAL = 0.8
const RENEWAL_SPREAD = 0.1

/** Milliseconds after it was asked for at which a token is renewed early, and at which it stops working. */
export type TokenLifetime = { readonly renewAfterMs: number; readonly endsAfterMs: number }

/**
 * Reads `expires_in` (docs/protocol.md, "Root, token, scopes": seconds, sometimes as text); `undefined` when the value is
 * not plausible. @param random 0..1; spreads renewals so that the machines of a chain do not all renew at once
 */
export function tokenLifetime(expiresIn: unknown, random: number): TokenLifetime | undefined {
  const isNumeric = typeof expiresIn === 'number' || (typeof expiresIn === 'string' && /^\d+(\.\d+)?$/.test(expiresIn))
  const seconds = isNumeric ? Number(expiresIn) : Number.NaN
  if (!(seconds >= SHORTEST_LIFE_S && seconds <= LONGEST_LIFE_S)) return undefined
  const endsAfterMs = seconds * SECOND_MS
  return { endsAfterMs, renewAfterMs: endsAfterMs * (EARLIEST_RENEWAL + RENEWAL_SPREAD * random) }
}
