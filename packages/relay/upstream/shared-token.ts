import type { Log } from '../../../electron/logging/log-port.ts'
import type { Connection } from '../../../electron/platform/connection.ts'
import { type RenewalsInVain, type TokenReply, tokenLifetime } from '../../../electron/platform/token.ts'
import { openText, sealText } from '../../../electron/secrets/cipher.ts'
import { causeOf, type Queryable } from '../database/database.ts'
import { pause } from '../relay-clock.ts'

/** Longer than a token call. After this time another process may request a token: the first one may have been killed. */
const CLAIM_MS = 10_000
const CHECK_INTERVAL_MS = 100
const SECOND_MS = 1_000
/** A token with less remaining time is not used. */
const MIN_REMAINING_SECONDS = 60

const IN_LAST_HOUR = `FROM unnest(renewals_in_vain) AS at WHERE at > now() - interval '1 hour'`

/**
 * The renewals that did not help a single call, counted for all processes. A failure of the database counts as no renewal: the
 * token is in the same database.
 */
export function createSharedRenewalsInVain(db: Queryable, upstream: string, log: Log): RenewalsInVain {
  const logFailure = (error: unknown): void =>
    log.warn('token-renewals-not-counted', { name: upstream, cause: causeOf(error) })
  return {
    async count() {
      try {
        const [row] = await db.query<{ renewals: number }>(
          `SELECT (SELECT count(*) ${IN_LAST_HOUR})::int AS renewals FROM upstream_token WHERE upstream = $1`,
          [upstream],
        )
        return row?.renewals ?? 0
      } catch (error) {
        logFailure(error)
        return 0
      }
    },
    async record() {
      await db
        .query(
          `UPDATE upstream_token SET renewals_in_vain = ARRAY(SELECT at ${IN_LAST_HOUR}) || now() WHERE upstream = $1`,
          [upstream],
        )
        .catch(logFailure)
    },
  }
}

type Row = {
  readonly sealed: Buffer | null
  readonly remaining_seconds: number | null
}

/**
 * Shares one token between all processes, encrypted in the database: some hosts allow two token calls an hour
 * (docs/protocol.md, "Root, token, scopes"). One process requests a new one; the others wait.
 * SECURITY: relay-token (packages/relay/README.md)
 */
export function createSharedToken(options: {
  readonly db: Queryable
  readonly upstream: string
  /** Key that is derived from the relay's master key; 32 bytes. */
  readonly key: Buffer
  /** Requests a token from the platform. */
  readonly requestNew: (connection: Connection) => Promise<TokenReply>
  readonly log: Log
}): (connection: Connection) => Promise<TokenReply> {
  const { db, upstream, key, requestNew, log } = options
  let ownToken: string | undefined

  // Associated data of the encryption: a token can be decrypted only for the credential that it was issued for.
  const associatedDataOf = ({ apiUrl, clientId, clientSecret, scope }: Connection): string =>
    JSON.stringify([upstream, apiUrl, clientId, clientSecret, scope])

  const usableToken = (
    { sealed, remaining_seconds: remaining }: Row,
    connection: Connection,
  ): TokenReply | undefined => {
    if (sealed === null || (remaining !== null && remaining < MIN_REMAINING_SECONDS)) return undefined
    const accessToken = openText(key, associatedDataOf(connection), sealed.toString('base64'))?.toString()
    if (accessToken === undefined || accessToken === ownToken) return undefined
    return { kind: 'granted', accessToken, expiresIn: remaining ?? undefined }
  }

  /** Returns the stored token, or claims the right to request a new one, or `wait` when another process has claimed it. */
  const readOrClaim = async (connection: Connection): Promise<TokenReply | 'request' | 'wait'> => {
    const [found] = await db.query<Row>(
      `SELECT sealed, extract(epoch FROM ends_at - now())::float8 AS remaining_seconds
       FROM upstream_token WHERE upstream = $1`,
      [upstream],
    )
    const known = found === undefined ? undefined : usableToken(found, connection)
    if (known !== undefined) return known
    const [taken] = await db.query<Row>(
      `INSERT INTO upstream_token (upstream, asking_until) VALUES ($1, now() + $2 * interval '1 millisecond')
       ON CONFLICT (upstream) DO UPDATE SET asking_until = excluded.asking_until
         WHERE coalesce(upstream_token.asking_until < now(), true)
       RETURNING sealed, extract(epoch FROM ends_at - now())::float8 AS remaining_seconds`,
      [upstream, CLAIM_MS],
    )
    if (taken === undefined) return 'wait'
    // Another process may have stored one between the two statements.
    const storedMeanwhile = usableToken(taken, connection)
    if (storedMeanwhile === undefined) return 'request'
    await releaseClaim()
    return storedMeanwhile
  }

  const releaseClaim = async (): Promise<void> => {
    await db.query('UPDATE upstream_token SET asking_until = NULL WHERE upstream = $1', [upstream])
  }

  const store = async (token: string, expiresIn: unknown, connection: Connection): Promise<void> => {
    const sealed = sealText(key, associatedDataOf(connection), Buffer.from(token))
    await db.query(
      `UPDATE upstream_token SET sealed = $2, ends_at = now() + $3::float8 * interval '1 millisecond', asking_until = NULL
       WHERE upstream = $1`,
      [upstream, Buffer.from(sealed, 'base64'), tokenLifetime(expiresIn, 0)?.endsAfterMs ?? null],
    )
  }

  const request = async (connection: Connection): Promise<TokenReply> => {
    for (;;) {
      const found = await readOrClaim(connection)
      if (found === 'wait') {
        await pause(CHECK_INTERVAL_MS, new AbortController().signal)
        continue
      }
      if (found !== 'request') return found
      const reply = await requestNew(connection)
      const recorded = reply.kind === 'granted' ? store(reply.accessToken, reply.expiresIn, connection) : releaseClaim()
      // The platform has answered, so this process uses the answer. Without a record the claim ends after `CLAIM_MS`.
      await recorded.catch((error: unknown) => log.warn('token-not-stored', { name: upstream, cause: causeOf(error) }))
      return reply
    }
  }

  return async (connection) => {
    try {
      const reply = await request(connection)
      if (reply.kind === 'granted') ownToken = reply.accessToken
      return reply
    } catch (error) {
      log.warn('token-not-shared', { name: upstream, cause: causeOf(error) })
      return { kind: 'unavailable', cause: 'network', retryAfterMs: SECOND_MS }
    }
  }
}
