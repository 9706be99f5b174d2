import { isRecord } from '../../shared/is-record.ts'
import { ok, type Result } from '../../shared/result.ts'
import { type Log, watchPromise } from '../logging/log-port.ts'
import { SECRET_REPLACED, type Unauthorized, type Unavailable } from './answers.ts'
import { type Connection, type ConnectionSource, isSameConnection } from './connection.ts'
import { withDeadline } from './deadline.ts'
import type { Call } from './dialects/dialect.ts'
import { dialectOf } from './dialects/dialects.ts'
import { messageOf } from './dialects/message.ts'
import type { Http, HttpReply } from './http.ts'
import { LONGEST_WAIT_MS } from './retry-after.ts'
import { parseErrorBody, setbackOf } from './setback.ts'

const SECOND_MS = 1_000
/** A lifetime outside these bounds is invalid (epoch milliseconds, 0, …); the token is then used until it is refused. */
const SHORTEST_LIFE_S = 60
const LONGEST_LIFE_S = 24 * 60 * 60
const EARLIEST_RENEWAL = 0.8
const RENEWAL_SPREAD = 0.1

/** Milliseconds after it was asked for at which a token is renewed early, and at which it stops working. */
type TokenLifetime = { readonly renewAfterMs: number; readonly endsAfterMs: number }

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

export type TokenReply =
  | { readonly kind: 'granted'; readonly accessToken: string; readonly expiresIn: unknown }
  | Unavailable
  | (Unauthorized & { readonly code?: string | undefined })

const TOKEN_MAX_BYTES = 64 * 1_024
/** The characters that an `Authorization` header may contain. */
const HEADER_SAFE = /^[\x21-\x7e]+$/

/** Asks for a token with the client's credentials (docs/protocol.md, "Root, token, scopes"), in an older way if that is refused. */
export async function exchangeToken(
  http: Http,
  connection: Connection,
  timeoutMs: number,
): Promise<HttpReply | Unavailable> {
  const { token, olderToken } = dialectOf(connection)
  const ask = (call: Call) =>
    http.exchange({
      route: 'token',
      ...messageOf(connection, call),
      isUrgent: true,
      timeoutMs,
      maxBytes: TOKEN_MAX_BYTES,
    })
  const reply = await ask(token(connection))
  const isRefused = reply.kind === 'reply' && reply.status === 400
  return isRefused && olderToken ? ask(olderToken(connection)) : reply
}

export async function requestToken(http: Http, connection: Connection, timeoutMs: number): Promise<TokenReply> {
  const reply = await exchangeToken(http, connection, timeoutMs)
  return reply.kind === 'reply' ? tokenReplyOf(reply) : reply
}

/** The token in a successful answer, by either spelling of its fields, or in its `data`; `undefined`: none that can be used. */
export function readGrant({ body }: HttpReply): Omit<Extract<TokenReply, { kind: 'granted' }>, 'kind'> | undefined {
  const fields: unknown = body.kind === 'json' ? body.value : undefined
  const outer: Readonly<Record<string, unknown>> = isRecord(fields) ? fields : {}
  const granted = isRecord(outer.data) ? outer.data : outer
  const accessToken = granted.access_token ?? granted.accessToken
  return typeof accessToken === 'string' && HEADER_SAFE.test(accessToken)
    ? { accessToken, expiresIn: granted.expires_in ?? granted.expiresIn }
    : undefined
}

function tokenReplyOf(reply: HttpReply): TokenReply {
  const { status, body } = reply
  const setback = setbackOf(reply)
  if (setback === undefined) {
    const grant = readGrant(reply)
    return grant === undefined
      ? { kind: 'unavailable', cause: 'unintelligible', status }
      : { kind: 'granted', ...grant }
  }
  if (setback.kind === 'unavailable') return setback
  // Other 4xx are repeated: the token endpoint may be misrouted for a minute.
  if (status !== 400 && status !== 401 && status !== 403)
    return { kind: 'unavailable', cause: 'unintelligible', status }
  const { code } = parseErrorBody(body)
  return { kind: 'unauthorized', cause: code === SECRET_REPLACED ? 'secret-replaced' : 'credentials-refused', code }
}

