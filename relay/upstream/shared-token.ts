import type { Log } from '../../electron/logging/log-port.ts'
import type { Connection } from '../../electron/platform/connection.ts'
import { tokenLifetime } from '../../electron/platform/token-lifetime.ts'
import type { TokenReply } from '../../electron/platform/token-request.ts'
import { pause } from '../clock.ts'
import { causeOf, type Queryable } from '../database/database.ts'
import { openText, sealText } from './sealed-text.ts'

/** Longer than a token call. After this time another process may ask when the asking process was killed. */
const ASKING_MS = 10_000
const LOOK_MS = 100
const SECOND_MS = 1_000
/** A token with less remaining time is not used. */
const SHORTEST_REST_SECONDS = 60

type Row = {
  readonly sealed: Buffer | null
  readonly rest_seconds: number | null
}

export type SharedTokenParts = {
  readonly db: Queryable
  readonly upstream: string
  /** Key that is derived from the relay's master key; 32 bytes. */
  readonly key: Buffer
  /** The token call to the platform. */
  readonly ask: (connection: Connection) => Promise<TokenReply>
  readonly log: Log
}

/**
 * One token for all processes, in the database, encrypted. SECURITY: relay-token (docs/chains.md). The reason: some hosts allow two token calls an hour (docs/protocol.md,
 * "Root, token, scopes"). A stored token is used unless it is the one that this process has and wants to replace; then one
 * process asks the platform, and the others wait for what it stores.
 */
export function createSharedToken(parts: SharedTokenParts): (connection: Connection) => Promise<TokenReply> {
  const { db, upstream, key, ask, log } = parts
  let own: string | undefined

  // Part of the encryption and not stored: a token is valid for its own credential only.
  const aboutOf = ({ apiUrl, clientId, clientSecret, scope }: Connection): string =>
    JSON.stringify([upstream, apiUrl, clientId, clientSecret, scope])

  const stored = ({ sealed, rest_seconds: rest }: Row, connection: Connection): TokenReply | undefined => {
    if (sealed === null || (rest !== null && rest < SHORTEST_REST_SECONDS)) return undefined
    const accessToken = openText(key, sealed, aboutOf(connection))
    if (accessToken === undefined || accessToken === own) return undefined
    return { kind: 'granted', accessToken, expiresIn: rest ?? undefined }
  }

  /** Reads the stored token, and takes the right to ask for a new one when no other process has it. */
  const look = async (connection: Connection): Promise<TokenReply | 'ask' | 'wait'> => {
    const [found] = await db.query<Row>(
      `SELECT sealed, extract(epoch FROM ends_at - now())::float8 AS rest_seconds
       FROM upstream_token WHERE upstream = $1`,
      [upstream],
    )
    const known = found === undefined ? undefined : stored(found, connection)
    if (known !== undefined) return known
    const [taken] = await db.query<Row>(
      `INSERT INTO upstream_token (upstream, asking_until) VALUES ($1, now() + $2 * interval '1 millisecond')
       ON CONFLICT (upstream) DO UPDATE SET asking_until = excluded.asking_until
         WHERE coalesce(upstream_token.asking_until < now(), true)
       RETURNING sealed, extract(epoch FROM ends_at - now())::float8 AS rest_seconds`,
      [upstream, ASKING_MS],
    )
    if (taken === undefined) return 'wait'
    // Another process may have stored one between the two statements.
    const stolen = stored(taken, connection)
    if (stolen === undefined) return 'ask'
    await endTurn()
    return stolen
  }

  const endTurn = async (): Promise<void> => {
    await db.query('UPDATE upstream_token SET asking_until = NULL WHERE upstream = $1', [upstream])
  }

  const store = async (token: string, expiresIn: unknown, connection: Connection): Promise<void> => {
    await db.query(
      `UPDATE upstream_token SET sealed = $2, ends_at = now() + $3::float8 * interval '1 millisecond', asking_until = NULL
       WHERE upstream = $1`,
      [upstream, sealText(key, token, aboutOf(connection)), tokenLifetime(expiresIn, 0)?.endsAfterMs ?? null],
    )
  }

  const request = async (connection: Connection): Promise<TokenReply> => {
    for (;;) {
      const found = await look(connection)
      if (found === 'wait') {
        await pause(LOOK_MS, new AbortController().signal)
        continue
      }
      if (found !== 'ask') return found
      const reply = await ask(connection)
      const noted = reply.kind === 'granted' ? store(reply.accessToken, reply.expiresIn, connection) : endTurn()
      // The platform has answered: this process uses the answer, and the turn ends by itself.
      await noted.catch((error: unknown) => log.warn('token-not-stored', { name: upstream, cause: causeOf(error) }))
      return reply
    }
  }

  return async (connection) => {
    try {
      const reply = await request(connection)
      if (reply.kind === 'granted') own = reply.accessToken
      return reply
    } catch (error) {
      log.warn('token-not-shared', { name: upstream, cause: causeOf(error) })
      return { kind: 'unavailable', cause: 'network', retryAfterMs: SECOND_MS }
    }
  }
}
