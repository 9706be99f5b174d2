import type { Log } from '../../../electron/logging/log-port.ts'
import type { EventReference, Setback, Unauthorized, Unavailable } from '../../../electron/platform/answers.ts'
import {
  type AuthorizedCall,
  type CallRequest,
  createAuthorizedCall,
} from '../../../electron/platform/authorized-call.ts'
import { orderPath, polledEvents } from '../../../electron/platform/client.ts'
import { correctOffset } from '../../../electron/platform/clock-offset.ts'
import type { Connection } from '../../../electron/platform/connection.ts'
import { dialectOf } from '../../../electron/platform/dialects/dialects.ts'
import { discoveryAddresses } from '../../../electron/platform/discovery.ts'
import { createHttp, type HttpReply, MAX_BYTES } from '../../../electron/platform/http.ts'
import { setbackOf } from '../../../electron/platform/setback.ts'
import type { ReadBody } from '../../../electron/platform/shaped-body.ts'
import { createTokenSource, requestToken } from '../../../electron/platform/token.ts'
import type { Fetch } from '../../../electron/platform/web-fetch.ts'
import { ok } from '../../../shared/result.ts'
import type { UpstreamConfig } from '../config/relay-config.ts'
import type { Queryable } from '../database/database.ts'
import { pause, type RelayClock } from '../relay-clock.ts'
import { createSharedRenewalsInVain, createSharedToken } from './shared-token.ts'

/**
 * Applies the `Retry-After` of one upstream to the calls of all processes. The end of the wait is stored in the database;
 * each process has the last known value in memory.
 */
interface PauseGate {
  /** Milliseconds until calls are allowed; 0: they are allowed now. */
  remainingMs(): number
  /** Status of the answer that required the pause. */
  status(): number
  /**
   * Records a wait that the upstream requires. Resolves when it is stored for the other processes; rejects when it is not.
   */
  pause(ms: number, status: number): Promise<void>
  /** Reads the pause that other processes stored. */
  refresh(): Promise<void>
  /** Applies a pause that the caller has read from the database. */
  extend(ms: number, status: number | null): void
}

function createPauseGate(options: {
  readonly db: Queryable
  readonly upstream: string
  readonly monotonicNow: () => number
}): PauseGate {
  const { db, upstream, monotonicNow } = options
  let until = Number.NEGATIVE_INFINITY
  let lastStatus = 429

  const extend = (ms: number, status: number | null): void => {
    if (ms <= 0 || monotonicNow() + ms <= until) return
    until = monotonicNow() + ms
    lastStatus = status ?? 429
  }

  return {
    remainingMs: () => Math.max(0, until - monotonicNow()),
    status: () => lastStatus,
    async pause(ms, status) {
      extend(ms, status)
      await db.query(
        `UPDATE upstream SET paused_until = now() + $2 * interval '1 millisecond', paused_status = $3
         WHERE name = $1 AND (paused_until IS NULL OR paused_until < now() + $2 * interval '1 millisecond')`,
        [upstream, ms, status],
      )
    },
    async refresh() {
      const [row] = await db.query<{ ms: number | null; paused_status: number | null }>(
        `SELECT extract(epoch FROM paused_until - now())::float8 * 1000 AS ms, paused_status FROM upstream WHERE name = $1`,
        [upstream],
      )
      extend(row?.ms ?? 0, row?.paused_status ?? null)
    },
    extend,
  }
}

/**
 * Limits the rate of calls to `perSecond` on average. The returned function resolves when the caller may make its call, or
 * when `signal` is aborted.
 */
function createRateLimit(perSecond: number, clock: RelayClock): (signal: AbortSignal) => Promise<void> {
  const gapMs = 1_000 / perSecond
  // After a time without calls, the calls of one second may start at once.
  const burstMs = 1_000
  let nextAt = Number.NEGATIVE_INFINITY
  return (signal) => {
    const now = clock.monotonic()
    nextAt = Math.max(nextAt, now - burstMs + gapMs) + gapMs
    return pause(nextAt - gapMs - now, signal)
  }
}

/**
 * Runs tasks of several owners, at most `limit` at a time and at most `share` of one owner. When a place is free, the owner
 * with the fewest running tasks is next; among equals the task that came first.
 */