/** A token, and the connection that it is of. */
export type TokenGrant = { readonly kind: 'token'; readonly accessToken: string; readonly connection: Connection }
export type TokenAnswer = TokenGrant | Unavailable | Unauthorized

type Failure = Unavailable | Unauthorized

export interface TokenSource {
  /** The connection that the next call uses. */
  connection(signal: AbortSignal): Promise<{ readonly kind: 'connection'; readonly connection: Connection } | Failure>
  /** A token that should work; asks the platform for one when there is none. `signal` ends the wait, not the request. */
  current(signal: AbortSignal): Promise<TokenAnswer>
  /** Replaces a token that the platform answered with 401. */
  replacing(refused: TokenGrant, signal: AbortSignal): Promise<TokenAnswer>
  /** Records that a call succeeded with this token. */
  recordSuccess(grant: TokenGrant): void
  hasWorked(grant: TokenGrant): boolean
  /** Records that this new token did not help the call for which it was requested, although it works for others. */
  recordRenewalInVain(grant: TokenGrant): Promise<void>
  /** Whether no token may be requested for a single call now: the last ones did not help. */
  hasRenewedInVain(): Promise<boolean>
  /** Records that a new token was refused. */
  recordFreshRefusal(refused: TokenGrant): void
}

/** Wait after an early renewal that failed. The old token is used meanwhile. */
const RENEWAL_PAUSE_MS = 60_000
/** For this time a refusal is answered from memory, so that many waiting calls make one request. */
const REFUSAL_MEMORY_MS = 5_000
/** For this time a new token that was refused is not replaced: some hosts allow two token calls an hour. */
const FRESH_REFUSAL_MS = 30_000
/** Renewals for calls that a new token did not help: so many in so long, for all calls together. */
const MAX_RENEWALS_IN_VAIN = 2
const RENEWALS_IN_VAIN_MS = 60 * 60_000

/** The renewals of the last hour that did not help a single call, of all processes that share the token. */
export interface RenewalsInVain {
  count(): number | Promise<number>
  record(): void | Promise<void>
}

function createOwnRenewalsInVain(now: () => number): RenewalsInVain {
  let times: readonly number[] = []
  return {
    count() {
      times = times.filter((at) => now() - at < RENEWALS_IN_VAIN_MS)
      return times.length
    },
    record() {
      times = [...times, now()]
    },
  }
}

type Held = { readonly connection: Connection; readonly grant: TokenGrant; renewAt: number; readonly endsAt: number }
type PendingRequest = { readonly connection: Connection; readonly answer: Promise<TokenAnswer> }

/** No request is made for this connection until `until`; the failure is the answer. */
type Pause = { readonly connection: Connection; readonly failure: Failure; readonly until: number }

const failureOf = (reply: Exclude<TokenReply, { kind: 'granted' }>): Failure =>
  reply.kind === 'unauthorized' ? { kind: 'unauthorized', cause: reply.cause } : reply

const failureDuringPause = ({ failure, until }: Pause, now: number): Failure =>
  failure.kind === 'unauthorized' ? failure : { ...failure, retryAfterMs: Math.min(until - now, LONGEST_WAIT_MS) }

type TokenOptions = {
  readonly http: Http
  readonly connection: ConnectionSource
  readonly monotonicNow: () => number
  readonly random: () => number
  readonly timeoutMs: number
  readonly log: Log
  /** Replaces the request to the platform, for processes that share one token. */
  readonly request?: (connection: Connection) => Promise<TokenReply>
  /** Absent: those of this process. */
  readonly renewalsInVain?: RenewalsInVain
}

/**
 * The token in memory, and the requests for another:
 *
 *     none ──first call──▶ requested ──granted──▶ held ──near its end, or 401──▶ held, another requested
 *      ▲                       │                   │ ▲                              │
 *      ├── failed: a pause ◀───┘                   │ └── granted: replaced ◀────────┤
 *      └────────────────── its end ◀───────────────┘ └── failed: a pause of a minute ◀┘
 */
