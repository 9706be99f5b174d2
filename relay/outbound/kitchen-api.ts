import type { Log } from '../../electron/logging/log-port.ts'
import { assertNever } from '../../shared/result.ts'
import { causeOf, type Database } from '../database/database.ts'
import type { KitchenSecrets } from '../kitchens/kitchen-secrets.ts'
import type { Tokens } from '../kitchens/kitchen-tokens.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { createDeclaration } from './declaration.ts'
import { errorAnswer, type KitchenAnswer } from './kitchen-answers.ts'
import { authorizeKitchen, type Caller, createKitchenLookup } from './kitchen-authorization.ts'
import { answerKitchenAcknowledgment, answerKitchenPoll, reportUnknownQuery } from './kitchen-event-answers.ts'
import { answerKitchenAction, answerKitchenRead, createOrderLookup } from './kitchen-order-answers.ts'
import type { KitchenRequest } from './kitchen-requests.ts'
import { answerKitchenToken } from './kitchen-token-answer.ts'
import type { LastPolls } from './last-polls.ts'
import type { ReportViolation } from './violations.ts'

const STORAGE_RETRY_MS = 1_000
const MINUTE_MS = 60_000
/** Token calls of one client in a minute. More are reported as a violation and still answered. */
const MAX_TOKEN_CALLS = 20
/** Calls of one kitchen that may be under way at once. Its Comanda makes at most ten. */
const MAX_CALLS_OF_KITCHEN = 100
/** An upstream counts as unreachable after this many intervals without a successful poll, and not before the minimum. */
const STALE_INTERVALS = 3
const MIN_STALE_MS = 20_000

export type KitchenApiParts = {
  readonly db: Database
  readonly upstreams: ReadonlyMap<string, Upstream>
  readonly tokens: Tokens
  readonly secrets: KitchenSecrets
  readonly tokenLifetimeSeconds: number
  readonly wallNow: () => number
  readonly monotonicNow: () => number
  readonly lastPolls: LastPolls
  readonly reportViolation: ReportViolation
  readonly log: Log
}

/** Implements the interface of the order platform for kitchens, each limited to its establishments. Never rejects. */
export function createKitchenApi(parts: KitchenApiParts): (request: KitchenRequest) => Promise<KitchenAnswer> {
  const { db, upstreams, tokens, reportViolation, log, monotonicNow } = parts
  const findKitchen = createKitchenLookup(db)
  const findOrder = createOrderLookup(db)
  const polling = new Set<number>()
  const tokenCalls = new Map<string, readonly number[]>()
  const answerDeclaration = createDeclaration(upstreams, monotonicNow)
  const underWay = new Map<number, number>()

  const countTokenCall = (clientId: string): boolean => {
    const since = monotonicNow() - MINUTE_MS
    const calls = [...(tokenCalls.get(clientId) ?? []).filter((at) => at > since), monotonicNow()]
    tokenCalls.set(clientId, calls.slice(-MAX_TOKEN_CALLS - 1))
    return calls.length > MAX_TOKEN_CALLS
  }

  const poll = async (
    caller: Caller,
    upstream: Upstream,
    request: KitchenRequest,
    report: ReportViolation,
  ): Promise<KitchenAnswer> => {
    if (polling.has(caller.id)) report('concurrent-polls')
    polling.add(caller.id)
    const staleMs = Math.max(MIN_STALE_MS, upstream.config.pollIntervalSeconds * 1_000 * STALE_INTERVALS)
    try {
      const page = await answerKitchenPoll(db, caller, request, staleMs, report)
      parts.lastPolls.record(caller.id)
      return page
    } finally {
      polling.delete(caller.id)
    }
  }

  const answerAuthorized = async (
    caller: Caller,
    upstream: Upstream,
    request: KitchenRequest,
    report: ReportViolation,
  ): Promise<KitchenAnswer> => {
    const order = { db, upstream, findOrder }
    const orderId = request.orderId ?? ''
    const { route } = request
    switch (route) {
      case 'poll':
        return poll(caller, upstream, request, report)
      case 'acknowledgment':
        return answerKitchenAcknowledgment(db, caller, request, upstream.config.dialect.acknowledgment, report)
      case 'read':
        return answerKitchenRead(order, caller, request, orderId, report)
      case 'validateCode':
      case 'confirm':
      case 'preparing':
      case 'ready-for-pickup':
      case 'dispatch':
      case 'delivered':
      case 'requestCancellation':
        reportUnknownQuery(request, route === 'validateCode' ? ['deliveryCode'] : [], report)
        return answerKitchenAction(order, caller, request, orderId, route, report)
      case 'token':
      case 'discovery':
      case 'unknown':
        throw new Error('this route is answered before the authorization')
      default:
        return assertNever(route)
    }
  }

  const answer = async (request: KitchenRequest): Promise<KitchenAnswer> => {
    const { route } = request
    if (route === 'token')
      return answerKitchenToken(
        {
          db,
          tokens,
          secrets: parts.secrets,
          wallNow: parts.wallNow,
          lifetimeSeconds: parts.tokenLifetimeSeconds,
          countTokenCall,
        },
        request,
        reportViolation,
      )
    if (route === 'discovery') return answerDeclaration(request.signal)
    if (route === 'unknown') {
      reportViolation('unknown-route')
      return errorAnswer(404, 'NOT_FOUND', 'No such operation')
    }
    const authorization = await authorizeKitchen(findKitchen, tokens, request, reportViolation)
    if (!authorization.isAuthorized) return authorization.answer
    const { caller } = authorization
    const upstream = upstreams.get(caller.upstream)
    if (upstream === undefined)
      return errorAnswer(503, 'UPSTREAM_UNKNOWN', 'This relay is not configured for the kitchen’s credential')
    upstream.gate.extend(caller.pausedMs, caller.pausedStatus)
    const report: ReportViolation = (violation) => reportViolation(violation, caller.name)
    const calls = underWay.get(caller.id) ?? 0
    if (calls >= MAX_CALLS_OF_KITCHEN) {
      return errorAnswer(429, 'TOO_MANY_REQUESTS', 'Too many calls of this kitchen at once', STORAGE_RETRY_MS)
    }
    underWay.set(caller.id, calls + 1)
    try {
      return { ...(await answerAuthorized(caller, upstream, request, report)), platformTime: upstream.platformTime() }
    } finally {
      const left = (underWay.get(caller.id) ?? 1) - 1
      if (left === 0) underWay.delete(caller.id)
      else underWay.set(caller.id, left)
    }
  }

  return async (request) => {
    try {
      return await answer(request)
    } catch (error) {
      log.warn('kitchen-not-answered', { route: request.route, cause: causeOf(error) })
      return errorAnswer(503, 'STORAGE', 'The relay cannot reach its database', STORAGE_RETRY_MS)
    }
  }
}
