import type { Dialect } from '../../shared/contract/settings.ts'
import { numberWithDigits } from '../../shared/exact-json.ts'
import { actionOf } from '../../shared/order/lifecycle.ts'
import { foldedWord } from '../../shared/order/vocabulary.ts'
import { assertNever } from '../../shared/result.ts'
import type { Log } from '../logging/log-port.ts'
import type {
  ConnectionDialect,
  EventReference,
  PlatformClient,
  Refused,
  Setback,
  Unauthorized,
  Unavailable,
} from './answers.ts'
import { UPSTREAM_REFUSED } from './answers.ts'
import type { ClockReading } from './clock-offset.ts'
import { codeAnswerIn } from './code-answer.ts'
import type { ConnectionSource } from './connection.ts'
import { createHttp, type Http, type HttpReply, MAX_BYTES } from './http.ts'
import { parseErrorBody, setbackOf } from './setback.ts'
import type { BodyShape, ReadBody } from './shaped-body.ts'
import { createTokenSource, type TokenGrant, type TokenSource } from './token.ts'
import type { Fetch } from './web-fetch.ts'

/** Code of the refusal on this machine of a call for an id that no path can carry. */
export const UNADDRESSABLE_CODE = 'UNADDRESSABLE_ORDER_ID'

/**
 * Path of an order below the API root, or `undefined` for an id that no path can carry: `.` and `..` are steps of a path
 * even when they are percent-encoded (WHATWG URL), and half a surrogate pair has no UTF-8.
 * SECURITY: order-path (docs/security.md). An id comes from the wire; encoded as one segment it cannot reach another address.
 */
export function orderPath(orderId: string): string | undefined {
  if (orderId === '' || orderId === '.' || orderId === '..' || !orderId.isWellFormed()) return undefined
  return `/orders/${encodeURIComponent(orderId)}`
}

