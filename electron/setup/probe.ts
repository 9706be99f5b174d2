import { DIALECT_NAMES, spokenBy } from '../../shared/contract/platforms.ts'
import type { ProbeFault, ProbeReport } from '../../shared/contract/setup.ts'
import type { ProbeCheck } from '../../shared/contract/values.ts'
import { parseEvent } from '../../shared/order/event.ts'
import { parseOrder } from '../../shared/order/order.ts'
import { foldedWord } from '../../shared/order/vocabulary.ts'
import type { Log } from '../logging/log-port.ts'
import type { Unavailable } from '../platform/answers.ts'
import { parseHostRoot } from '../platform/api-root.ts'
import { orderPath, polledEvents } from '../platform/client.ts'
import { type Connection, spokenOf } from '../platform/connection.ts'
import type { Call } from '../platform/dialects/dialect.ts'
import { dialectOf } from '../platform/dialects/dialects.ts'
import { messageOf } from '../platform/dialects/message.ts'
import { END_OF_ROOT } from '../platform/dialects/open-delivery-2/open-delivery-2.ts'
import { fetchDeclaration } from '../platform/discovery.ts'
import { createHttp, type Http, type HttpReply, MAX_BYTES } from '../platform/http.ts'
import { MOST_IN_A_POLL } from '../platform/merchants.ts'
import { networkFaultOf } from '../platform/network-fault.ts'
import { parseErrorBody } from '../platform/setback.ts'
import { exchangeToken, readGrant } from '../platform/token.ts'
import type { Fetch } from '../platform/web-fetch.ts'

const TOKEN_LIMIT_MS = 10_000
const POLL_LIMIT_MS = 12_000
const MOST_SHOPS = 5

export type ProbeParts = {
  readonly fetch: Fetch
  /** Epoch ms of this machine's wall clock, read at each call: the clock may have been set. */
  readonly wallNow: () => number
  /** Milliseconds of the monotonic clock. */
  readonly monotonicNow: () => number
  /** Whether the operating system reports a network. */
  readonly isOnline: () => boolean
  readonly log: Log
  readonly timeoutsMs?: { readonly token: number; readonly poll: number }
}

/** The orders that the events are about. */
function ordersIn(events: readonly unknown[]): readonly string[] {
  return [...new Set(events.map(parseEvent).flatMap((parsed) => (parsed.ok ? [parsed.event.orderId] : [])))]
}

/** The name of the shop that an order is for. Nothing depends on it: a failure is no name. */
async function shopIn(
  http: Http,
  connection: Connection,
  token: string | undefined,
  { orderId, timeoutMs }: { readonly orderId: string | undefined; readonly timeoutMs: number },
): Promise<string | undefined> {
  const path = orderId === undefined ? undefined : orderPath(orderId)
  if (path === undefined || orderId === undefined) return undefined
  const dialect = dialectOf(connection)
  const message = messageOf(connection, dialect.read(path), { authorization: `Bearer ${token}` })
  const limits = { route: 'read', timeoutMs, maxBytes: MAX_BYTES.order }
  const reply = await http.exchange({ ...limits, ...message, shape: 'order', orderId })
  if (reply.kind !== 'reply' || reply.status >= 300 || reply.body.kind !== 'json') return undefined
  const order = parseOrder(dialect.toNeutral?.(reply.body.value) ?? reply.body.value)
  return order.ok ? order.order.merchant?.name : undefined
}

/** Faults that say nothing about the credentials: they may be kept, and Comanda tries again. */
const PASSING_FAULTS: readonly ProbeFault[] = [
  'no-network',
  'host-unknown',
  'unreachable',
  'timeout',
  'proxy',
  'login-page',
  'throttled',
  'platform-down',
]

export const failedReport = (
  fault: ProbeFault,
  failedAt: ProbeCheck,
  more: Partial<ProbeReport> = {},
): ProbeReport => ({
  ...more,
  fault,
  failedAt,
  mayKeep: PASSING_FAULTS.includes(fault),
})

/** An HTML page with one of these statuses is from a server without this address; with another status, from a proxy. */
const isMissing = (status: number): boolean => status === 404 || status === 405 || status === 410

/** Checks that are the same for every call: whether the platform answered, and with a success. */
function commonFault({ status, body }: HttpReply): ProbeFault | undefined {
  if (status === 407) return 'proxy'
  if (status === 429) return 'throttled'
  if (status === 408 || status === 504) return 'timeout'
  // 511: "Network Authentication Required" (RFC 6585), the standard status of a login page.
  if (status === 511) return 'login-page'
  if (status >= 500) return 'platform-down'
  if (isMissing(status)) return 'wrong-address'
  return body.kind === 'page' ? 'login-page' : undefined
}