function createFairLimit(limit: number, share: number): <T>(owner: number, task: () => Promise<T>) => Promise<T> {
  const running = new Map<number, number>()
  const waiting: { readonly owner: number; readonly start: () => void }[] = []
  let total = 0
  const runningOf = (owner: number): number => running.get(owner) ?? 0
  const count = (owner: number, by: 1 | -1): void => {
    total += by
    const left = runningOf(owner) + by
    if (left === 0) running.delete(owner)
    else running.set(owner, left)
  }
  const startNext = (): void => {
    while (total < limit) {
      let next = -1
      waiting.forEach(({ owner }, index) => {
        const best = waiting[next]
        if (runningOf(owner) < share && (best === undefined || runningOf(owner) < runningOf(best.owner))) next = index
      })
      const [found] = next < 0 ? [] : waiting.splice(next, 1)
      if (found === undefined) return
      count(found.owner, 1)
      found.start()
    }
  }
  return async (owner, task) => {
    await new Promise<void>((resolve) => {
      waiting.push({ owner, start: resolve })
      startNext()
    })
    try {
      return await task()
    } finally {
      count(owner, -1)
      startNext()
    }
  }
}

/** Shorter than the timeouts of a kitchen, so that the kitchen gets an answer. */
const TIMEOUTS_MS = { token: 8_000, poll: 10_000, acknowledge: 12_000, order: 8_000, declaration: 3_000 } as const
/** Wait after 429 without `Retry-After`. */
const DEFAULT_PAUSE_MS = 1_000
/** Taps, reads of kitchens, reads for routing. */
const PURPOSES = 3
/** The relay's own reads, for the limit of concurrent calls. */
const RELAY = 0

export type UpstreamAnswer = HttpReply | Unavailable | Unauthorized

/** A call about one order. `suffix` and `json` are sent unchanged. */
export type OrderCall = {
  readonly route: string
  readonly method: 'GET' | 'POST'
  readonly orderId: string
  /** Rest of the path after the order's own path, with the query, for example `/confirm`. */
  readonly suffix: string
  readonly json?: unknown
}

/** For whom a call is made: a kitchen's tap or read. Absent: the relay itself. */
export type CallOwner = { readonly kind: 'tap' | 'read'; readonly kitchenId: number }

export interface Upstream {
  readonly config: UpstreamConfig
  readonly gate: PauseGate
  /** Epoch ms of the platform's clock, as this process estimates it. */
  platformTime(): number
  acknowledgmentLimit(): number
  /** Reads the public declaration of the platform, without credentials. */
  declaration(signal: AbortSignal): Promise<HttpReply | Unavailable>
  poll(signal: AbortSignal): Promise<{ readonly kind: 'events'; readonly events: readonly unknown[] } | Setback>
  acknowledge(
    events: readonly EventReference[],
    signal: AbortSignal,
  ): Promise<{ readonly kind: 'acknowledged' } | Setback>
  /** One call about one order. Resolves with the upstream's answer; `undefined`: the id cannot be part of a path. */
  order(wanted: OrderCall, signal: AbortSignal, caller?: CallOwner): Promise<UpstreamAnswer | undefined>
}

export type UpstreamOptions = {
  readonly db: Queryable
  /** Key that encrypts the platform's token in the database; 32 bytes. */
  readonly tokenKey: Buffer
  readonly config: UpstreamConfig
  readonly fetch: Fetch
  readonly readBody: ReadBody
  readonly clock: RelayClock
  readonly log: Log
  /** Called after each call, for the metrics. `status` is absent when there was no answer. */
  readonly onAnswer: (route: string, status: number | undefined) => void
}

const connectionOf = ({ apiUrl, clientId, clientSecret }: UpstreamConfig): Connection => ({
  apiUrl,
  clientId,
  clientSecret,
  scope: 'od.orders',
})

/** The HTTP client of one credential: token, authorization, and the platform's clock. */
function openHttp({ db, tokenKey, config, fetch: fetchPlatform, readBody, clock, log }: UpstreamOptions) {
  let offsetMs = 0
  const http = createHttp({
    fetch: fetchPlatform,
    readBody,
    now: clock.wall,
    monotonicNow: clock.monotonic,
    onPlatformTime: ({ platformAt, sentAt, receivedAt }) => {
      // The times of the exchange are monotonic. The offset applies to the wall clock.
      const toWall = clock.wall() - clock.monotonic()
      offsetMs = correctOffset(offsetMs, { platformAt, sentAt: sentAt + toWall, receivedAt: receivedAt + toWall })
    },
    log,
  })
  const connection = connectionOf(config)
  const tokens = createTokenSource({
    http,
    connection: () => Promise.resolve(ok(connection)),
    monotonicNow: clock.monotonic,
    random: Math.random,
    timeoutMs: TIMEOUTS_MS.token,
    log,
    renewalsInVain: createSharedRenewalsInVain(db, config.name, log),
    request: createSharedToken({
      db,
      upstream: config.name,
      key: tokenKey,
      requestNew: (current) => requestToken(http, current, TIMEOUTS_MS.token),
      log,
    }),
  })
  return {
    http,
    authorized: createAuthorizedCall(http, tokens),
    /** Epoch ms of the platform's clock, as this process estimates it. */
    platformTime: (): number => clock.wall() + offsetMs,
  }
}