/** Runs a task when fewer than `limit` others run, in order of arrival. Passes on the task's result or error. */
export function createConcurrencyLimit(limit: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (task) => {
    if (running < limit) running += 1
    // The next waiting task starts.
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}

/** Most events in one acknowledgment (docs/protocol.md, "Events"): 1000 in v2, 100 in v1. `ids` states none: 100. */
export const acknowledgmentLimitOf = (form: Dialect['acknowledgment']): number => (form === 'v2' ? 1_000 : 100)

/** Body of `POST /events/acknowledgment` in the host's dialect. An id that was sent as a number is a number, with its digits. */
export function acknowledgmentBody(form: Dialect['acknowledgment'], events: readonly EventReference[]): unknown {
  const idOf = ({ eventId, numericIds }: EventReference): unknown =>
    numericIds?.eventId ? numberWithDigits(eventId) : eventId
  const orderIdOf = ({ orderId, numericIds }: EventReference): unknown =>
    numericIds?.orderId ? numberWithDigits(orderId) : orderId
  switch (form) {
    case 'v2':
      return { eventIds: events.map(idOf) }
    case 'v1':
      return events.map((event) => ({ id: idOf(event), orderId: orderIdOf(event), eventType: event.eventType }))
    case 'ids':
      return events.map((event) => ({ id: idOf(event) }))
    default:
      return assertNever(form)
  }
}

export type CallRequest = {
  /** Names the call in the log. */
  readonly route: string
  readonly method: 'GET' | 'POST'
  /** Below the API root, with its query. */
  readonly path: string
  /** Sent as JSON; absent: no body at all. */
  readonly json?: unknown
  /** Goes before other calls that wait for a connection. */
  readonly isUrgent?: boolean
  readonly timeoutMs: number
  readonly maxBytes: number
  readonly signal: AbortSignal
  readonly shape?: BodyShape
  /** The order that is asked for. */
  readonly orderId?: string
}

const POLL_PATH = '/events:polling'

type AuthorizedCall = (request: CallRequest) => Promise<HttpReply | Unavailable | Unauthorized>

/** The words of a host that refuses a token with 400 or 403: `invalid_token`, "The access token expired". */
const TOKEN_REFUSAL =
  /(?:INVALID|EXPIRED)(?:ACCESS|BEARER|AUTH)?(?:TOKEN|JWT)|(?:TOKEN|JWT)(?:IS|HAS|E|ESTA)?(?:INVALID|EXPIR)|UNAUTHENTICATED/

/** Whether the answer refuses the token, or speaks of it as if it did. */
export function refusesToken({ status, body }: HttpReply): boolean {
  if (status === 401) return true
  if (status !== 400 && status !== 403) return false
  const { code = '', message = '' } = parseErrorBody(body)
  if (code === UPSTREAM_REFUSED) return false
  return TOKEN_REFUSAL.test(foldedWord(code)) || TOKEN_REFUSAL.test(foldedWord(message))
}

/** The events of an answer to a poll; `undefined`: it is no page. Some hosts send 200 without a body when there are none. */
export const polledEvents = ({ body }: HttpReply): readonly unknown[] | undefined => {
  if (body.kind === 'none') return []
  return body.kind === 'json' && Array.isArray(body.value) ? body.value : undefined
}

/** The code of a customer may be called a token too: only 401 counts for `validateCode`. */
const mayNeedToken = (reply: HttpReply, { route }: CallRequest): boolean =>
  route === 'validateCode' ? reply.status === 401 : refusesToken(reply)

const isSuccess = (reply: HttpReply | Unavailable): boolean => reply.kind === 'reply' && setbackOf(reply) === undefined

/**
 * Makes calls with the token. When an answer refuses it, renews it and repeats the call, once
 * (docs/protocol.md, "Root, token, scopes"). A new token that is refused too, while it works for another call, is the
 * refusal of this call alone.
 */
export function createAuthorizedCall(http: Http, tokens: TokenSource): AuthorizedCall {
  const send = ({ path, json, ...request }: CallRequest, grant: TokenGrant) =>
    http.exchange({
      ...request,
      url: `${grant.apiUrl}${path}`,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${grant.accessToken}`,
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: json === undefined ? undefined : JSON.stringify(json),
    })

  /** The poll is the one call that concerns no order. Events that are not acknowledged come again, so its answer is dropped. */
  const polls = async (grant: TokenGrant, signal: AbortSignal): Promise<boolean> => {
    const limits = { timeoutMs: CALL_TIMEOUTS_MS.poll, maxBytes: MAX_BYTES.page }
    return isSuccess(await send({ route: 'token-check', method: 'GET', path: POLL_PATH, ...limits, signal }, grant))
  }
  const worksElsewhere = async (grant: TokenGrant, { path, signal }: CallRequest): Promise<boolean> =>
    path !== POLL_PATH && (await polls(grant, signal))

  return async (request) => {
    const first = await tokens.current(request.signal)
    if (first.kind !== 'token') return first
    const reply = await send(request, first)
    if (isSuccess(reply)) tokens.recordSuccess(first)
    if (reply.kind !== 'reply' || !mayNeedToken(reply, request)) return reply
    if (tokens.hasRenewedInVain() && (await worksElsewhere(first, request))) return reply
    // A page with 401 is from the platform's web server, or from a portal or a proxy: then the credentials are not refused.
    const second = await tokens.replacing(first, request.signal)
    if (second.kind !== 'token') {
      const isOfCall = reply.body.kind === 'page' || (await worksElsewhere(first, request))
      return isOfCall ? reply : second
    }
    const repeated = await send(request, second)
    if (isSuccess(repeated)) tokens.recordSuccess(second)
    if (repeated.kind !== 'reply' || !mayNeedToken(repeated, request)) return repeated
    if (repeated.body.kind !== 'page' && (tokens.hasWorked(second) || (await worksElsewhere(second, request)))) {
      tokens.recordRenewalInVain(second)
      return repeated
    }
    tokens.recordFreshRefusal(second)
    return repeated.body.kind === 'page' ? repeated : { kind: 'unauthorized', cause: 'credentials-refused' }
  }
}

/** Longest time without a byte, in milliseconds; the call then fails. */
export type CallTimeouts = {
  readonly token: number
  readonly poll: number
  readonly acknowledge: number
  readonly read: number
  readonly act: number
  /** A customer waits at the counter. */
  readonly validateCode: number
}

const CALL_TIMEOUTS_MS: CallTimeouts = {
  token: 10_000,
  // A dead connection is noticed within one poll and these seconds.
  poll: 10_000,
  acknowledge: 15_000,
  read: 10_000,
  act: 15_000,
  validateCode: 10_000,
}

/**
 * Reads and taps at once. Chromium opens six HTTP/1.1 connections to one host (client_socket_pool_manager.cc): the sixth
 * stays free for the poll while the platform answers slowly. If an acknowledgment uses it, the poll is next by its priority.
 * The timeout of a call begins when the call starts.
 */
const MAX_READS_AND_TAPS = 5

export type PlatformClientParts = {
  readonly fetch: Fetch
  readonly connection: ConnectionSource
  readonly dialect: ConnectionDialect
  /** Epoch ms of this machine. */
  readonly now: () => number
  /** Milliseconds of the monotonic clock. */
  readonly monotonicNow: () => number
  /** Called with each usable `Date` header of the platform; `sentAt` and `receivedAt` are monotonic. */
  readonly onPlatformTime?: ((reading: ClockReading) => void) | undefined
  readonly random?: () => number
  readonly log: Log
  readonly timeoutsMs?: Partial<CallTimeouts>
  /** Absent: bodies are read on this thread. */
  readonly readBody?: ReadBody
}

/** Refused before the call: the request cannot be sent. */
const refusedHere = (status: number, code: string): Refused => ({ kind: 'refused', status, code })
const UNADDRESSABLE = refusedHere(404, UNADDRESSABLE_CODE)

/** The client of the order platform. Keeps the token and the clock offset in memory, and nothing else. */
export function createPlatformClient(parts: PlatformClientParts): PlatformClient {
  const { dialect } = parts
  const timeouts = { ...CALL_TIMEOUTS_MS, ...parts.timeoutsMs }
  const http = createHttp(parts)
  const tokens = createTokenSource({
    http,
    connection: parts.connection,
    monotonicNow: parts.monotonicNow,
    random: parts.random ?? Math.random,
    timeoutMs: timeouts.token,
    log: parts.log,
  })
  const call = createAuthorizedCall(http, tokens)
  const withinLimit = createConcurrencyLimit(MAX_READS_AND_TAPS)

  /** Makes the call and lets `read` turn a success into its answer. */
  const callAndRead = async <T>(
    request: CallRequest,
    read: (reply: HttpReply) => T | undefined,
  ): Promise<T | Setback> => {
    const reply = await call(request)
    if (reply.kind !== 'reply') return reply
    return setbackOf(reply) ?? read(reply) ?? { kind: 'unavailable', cause: 'unintelligible', status: reply.status }
  }

  return {
    poll: (signal) =>
      callAndRead(
        {
          route: 'poll',
          method: 'GET',
          path: POLL_PATH,
          isUrgent: true,
          timeoutMs: timeouts.poll,
          maxBytes: MAX_BYTES.page,
          signal,
          shape: 'events',
        },
        (reply) => {
          const events = polledEvents(reply)
          return events && { kind: 'events', events }
        },
      ),

    async acknowledge(events, signal, form) {
      if (events.length === 0) return { kind: 'acknowledged' }
      // The caller halves a refused batch; this batch is too large.
      const acknowledgment = form ?? dialect().acknowledgment
      if (events.length > acknowledgmentLimitOf(acknowledgment)) return refusedHere(413, 'TOO_MANY_EVENTS')
      return callAndRead(
        {
          route: 'acknowledgment',
          method: 'POST',
          path: '/events/acknowledgment',
          json: acknowledgmentBody(acknowledgment, events),
          timeoutMs: timeouts.acknowledge,
          maxBytes: MAX_BYTES.answer,
          signal,
        },
        () => ({ kind: 'acknowledged' }),
      )
    },

    acknowledgmentLimit: () => acknowledgmentLimitOf(dialect().acknowledgment),

    async readOrder(orderId, signal) {
      const path = orderPath(orderId)
      if (path === undefined) return UNADDRESSABLE
      return withinLimit(() =>
        callAndRead(
          {
            route: 'read',
            method: 'GET',
            path,
            timeoutMs: timeouts.read,
            maxBytes: MAX_BYTES.order,
            signal,
            shape: 'order',
            orderId,
          },
          // Any JSON is accepted here. The order reader decides whether it makes a ticket.
          ({ body }) => (body.kind === 'json' ? { kind: 'order', body: body.value, whole: body.whole } : undefined),
        ),
      )
    },

    async act(request, signal) {
      const path = orderPath(request.orderId)
      if (path === undefined) return UNADDRESSABLE
      if (request.action === 'requestCancellation' && request.cancellation === undefined)
        return refusedHere(400, 'CANCELLATION_REASON_MISSING')
      return withinLimit(() =>
        callAndRead(
          {
            route: request.action,
            method: 'POST',
            path: `${path}/${request.action}`,
            json: actionOf(request.action).body?.(request),
            timeoutMs: timeouts.act,
            maxBytes: MAX_BYTES.answer,
            signal,
          },
          ({ status }) => ({ kind: 'accepted', status }),
        ),
      )
    },

    async validateCode(orderId, code, signal) {
      const path = orderPath(orderId)
      if (path === undefined) return UNADDRESSABLE
      const isInQuery = dialect().validateCode === 'query'
      const query = isInQuery ? `?${new URLSearchParams({ deliveryCode: code })}` : ''
      const answer = await callAndRead(
        {
          route: 'validateCode',
          method: 'POST',
          path: `${path}/validateCode${query}`,
          isUrgent: true,
          json: isInQuery ? undefined : { deliveryCode: code },
          timeoutMs: timeouts.validateCode,
          maxBytes: MAX_BYTES.answer,
          signal,
        },
        // An answer that does not tell is unintelligible: the order must not be handed over, and staff ask again.
        ({ body }) => {
          const kind = codeAnswerIn(body, { orderId, code })
          return kind && { kind }
        },
      )
      // 400 is the documented answer to a wrong code (docs/protocol.md, "Validate code").
      return answer.kind === 'refused' && answer.status === 400 ? { kind: 'invalid' } : answer
    },
  }
}