function tokenFault(reply: HttpReply): ProbeFault | undefined {
  const common = commonFault(reply)
  if (common !== undefined) return common
  const { status, body } = reply
  if (status < 400) return readGrant(reply) === undefined ? 'wrong-address' : undefined
  if (parseErrorBody(body).code === 'invalid_scope') return 'scope-missing'
  return status === 400 || status === 401 || status === 403 ? 'credentials-refused' : 'wrong-address'
}

function pollFault(reply: HttpReply): ProbeFault | undefined {
  const common = commonFault(reply)
  if (common !== undefined) return common
  if (reply.status === 401) return 'token-refused'
  if (reply.status === 403) return 'scope-missing'
  return reply.status < 300 && polledEvents(reply) ? undefined : 'wrong-address'
}

/** Requests for a token with the same credentials. */
export interface TokenTries {
  /** No further request may be made: they were refused. */
  isOver(): boolean
  record(isRefused: boolean): void
}

/** Some hosts allow two token calls an hour (docs/protocol.md, "Root, token, scopes"): a refusal, and a request elsewhere. */
const MOST_WITH_REFUSAL = 2

/** A path without an answer is no token endpoint: before a refusal it does not count. */
export function createTokenTries(): TokenTries {
  let counted = 0
  return {
    isOver: () => counted >= MOST_WITH_REFUSAL,
    record(isRefused) {
      if (isRefused || counted > 0) counted += 1
    },
  }
}

export type ProbeLimits = {
  readonly tries?: TokenTries
  /** The address was not entered: no other dialect is sought there. */
  readonly isGuess?: boolean
}

/** One poll, of the establishments that may be polled where the platform wants them named. */
async function pollOnce(http: Http, connection: Connection, token: string | undefined, timeoutMs: number) {
  const dialect = dialectOf(connection)
  const { merchants } = dialect
  const exchange = (route: string, call: Call, shape?: 'elements' | 'events') =>
    http.exchange({
      route,
      ...messageOf(connection, call, { authorization: `Bearer ${token}` }),
      timeoutMs,
      maxBytes: MAX_BYTES.page,
      shape,
    })
  const poll = (named: readonly string[]) =>
    exchange(
      'poll',
      dialect.poll(connection, http.platformNow(), named),
      dialect.toNeutralEvents ? 'elements' : 'events',
    )
  if (merchants === undefined) return { page: await poll([]), shops: [] }
  const list = await exchange('merchants', merchants.call)
  const known = (list.kind === 'reply' ? merchants.read(list) : undefined)?.slice(0, MOST_IN_A_POLL) ?? []
  const shops = list.kind === 'reply' ? merchants.names(list) : []
  const page = await poll(known)
  const refused = page.kind === 'reply' ? merchants.refused(page) : []
  const others = known.filter((merchant) => !refused.includes(merchant))
  return { page: refused.length === 0 || others.length === 0 ? page : await poll(others), shops }
}

/** Words for credentials (RFC 6749, 5.2): a token endpoint has refused them, and no gateway that knows no such path. */
const IS_ABOUT_CLIENT = /CLIENT|CREDENTIAL|SECRET|INVALIDGRANT/
const isTokenEndpoint = ({ body }: HttpReply): boolean => {
  const { code = '', message = '' } = parseErrorBody(body)
  return IS_ABOUT_CLIENT.test(foldedWord(code)) || IS_ABOUT_CLIENT.test(foldedWord(message))
}

/** The same credentials at the roots that the other dialects would have; all of one origin. */
function inOtherDialects(connection: Connection): readonly Connection[] {
  const { apiUrl } = connection
  const isBare = URL.parse(apiUrl)?.pathname === '/'
  const above = apiUrl.endsWith(END_OF_ROOT) ? apiUrl.slice(0, -END_OF_ROOT.length) : apiUrl
  const ofHost = parseHostRoot(above)
  const address = ofHost.ok ? ofHost.value.url : above
  const { dialect: tested } = spokenOf(connection)
  return DIALECT_NAMES.filter((name) => name !== tested).flatMap((name) => {
    const spoken = spokenBy('generic', name)
    return dialectOf({ spoken })
      .rootsAt(address, isBare)
      .map((root) => ({ ...connection, apiUrl: root, spoken }))
  })
}

/** The dialects that may be spoken where credentials were refused: the one whose words these are, or each without own words. */
function mayHaveRefused(reply: HttpReply, tested: Connection, others: readonly Connection[]): readonly Connection[] {
  const owns = (one: Connection): boolean | undefined => dialectOf(one).isOwnRefusal?.(reply)
  const isOwned = [tested, ...others].some(owns)
  return others.filter((other) => owns(other) ?? !isOwned)
}

