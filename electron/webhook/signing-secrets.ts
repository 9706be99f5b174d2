import type { ConnectionSource } from '../platform/connection.ts'

/**
 * Deliveries that were sent before the change, and their repetitions, are signed with the previous secret. The time is short,
 * because a secret is often changed after it was disclosed.
 */
export const ROTATION_WINDOW_MS = 60 * 60_000

/**
 * The secrets that are valid now: the connection's, and for an hour the previous one. In memory only. Empty without a
 * connection: then no signature can be checked.
 */
export type SigningSecrets = () => Promise<readonly string[]>

export function createSigningSecrets(connection: ConnectionSource, monotonicNow: () => number): SigningSecrets {
  let current: string | undefined
  let previous: { readonly secret: string; readonly until: number } | undefined

  return async () => {
    const known = await connection()
    if (!known.ok) return []
    const { clientSecret } = known.value
    if (current !== undefined && current !== clientSecret) {
      previous = { secret: current, until: monotonicNow() + ROTATION_WINDOW_MS }
    }
    current = clientSecret
    if (previous !== undefined && monotonicNow() >= previous.until) previous = undefined
    return previous === undefined ? [clientSecret] : [clientSecret, previous.secret]
  }
}
