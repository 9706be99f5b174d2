import { ok, type Result } from '../../shared/result.ts'
import type { Log } from '../logging/log-port.ts'
import { watchPromise } from '../logging/log-port.ts'
import type { Unauthorized, Unavailable } from './answers.ts'
import { type Connection, type ConnectionSource, isSameConnection } from './connection.ts'
import { withDeadline } from './deadline.ts'
import type { Http } from './http.ts'
import { LONGEST_WAIT_MS } from './retry-after.ts'
import { tokenLifetime } from './token-lifetime.ts'
import { requestToken, type TokenReply } from './token-request.ts'

/** A token and the API root for a call. */
export type TokenGrant = { readonly kind: 'token'; readonly accessToken: string; readonly apiUrl: string }
export type TokenAnswer = TokenGrant | Unavailable | Unauthorized

export type TokenSource = {
  /** A token that should work; asks the platform for one when there is none. `signal` ends the wait, not the request. */
  current(signal: AbortSignal): Promise<TokenAnswer>
  /** Replaces a token that the platform answered with 401. */
  replacing(refused: TokenGrant, signal: AbortSignal): Promise<TokenAnswer>
  /** Records that a new token was refused. */
  recordFreshRefusal(refused: TokenGrant): void
}

/** Wait after an early renewal that failed. The old token is used meanwhile. */
const RENEWAL_PAUSE_MS = 60_000
/** For this time a refusal is answered from memory, so that many waiting calls make one request. */
const REFUSAL_MEMORY_MS = 5_000
/** For this time a new token that was refused is not replaced: some hosts allow two token calls an hour. */
const FRESH_REFUSAL_MS = 30_000

type Held = { readonly connection: Connection; readonly grant: TokenGrant; renewAt: number; readonly endsAt: number }
type Failure = Unavailable | Unauthorized
type PendingRequest = { readonly connection: Connection; readonly answer: Promise<TokenAnswer> }

/** No request is made for this connection until `until`; the failure is the answer. */
type Pause = { readonly connection: Connection; readonly failure: Failure; readonly until: number }

const failureOf = (reply: Exclude<TokenReply, { kind: 'granted' }>): Failure =>
  reply.kind === 'unauthorized'
    ? { kind: 'unauthorized', cause: reply.cause }
    : { ...reply, ...(reply.retryAfterMs ? { isOfToken: true } : {}) }

const failureDuringPause = ({ failure, until }: Pause, now: number): Failure =>
  failure.kind === 'unauthorized' ? failure : { ...failure, retryAfterMs: Math.min(until - now, LONGEST_WAIT_MS) }

export function createTokenSource(parts: {
  readonly http: Http
  readonly connection: ConnectionSource
  readonly monotonicNow: () => number
  readonly random: () => number
  readonly timeoutMs: number
  readonly log: Log
  /** Replaces the request to the platform, for processes that share one token. */
  readonly request?: (connection: Connection) => Promise<TokenReply>
}): TokenSource {
  const { http, monotonicNow: now, random, log } = parts
  const request = parts.request ?? ((connection: Connection) => requestToken(http, connection, parts.timeoutMs))
  let held: Held | undefined
  let pendingRequest: PendingRequest | undefined
  let pause: Pause | undefined
  let freshlyRefused: { readonly grant: TokenGrant; readonly until: number } | undefined

  const requestAndKeep = async (connection: Connection): Promise<TokenAnswer> => {
    const askedAt = now()
    const reply = await request(connection)
    const isWanted = pendingRequest !== undefined && isSameConnection(pendingRequest.connection, connection)
    if (isWanted) pendingRequest = undefined
    if (reply.kind === 'granted') {
      const grant: TokenGrant = { kind: 'token', accessToken: reply.accessToken, apiUrl: connection.apiUrl }
      const lifetime = tokenLifetime(reply.expiresIn, random())
      const renewAt = askedAt + (lifetime?.renewAfterMs ?? Number.POSITIVE_INFINITY)
      const endsAt = askedAt + (lifetime?.endsAfterMs ?? Number.POSITIVE_INFINITY)
      if (isWanted) held = { connection, grant, renewAt, endsAt }
      log.info('platform-token-granted', { lifetimeMs: lifetime?.endsAfterMs })
      return grant
    }
    const failure = failureOf(reply)
    log.warn('platform-token-failed', {
      cause: failure.cause,
      status: reply.kind === 'unavailable' ? reply.status : undefined,
      code: reply.kind === 'unauthorized' ? reply.code : undefined,
    })
    const waitMs = reply.kind === 'unauthorized' ? REFUSAL_MEMORY_MS : (reply.retryAfterMs ?? 0)
    if (isWanted) {
      pause = { connection, failure, until: now() + waitMs }
      if (held) held.renewAt = now() + Math.max(RENEWAL_PAUSE_MS, waitMs)
    }
    return failure
  }

  /** One token request at a time for one connection. All callers share its answer. */
  const requestOnce = (connection: Connection): Promise<TokenAnswer> => {
    if (pendingRequest && isSameConnection(pendingRequest.connection, connection)) return pendingRequest.answer
    if (pause && isSameConnection(pause.connection, connection) && now() < pause.until) {
      return Promise.resolve(failureDuringPause(pause, now()))
    }
    const started = Promise.withResolvers<TokenAnswer>()
    pendingRequest = { connection, answer: started.promise }
    requestAndKeep(connection).then(started.resolve, (defect: unknown) => {
      pendingRequest = undefined
      started.reject(defect)
    })
    return started.promise
  }

  const answerWithin = async (
    signal: AbortSignal,
    answer: (connection: Connection) => TokenAnswer | Promise<TokenAnswer>,
  ) => {
    const waited = await withDeadline<Result<TokenAnswer, Unauthorized['cause']>>(
      async () => {
        const connection = await parts.connection()
        return connection.ok ? ok(await answer(connection.value)) : connection
      },
      signal,
      LONGEST_WAIT_MS,
    )
    if (waited.kind === 'failed') throw waited.error
    if (waited.kind === 'interrupted') return { kind: 'unavailable', cause: 'aborted' } as const
    return waited.value.ok ? waited.value.value : ({ kind: 'unauthorized', cause: waited.value.code } as const)
  }

  const usable = (connection: Connection): Held | undefined =>
    held && isSameConnection(held.connection, connection) && now() < held.endsAt ? held : undefined

  return {
    current: (signal) =>
      answerWithin(signal, (connection) => {
        const known = usable(connection)
        if (known === undefined) return requestOnce(connection)
        // The renewal runs beside the call: a slow token endpoint must not delay a tap while this token is valid.
        if (now() >= known.renewAt) watchPromise(requestOnce(connection), log, 'platform-token-renewal-failed')
        return known.grant
      }),

    replacing: (refused, signal) =>
      answerWithin(signal, (connection) => {
        const known = usable(connection)
        if (known && known.grant !== refused) return known.grant
        if (freshlyRefused?.grant === refused && now() < freshlyRefused.until) {
          return { kind: 'unauthorized', cause: 'credentials-refused' }
        }
        held = undefined
        return requestOnce(connection)
      }),

    recordFreshRefusal(refused) {
      freshlyRefused = { grant: refused, until: now() + FRESH_REFUSAL_MS }
      log.warn('platform-fresh-token-refused')
    },
  }
}
