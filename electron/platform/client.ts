import type { OrderAction } from '../../shared/order/lifecycle.ts'
import type { Log } from '../logging/log-port.ts'
import type {
  ActAnswer,
  ConnectionDialect,
  PlatformClient,
  ReadAnswer,
  ReasonsAnswer,
  Refused,
  Setback,
  ValidateCodeAnswer,
} from './answers.ts'
import {
  type AuthorizedCall,
  CALL_TIMEOUTS_MS,
  type CallRequest,
  type CallTimeouts,
  createAuthorizedCall,
} from './authorized-call.ts'
import type { ClockReading } from './clock-offset.ts'
import { codeAnswerIn } from './code-answer.ts'
import type { Connection, ConnectionSource } from './connection.ts'
import type { Call, Dialect, Lessons } from './dialects/dialect.ts'
import { dialectOf } from './dialects/dialects.ts'
import { createHttp, type HttpReply, MAX_BYTES } from './http.ts'
import { createMerchantPolls, type MerchantPoll, type MerchantPolls, type PollCalls } from './merchants.ts'
import { pathSegment } from './path-segment.ts'
import { setbackOf } from './setback.ts'
import type { ReadBody } from './shaped-body.ts'
import { createTokenSource } from './token.ts'
import type { Fetch } from './web-fetch.ts'

/** Code of the refusal on this machine of a call for an id that no path can carry. */
export const UNADDRESSABLE_CODE = 'UNADDRESSABLE_ORDER_ID'

