import type { ConnectionSource } from '../platform/connection.ts'

/**
 * Deliveries on their way, and those that the platform repeats, are signed with the secret of before. Short, because a
 * secret is mostly changed when somebody else has it.
 */
export const ROTATION_WINDOW_MS = 60 * 60_000

/**
 * The secrets that may sign now: the connection's, and for an hour the one before it. Kept in memory alone. None while
 * there is no connection: then nothing can be told from a forgery.
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