/**
 * Tests a connection once: a token, one poll, one of its orders, and the platform's declaration. Nothing is acknowledged or stored, so the
 * events come again (docs/protocol.md, "Events"). Never rejects, and ends within 32 s.
 */
export async function probeConnection(
  connection: Connection,
  parts: ProbeParts,
  { tries = createTokenTries(), isGuess = false }: ProbeLimits = {},
): Promise<ProbeReport> {
  const { token: tokenLimit, poll: pollLimit } = parts.timeoutsMs ?? { token: TOKEN_LIMIT_MS, poll: POLL_LIMIT_MS }
  let failure: unknown
  let hasAnswered = false
  const http = createHttp({
    fetch: async (request) => {
      const outcome = await parts.fetch(request)
      if (outcome.kind === 'answer') hasAnswered = true
      else failure = outcome.error
      return outcome
    },
    now: parts.wallNow,
    monotonicNow: parts.monotonicNow,
    log: parts.log,
  })
  const skew = () => (hasAnswered ? { skewMs: http.clockOffsetMs() } : {})

  const unanswered = ({ cause, status }: Unavailable, failedAt: ProbeCheck): ProbeReport => {
    const statusField = status === undefined ? {} : { status }
    if (cause === 'timeout') return failedReport('timeout', failedAt, statusField)
    if (cause === 'unintelligible') return failedReport('login-page', failedAt, statusField)
    const fault = networkFaultOf(failure)
    return failedReport(parts.isOnline() || fault === 'certificate' ? fault : 'no-network', failedAt, statusField)
  }

  const askToken = async (of: Connection): Promise<HttpReply | Unavailable> => {
    const reply = await exchangeToken(http, of, tokenLimit)
    tries.record(reply.kind === 'reply' && tokenFault(reply) === 'credentials-refused')
    return reply
  }
  const isAnswered = async (other: Connection): Promise<boolean> => {
    const reply = await askToken(other)
    const grant = reply.kind === 'reply' && reply.status < 300 ? readGrant(reply) : undefined
    if (grant === undefined) return false
    const { page } = await pollOnce(http, other, grant.accessToken, pollLimit)
    return page.kind === 'reply' && pollFault(page) === undefined
  }
  /** The same with the other dialect named, if the address answers in that one. */
  const namingDialect = async (reply: HttpReply, failed: ProbeReport): Promise<ProbeReport> => {
    // Gateways refuse what they do not know in the words in which a host refuses credentials.
    const isRefused = failed.fault === 'credentials-refused'
    if (isGuess || (isRefused ? isTokenEndpoint(reply) : failed.fault !== 'wrong-address')) return failed
    const others = inOtherDialects(connection)
    for (const other of isRefused ? mayHaveRefused(reply, connection, others) : others) {
      if (tries.isOver()) return failed
      if (await isAnswered(other)) return { ...failed, fault: `speaks-${spokenOf(other).dialect}` }
    }
    return failed
  }

  const report = await (async (): Promise<ProbeReport> => {
    const reply = await askToken(connection)
    if (reply.kind !== 'reply') return unanswered(reply, 'reach')
    const fault = tokenFault(reply)
    if (fault !== undefined) {
      const check = fault === 'credentials-refused' ? 'token' : fault === 'scope-missing' ? 'scope' : 'reach'
      return namingDialect(reply, failedReport(fault, check, { ...skew(), status: reply.status }))
    }
    const token = readGrant(reply)?.accessToken
    const polling = pollOnce(http, connection, token, pollLimit)
    // Beside the poll and independent of it: its result is no result of the connection.
    const declaring = dialectOf(connection).declares
      ? fetchDeclaration(createHttp({ ...parts, now: parts.wallNow }), connection.apiUrl)
      : undefined
    const { page, shops } = await polling
    if (page.kind !== 'reply') return { ...unanswered(page, 'poll'), ...skew() }
    const refusal = pollFault(page)
    if (refusal !== undefined) {
      const check = refusal === 'scope-missing' ? 'scope' : 'poll'
      return namingDialect(page, failedReport(refusal, check, { ...skew(), status: page.status }))
    }
    const orders = ordersIn(polledEvents(page) ?? [])
    const naming =
      shops.length > 0 ? undefined : shopIn(http, connection, token, { orderId: orders[0], timeoutMs: tokenLimit })
    const [declared, named] = await Promise.all([declaring, naming])
    const names = named === undefined ? shops : [named]
    return {
      waiting: orders.length,
      mayKeep: true,
      ...(names.length === 0 ? {} : { shops: names.slice(0, MOST_SHOPS) }),
      ...skew(),
      ...(declared === undefined ? {} : { declared }),
    }
  })()
  parts.log.info('connection-tested', { state: report.fault ?? 'passed', status: report.status })
  return report
}