interface HeldToken {
  /** The token of this connection, until its end. */
  usable(connection: Connection): Held | undefined
  /** One token request at a time for one connection. All callers share its answer. */
  requestOnce(connection: Connection): Promise<TokenAnswer>
}

function createHeldToken(options: TokenOptions): HeldToken {
  const { http, monotonicNow: now, random, timeoutMs, log } = options
  const request = options.request ?? ((connection: Connection) => requestToken(http, connection, timeoutMs))
  let held: Held | undefined
  let pendingRequest: PendingRequest | undefined
  let pause: Pause | undefined

  const requestAndKeep = async (connection: Connection): Promise<TokenAnswer> => {
    const askedAt = now()
    const reply = await request(connection)
    const isWanted = pendingRequest !== undefined && isSameConnection(pendingRequest.connection, connection)
    if (isWanted) pendingRequest = undefined
    if (reply.kind === 'granted') {
      const grant: TokenGrant = { kind: 'token', accessToken: reply.accessToken, connection }
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

  const usable = (connection: Connection): Held | undefined =>
    held && isSameConnection(held.connection, connection) && now() < held.endsAt ? held : undefined

  return { usable, requestOnce }
}

export function createTokenSource(options: TokenOptions): TokenSource {
  const { connection: source, monotonicNow: now, log } = options
  const { usable, requestOnce } = createHeldToken(options)
  const renewalsInVain = options.renewalsInVain ?? createOwnRenewalsInVain(now)
  let lastWorking: TokenGrant | undefined
  let lastInVain: TokenGrant | undefined
  let freshlyRefused: { readonly grant: TokenGrant; readonly until: number } | undefined

  const answerWithin = async <T>(
    signal: AbortSignal,
    answer: (connection: Connection) => T | Promise<T>,
  ): Promise<T | Unavailable | Unauthorized> => {
    const waited = await withDeadline<Result<T, Unauthorized['cause']>>(
      async () => {
        const connection = await source()
        return connection.ok ? ok(await answer(connection.value)) : connection
      },
      signal,
      LONGEST_WAIT_MS,
    )
    if (waited.kind === 'failed') throw waited.error
    if (waited.kind === 'interrupted') return { kind: 'unavailable', cause: 'aborted' }
    return waited.value.ok ? waited.value.value : { kind: 'unauthorized', cause: waited.value.code }
  }

  return {
    connection: (signal) => answerWithin(signal, (connection) => ({ kind: 'connection' as const, connection })),
    current: (signal) =>
      answerWithin(signal, (connection) => {
        const known = usable(connection)
        if (known === undefined) return requestOnce(connection)
        // The renewal runs beside the call: a slow token endpoint must not delay a tap while this token is valid.
        if (now() >= known.renewAt) watchPromise(requestOnce(connection), log, 'platform-token-renewal-failed')
        return known.grant
      }),

    replacing: (refused, signal) =>
      answerWithin<TokenAnswer>(signal, (connection) => {
        const known = usable(connection)
        if (known && known.grant !== refused) return known.grant
        if (freshlyRefused?.grant === refused && now() < freshlyRefused.until) {
          return { kind: 'unauthorized', cause: 'credentials-refused' }
        }
        // The refused token stays until there is another: it may be refused for one call alone.
        return requestOnce(connection)
      }),

    recordSuccess(grant) {
      lastWorking = grant
    },
    hasWorked: (grant) => lastWorking === grant,
    async recordRenewalInVain(grant) {
      const isNew = grant !== lastInVain
      lastInVain = grant
      log.warn('platform-call-refuses-token')
      if (isNew) await renewalsInVain.record()
    },
    hasRenewedInVain: async () => (await renewalsInVain.count()) >= MAX_RENEWALS_IN_VAIN,

    recordFreshRefusal(refused) {
      freshlyRefused = { grant: refused, until: now() + FRESH_REFUSAL_MS }
      log.warn('platform-fresh-token-refused')
    },
  }
}
