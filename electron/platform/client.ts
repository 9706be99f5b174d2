import type { OrderAction } from '../../shared/order/lifecycle.ts'
import { foldedWord } from '../../shared/order/vocabulary.ts'
import type { Log } from '../logging/log-port.ts'
import type {
  ActAnswer,
  ConnectionDialect,
  PlatformClient,
  ReadAnswer,
  Refused,
  Setback,
  Unauthorized,
  Unavailable,
  ValidateCodeAnswer,
} from './answers.ts'
import { UPSTREAM_REFUSED } from './answers.ts'
import type { ClockReading } from './clock-offset.ts'
import { codeAnswerIn } from './code-answer.ts'
import type { Connection, ConnectionSource } from './connection.ts'
import type { Call, Dialect, Lessons } from './dialects/dialect.ts'
import { dialectOf } from './dialects/dialects.ts'
import { messageOf } from './dialects/message.ts'
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

export type CallRequest = Call & {
  /** Names the call in the log. */
  readonly route: string
  /** Goes before other calls that wait for a connection. */
  readonly isUrgent?: boolean
  readonly timeoutMs: number
  readonly maxBytes: number
  readonly signal: AbortSignal
  readonly shape?: BodyShape
  /** The order that is asked for. */
  readonly orderId?: string
}

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
export function createAuthorizedCall(http: Http, tokens: TokenSource, now: () => number): AuthorizedCall {
  const send = (request: CallRequest, { connection, accessToken }: TokenGrant) =>
    http.exchange({ ...request, ...messageOf(connection, request, { authorization: `Bearer ${accessToken}` }) })

  /** The poll is the one call that concerns no order. Events that are not acknowledged come again, so its answer is dropped. */
  const polls = async (grant: TokenGrant, signal: AbortSignal): Promise<boolean> => {
    const limits = { timeoutMs: CALL_TIMEOUTS_MS.poll, maxBytes: MAX_BYTES.page }
    const poll = dialectOf(grant.connection).poll(grant.connection, now())
    return isSuccess(await send({ route: 'token-check', ...poll, ...limits, signal }, grant))
  }
  const worksElsewhere = async (grant: TokenGrant, { route, signal }: CallRequest): Promise<boolean> =>
    route !== 'poll' && (await polls(grant, signal))

  return async (request) => {
    const first = await tokens.current(request.signal)
    if (first.kind !== 'token') return first
    const reply = await send(request, first)
    if (isSuccess(reply)) tokens.recordSuccess(first)
    if (reply.kind !== 'reply' || !mayNeedToken(reply, request)) return reply
    if ((await tokens.hasRenewedInVain()) && (await worksElsewhere(first, request))) return reply
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
      await tokens.recordRenewalInVain(second)
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
  /** Absent: nothing is learned from refusals. */
  readonly lessons?: Lessons
}

/** Refused before the call: the request cannot be sent. */
const refusedHere = (status: number, code: string): Refused => ({ kind: 'refused', status, code })
const NOT_FOUND: Refused = { kind: 'refused', status: 404 }
const UNADDRESSABLE = refusedHere(404, UNADDRESSABLE_CODE)

const NO_LESSONS: Lessons = { has: () => false, learn: () => undefined }

/** The client of the order platform. Keeps the token and the clock offset in memory, and nothing else. */
export function createPlatformClient(parts: PlatformClientParts): PlatformClient {
  const { dialect: settings, lessons = NO_LESSONS } = parts
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
  const call = createAuthorizedCall(http, tokens, parts.now)
  const withinLimit = createConcurrencyLimit(MAX_READS_AND_TAPS)
  /** As the last call has spoken. */
  let spoken: Dialect | undefined
  /** An order was read in this run: the host has its orders where the dialect looks for them. */
  let hasRead = false

  /** Makes the call and lets `read` turn a success into its answer, and `readRefusal` a refusal. */
  const callAndRead = async <T, R = never>(
    request: CallRequest,
    read: (reply: HttpReply) => T | undefined,
    readRefusal?: (reply: HttpReply) => R | undefined,
  ): Promise<T | R | Setback> => {
    const reply = await call(request)
    if (reply.kind !== 'reply') return reply
    const refused = reply.status >= 400 ? readRefusal?.(reply) : undefined
    return (
      refused ??
      setbackOf(reply) ??
      read(reply) ?? { kind: 'unavailable', cause: 'unintelligible', status: reply.status }
    )
  }

  /** Does the work in the dialect of the connection. */
  const speaking = async <T>(
    signal: AbortSignal,
    work: (dialect: Dialect, connection: Connection) => Promise<T | Setback>,
  ): Promise<T | Setback> => {
    const known = await tokens.connection(signal)
    if (known.kind !== 'connection') return known
    spoken = dialectOf(known.connection, settings(), lessons.has)
    return work(spoken, known.connection)
  }

  /** An order that the host forgot is missing in the same words as a step: a step is missing only where the order is not. */
  const learnUnsupported = async (dialect: Dialect, path: string, action: OrderAction, signal: AbortSignal) => {
    const limits = { route: 'read', timeoutMs: timeouts.read, maxBytes: MAX_BYTES.order, signal }
    const reply = await call({ ...limits, ...dialect.read(path) })
    if (reply.kind !== 'reply' || reply.status >= 300) return NOT_FOUND
    lessons.learn(action)
    return { kind: 'unsupported' } as const
  }

  return {
    poll: (signal) =>
      speaking(signal, (dialect, connection) =>
        callAndRead(
          {
            route: 'poll',
            ...dialect.poll(connection, parts.now()),
            isUrgent: true,
            timeoutMs: timeouts.poll,
            maxBytes: MAX_BYTES.page,
            signal,
            shape: 'events',
          },
          (reply) => {
            const events = polledEvents(reply)
            return events && { kind: 'events', events: dialect.toNeutralEvents?.(events) ?? events }
          },
        ),
      ),

    async acknowledge(events, signal, form) {
      if (events.length === 0) return { kind: 'acknowledged' }
      return speaking(signal, async (dialect) => {
        const [usual, ...others] = dialect.acknowledgments
        const wanted = form === undefined ? usual : [usual, ...others].find(({ name }) => name === form)
        if (wanted === undefined) return refusedHere(400, 'UNKNOWN_FORM')
        // The caller halves a refused batch; this batch is too large.
        if (events.length > wanted.most) return refusedHere(413, 'TOO_MANY_EVENTS')
        return callAndRead(
          {
            route: 'acknowledgment',
            ...dialect.acknowledge(wanted.body(events)),
            timeoutMs: timeouts.acknowledge,
            maxBytes: MAX_BYTES.answer,
            signal,
          },
          () => ({ kind: 'acknowledged' }),
        )
      })
    },

    acknowledgmentLimit: () => (spoken ?? dialectOf({}, settings())).acknowledgments[0].most,

    async readOrder(orderId, signal) {
      const path = orderPath(orderId)
      if (path === undefined) return UNADDRESSABLE
      const limits = { route: 'read', timeoutMs: timeouts.read, maxBytes: MAX_BYTES.order, signal }
      return withinLimit(() =>
        speaking(signal, async (dialect) => {
          const readAt = (at: Call) =>
            callAndRead(
              { ...limits, ...at, shape: 'order', orderId },
              // Any JSON is accepted here. The order reader decides whether it makes a ticket.
              ({ body }): ReadAnswer | undefined =>
                body.kind === 'json'
                  ? { kind: 'order', body: dialect.toNeutral?.(body.value) ?? body.value, whole: body.whole }
                  : undefined,
            )
          const answer = await readAt(dialect.read(path))
          const isMissing = answer.kind === 'refused' && answer.status === 404
          const elsewhere = isMissing && !hasRead ? dialect.readElsewhere?.(path) : undefined
          const found = elsewhere && (await readAt(elsewhere.call))
          if (answer.kind === 'order') hasRead = true
          if (elsewhere === undefined || found?.kind !== 'order') return answer
          lessons.learn(elsewhere.lesson)
          return found
        }),
      )
    },

    async act(request, signal) {
      const path = orderPath(request.orderId)
      if (path === undefined) return UNADDRESSABLE
      if (request.action === 'requestCancellation' && request.cancellation === undefined)
        return refusedHere(400, 'CANCELLATION_REASON_MISSING')
      return withinLimit(() =>
        speaking(signal, async (dialect) => {
          const limits = { route: request.action, timeoutMs: timeouts.act, maxBytes: MAX_BYTES.answer, signal }
          const post = (asked: Call) =>
            callAndRead(
              { ...limits, ...asked },
              ({ status }): ActAnswer | undefined => ({ kind: 'accepted', status }),
              (reply) => dialect.readRefusal?.(request.action, reply),
            )
          const answer = await post(dialect.act(path, request))
          if (answer.kind === 'unsupported') return learnUnsupported(dialect, path, request.action, signal)
          const again = answer.kind === 'refused' ? dialect.actAgain?.(path, request, answer) : undefined
          const second = again && (await post(again.call))
          if (again === undefined || second === undefined || (second.kind !== 'accepted' && second.kind !== 'settled'))
            return answer
          lessons.learn(again.lesson)
          return second
        }),
      )
    },

    async validateCode(orderId, code, signal) {
      const path = orderPath(orderId)
      if (path === undefined) return UNADDRESSABLE
      const answer = await speaking(signal, async (dialect): Promise<ValidateCodeAnswer> => {
        const answered = await callAndRead(
          {
            route: 'validateCode',
            ...dialect.code(path, code),
            isUrgent: true,
            timeoutMs: timeouts.validateCode,
            maxBytes: MAX_BYTES.answer,
            signal,
          },
          // An answer that does not tell is unintelligible: the order must not be handed over, and staff ask again.
          ({ body }) => {
            const kind = codeAnswerIn(body, { orderId, code })
            return kind && { kind }
          },
          (reply) => {
            const reading = dialect.readRefusal?.('validateCode', reply)
            return reading?.kind === 'unsupported' ? reading : undefined
          },
        )
        return answered.kind === 'unsupported' ? learnUnsupported(dialect, path, 'validateCode', signal) : answered
      })
      // 400 is the documented answer to a wrong code (docs/protocol.md, "Validate code").
      return answer.kind === 'refused' && answer.status === 400 ? { kind: 'invalid' } : answer
    },
  }
}