const pausedBy = (gate: PauseGate): Unavailable => ({
  kind: 'unavailable',
  cause: gate.status() === 429 ? 'throttled' : 'server',
  status: gate.status(),
  retryAfterMs: gate.remainingMs(),
})

/** Makes a call unless a pause is in force, and records a pause that its answer requires. */
function createGatedCall(
  authorized: AuthorizedCall,
  gate: PauseGate,
  onAnswer: UpstreamOptions['onAnswer'],
  log: Log,
): (request: CallRequest) => Promise<UpstreamAnswer> {
  return async (request) => {
    if (gate.remainingMs() > 0) return pausedBy(gate)
    const answer = await authorized(request)
    onAnswer(request.route, answer.kind === 'unauthorized' ? 401 : answer.status)
    const status = answer.kind === 'unauthorized' ? undefined : answer.status
    const retryAfterMs = answer.kind === 'unauthorized' ? undefined : answer.retryAfterMs
    if (status !== undefined && status >= 400 && (retryAfterMs !== undefined || status === 429)) {
      await gate.pause(retryAfterMs ?? DEFAULT_PAUSE_MS, status).catch(() => log.warn('pause-not-shared'))
    }
    return answer
  }
}

/**
 * Calls the platform with one credential, with the parts of the app's platform client. Applies the pause and the rate limit.
 */
export function createUpstream(options: UpstreamOptions): Upstream {
  const { db, config, clock, log, onAnswer } = options
  const gate = createPauseGate({ db, upstream: config.name, monotonicNow: clock.monotonic })
  const { http, authorized, platformTime } = openHttp(options)
  const connection = connectionOf(config)
  const dialect = dialectOf(connection, config.dialect)
  const [acknowledgment] = dialect.acknowledgments
  // Each purpose has its own places, so that taps, reads of kitchens and reads for routing do not wait for each other. One
  // kitchen has at most half of them.
  const places = Math.ceil(config.maxConcurrentCalls / PURPOSES)
  const withinLimit = {
    routing: createFairLimit(places, places),
    read: createFairLimit(places, Math.ceil(places / 2)),
    tap: createFairLimit(places, Math.ceil(places / 2)),
  }
  const waitForRate = createRateLimit(config.maxCallsPerSecond, clock)

  const call = createGatedCall(authorized, gate, onAnswer, log)

  return {
    config,
    gate,
    platformTime,
    acknowledgmentLimit: () => acknowledgment.most,

    async declaration(signal) {
      if (gate.remainingMs() > 0) return pausedBy(gate)
      await waitForRate(signal)
      let last: HttpReply | Unavailable = { kind: 'unavailable', cause: 'network' }
      for (const url of discoveryAddresses(config.apiUrl)) {
        last = await http.exchange({
          route: 'discovery',
          method: 'GET',
          url,
          headers: { accept: 'application/json' },
          timeoutMs: TIMEOUTS_MS.declaration,
          maxBytes: MAX_BYTES.answer,
          signal,
        })
        if (last.kind === 'reply' && last.status === 200 && last.body.kind === 'json') return last
      }
      return last
    },

    async poll(signal) {
      const answer = await call({
        route: 'poll',
        ...dialect.poll(connection, clock.wall()),
        isUrgent: true,
        timeoutMs: TIMEOUTS_MS.poll,
        maxBytes: MAX_BYTES.page,
        shape: 'elements',
        signal,
      })
      if (answer.kind !== 'reply') return answer
      const setback = setbackOf(answer)
      if (setback !== undefined) return setback
      const events = polledEvents(answer)
      return events === undefined
        ? { kind: 'unavailable', cause: 'unintelligible', status: answer.status }
        : { kind: 'events', events }
    },

    async acknowledge(events, signal) {
      const answer = await call({
        route: 'acknowledgment',
        ...dialect.acknowledge(acknowledgment.body(events)),
        timeoutMs: TIMEOUTS_MS.acknowledge,
        maxBytes: MAX_BYTES.answer,
        signal,
      })
      return answer.kind === 'reply' ? (setbackOf(answer) ?? { kind: 'acknowledged' }) : answer
    },

    async order({ route, method, orderId, suffix, json }, signal, caller) {
      const path = orderPath(orderId)
      if (path === undefined) return undefined
      return withinLimit[caller?.kind ?? 'routing'](caller?.kitchenId ?? RELAY, async () => {
        await waitForRate(signal)
        if (signal.aborted) return { kind: 'unavailable', cause: 'aborted' }
        return call({
          route,
          method,
          path: `${path}${suffix}`,
          json,
          timeoutMs: TIMEOUTS_MS.order,
          maxBytes: method === 'GET' ? MAX_BYTES.order : MAX_BYTES.answer,
          signal,
        })
      })
    },
  }
}