/** Path of an order below the API root, or `undefined` for an id that no path can carry. */
export function orderPath(orderId: string): string | undefined {
  const segment = pathSegment(orderId)
  return segment && `/orders/${segment}`
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

/** The events of an answer to a poll; `undefined`: it is no page. Some hosts send 200 without a body when there are none. */
export const polledEvents = ({ body }: HttpReply): readonly unknown[] | undefined => {
  if (body.kind === 'none') return []
  return body.kind === 'json' && Array.isArray(body.value) ? body.value : undefined
}

/**
 * Reads and taps at once. Chromium opens six HTTP/1.1 connections to one host (client_socket_pool_manager.cc): the sixth
 * stays free for the poll, or for an acknowledgment, while the platform answers slowly.
 */
const MAX_READS_AND_TAPS = 5

export type PlatformClientOptions = {
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

type ReadReply<T> = (reply: HttpReply) => T | undefined

/** Speaks with the platform in the dialect of the connection. */
interface Speaker {
  readonly call: AuthorizedCall
  readonly lessons: Lessons
  readonly timeouts: CallTimeouts
  readonly platformNow: () => number
  /** Resolves when there is a token; else with the reason. */
  withoutToken(signal: AbortSignal): Promise<Setback | undefined>
  /** Makes the call and lets `read` turn a success into its answer, and `readRefusal` a refusal. */
  callAndRead<T, R = never>(
    request: CallRequest,
    read: ReadReply<T>,
    readRefusal?: ReadReply<R>,
  ): Promise<T | R | Setback>
  /** Does the work in the dialect of the connection. */
  speaking<T>(
    signal: AbortSignal,
    work: (dialect: Dialect, connection: Connection) => Promise<T | Setback>,
  ): Promise<T | Setback>
  /** As the last call has spoken. */
  lastDialect(): Dialect
}

function createSpeaker(options: PlatformClientOptions): Speaker {
  const { connection, dialect: settings, monotonicNow, random = Math.random, log, lessons = NO_LESSONS } = options
  const timeouts = { ...CALL_TIMEOUTS_MS, ...options.timeoutsMs }
  const http = createHttp(options)
  const tokens = createTokenSource({ http, connection, monotonicNow, random, timeoutMs: timeouts.token, log })
  const call = createAuthorizedCall(http, tokens)
  let spoken: Dialect | undefined
  return {
    call,
    lessons,
    timeouts,
    platformNow: http.platformNow,
    async withoutToken(signal) {
      const answer = await tokens.current(signal)
      return answer.kind === 'token' ? undefined : answer
    },
    async callAndRead(request, read, readRefusal) {
      const reply = await call(request)
      if (reply.kind !== 'reply') return reply
      const refused = reply.status >= 400 ? readRefusal?.(reply) : undefined
      return (
        refused ??
        setbackOf(reply) ??
        read(reply) ?? { kind: 'unavailable', cause: 'unintelligible', status: reply.status }
      )
    },
    async speaking(signal, work) {
      const known = await tokens.connection(signal)
      if (known.kind !== 'connection') return known
      spoken = dialectOf(known.connection, settings(), lessons.has)
      return work(spoken, known.connection)
    },
    lastDialect: () => spoken ?? dialectOf({}, settings()),
  }
}

/** The calls of one poll, of the establishments where the platform wants them named. */
function pollCalls(
  { callAndRead, timeouts, platformNow }: Speaker,
  {
    dialect,
    connection,
    signal,
  }: {
    readonly dialect: Dialect
    readonly connection: Connection
    readonly signal: AbortSignal
  },
): PollCalls {
  const { merchants: wanted } = dialect
  return {
    poll: (merchants) =>
      callAndRead<MerchantPoll, MerchantPoll>(
        {
          route: 'poll',
          ...dialect.poll(connection, platformNow(), merchants),
          isUrgent: true,
          timeoutMs: timeouts.poll,
          maxBytes: MAX_BYTES.page,
          signal,
          shape: dialect.toNeutralEvents ? 'elements' : 'events',
        },
        (reply) => {
          const events = polledEvents(reply)
          return events && { kind: 'events', events: dialect.toNeutralEvents?.(events) ?? events }
        },
        (reply) => {
          const refused = wanted?.refused(reply) ?? []
          return refused.length === 0 ? undefined : { kind: 'not-authorized', merchants: refused }
        },
      ),
    list:
      wanted &&
      (() =>
        callAndRead(
          { route: 'merchants', ...wanted.call, timeoutMs: timeouts.read, maxBytes: MAX_BYTES.answer, signal },
          (reply) => {
            const merchants = wanted.read(reply)
            return merchants && { kind: 'merchants', merchants }
          },
        )),
  }
}

/** The calls about events. */
function eventCalls(
  speaker: Speaker,
  merchantPolls: MerchantPolls,
): Pick<PlatformClient, 'poll' | 'acknowledge' | 'acknowledgmentLimit'> {
  const { callAndRead, speaking, withoutToken, lastDialect, timeouts } = speaker
  return {
    poll: (signal) =>
      speaking(signal, async (dialect, connection) => {
        // The answer with the token tells the platform's time, which the poll may name.
        const setback = await withoutToken(signal)
        if (setback !== undefined) return setback
        const account = `${connection.apiUrl} ${connection.clientId}`
        const answer = await merchantPolls.poll(account, pollCalls(speaker, { dialect, connection, signal }))
        return answer.kind === 'events' && dialect.repeatsEvents ? { ...answer, repeats: true } : answer
      }),

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

    acknowledgmentLimit: () => lastDialect().acknowledgments[0].most,
  }
}

/** An order that the host forgot is missing in the same words as a step: a step is missing only where the order is not. */
async function learnUnsupported(
  { call, lessons, timeouts }: Speaker,
  dialect: Dialect,
  path: string,
  action: OrderAction,
  signal: AbortSignal,
) {
  const limits = { route: 'read', timeoutMs: timeouts.read, maxBytes: MAX_BYTES.order, signal }
  const reply = await call({ ...limits, ...dialect.read(path) })
  if (reply.kind !== 'reply' || reply.status >= 300) return NOT_FOUND
  lessons.learn(action)
  return { kind: 'unsupported' } as const
}

/** Makes the read of an order. */
function orderReadOf(
  { callAndRead, speaking, lessons, timeouts }: Speaker,
  withinLimit: <T>(task: () => Promise<T>) => Promise<T>,
): PlatformClient['readOrder'] {
  /** An order was read in this run: the host has its orders where the dialect looks for them. */
  let hasRead = false
  return async (orderId, signal) => {
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
  }
}

/** The calls about one order. */
function orderCalls(
  speaker: Speaker,
): Pick<PlatformClient, 'readOrder' | 'act' | 'validateCode' | 'cancellationReasons'> {
  const { callAndRead, speaking, lessons, timeouts } = speaker
  const withinLimit = createConcurrencyLimit(MAX_READS_AND_TAPS)

  return {
    readOrder: orderReadOf(speaker, withinLimit),

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
          const first = dialect.act(path, request)
          if (first === undefined) return UNADDRESSABLE
          const answer = await post(first)
          if (answer.kind === 'unsupported') return learnUnsupported(speaker, dialect, path, request.action, signal)
          const again = answer.kind === 'refused' ? dialect.actAgain?.(path, request, answer) : undefined
          const second = again && (await post(again.call))
          if (again === undefined || second === undefined || (second.kind !== 'accepted' && second.kind !== 'settled'))
            return answer
          lessons.learn(again.lesson)
          return second
        }),
      )
    },

    async cancellationReasons(orderId, signal) {
      const path = orderPath(orderId)
      if (path === undefined) return UNADDRESSABLE
      return speaking(signal, async ({ reasons: asked }): Promise<ReasonsAnswer> => {
        if (asked === undefined) return { kind: 'reasons', reasons: [] }
        const limits = { timeoutMs: timeouts.read, maxBytes: MAX_BYTES.answer, signal }
        return callAndRead({ route: 'reasons', ...asked.call(path), isUrgent: true, ...limits }, (reply) => {
          const reasons = asked.read(reply)
          return reasons && { kind: 'reasons', reasons }
        })
      })
    },

    async validateCode(orderId, code, signal, whose = 'customer') {
      const path = orderPath(orderId)
      if (path === undefined) return UNADDRESSABLE
      const answer = await speaking(signal, async (dialect): Promise<ValidateCodeAnswer> => {
        const answered = await callAndRead(
          {
            route: 'validateCode',
            ...dialect.code(path, code, whose),
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
        return answered.kind === 'unsupported'
          ? learnUnsupported(speaker, dialect, path, 'validateCode', signal)
          : answered
      })
      // 400 is the documented answer to a wrong code (docs/protocol.md, "Validate code").
      return answer.kind === 'refused' && answer.status === 400 ? { kind: 'invalid' } : answer
    },
  }
}

/** The client of the order platform. Keeps the token and the clock offset in memory, and nothing else. */
export function createPlatformClient(options: PlatformClientOptions): PlatformClient {
  const speaker = createSpeaker(options)
  return { ...eventCalls(speaker, createMerchantPolls(options)), ...orderCalls(speaker) }
}
