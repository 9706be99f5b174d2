import type { Log } from '../../../electron/logging/log-port.ts'
import { SECRET_REPLACED } from '../../../electron/platform/answers.ts'
import { causeOf, type Database } from '../database/database.ts'
import { hashSecret, isSecret, type KitchenSecrets } from '../kitchens/kitchen-secrets.ts'
import { parseKitchenScopes, type Tokens } from '../kitchens/kitchen-tokens.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { answerOf, errorAnswer, type KitchenAnswer } from './kitchen-answers.ts'
import { authorizeKitchen, type Caller, createKitchenLookup } from './kitchen-authorization.ts'
import { answerKitchenAcknowledgment, answerKitchenPoll, reportUnknownQuery } from './kitchen-event-answers.ts'
import { answerKitchenAction, answerKitchenRead, createOrderLookup } from './kitchen-order-answers.ts'
import type { KitchenRequest } from './kitchen-requests.ts'
import type { LastPolls } from './last-polls.ts'
import type { KitchenViolation, ReportViolation } from './violations.ts'

const KNOWN_FIELDS = ['grant_type', 'client_id', 'client_secret', 'scope']
const SECOND_MS = 1_000
/** Compared with the secret when there is no such kitchen, so that the response time is the same. */
const NO_HASH = Buffer.alloc(32)

/** `POST /oauth/token`: accepts only client credentials, as a form. */
async function answerKitchenToken(
  options: KitchenApiOptions,
  request: KitchenRequest,
  /** Counts a token call of this client. True when there were too many within a minute. */
  countTokenCall: (clientId: string) => boolean,
): Promise<KitchenAnswer> {
  const { body } = request
  const { reportViolation, tokenLifetimeSeconds } = options
  const invalid = (code: string, message: string): KitchenAnswer => {
    reportViolation('invalid-field')
    return errorAnswer(400, code, message)
  }
  if (body.kind === 'none') return invalid('invalid_request', 'The form is missing')
  if (body.kind !== 'form') {
    reportViolation('wrong-content-type')
    return errorAnswer(415, 'UNSUPPORTED_MEDIA_TYPE', 'application/x-www-form-urlencoded expected')
  }
  for (const field of Object.keys(body.fields)) if (!KNOWN_FIELDS.includes(field)) reportViolation('unknown-field')
  const field = (name: string): string | undefined => {
    const value = Object.hasOwn(body.fields, name) ? body.fields[name] : undefined
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const clientId = field('client_id')
  const clientSecret = field('client_secret')
  if (field('grant_type') !== 'client_credentials')
    return invalid('unsupported_grant_type', 'grant_type must be client_credentials')
  if (clientId === undefined || clientSecret === undefined)
    return invalid('invalid_request', 'client_id and client_secret are required')
  const [kitchen] = await options.db.query<{
    id: number
    name: string
    token_epoch: number
    secret_version: number
    secret_hash: Buffer
  }>(
    `SELECT id, name, token_epoch, secret_version, secret_hash FROM kitchen WHERE client_id = $1 AND state <> 'revoked'`,
    [clientId.replaceAll('\0', '')],
  )
  // With another master key the secrets of all kitchens are invalid (packages/relay/README.md, "Configuration").
  const isDerived = (version: number): boolean =>
    isSecret(clientSecret, hashSecret(options.secrets.secretOf(clientId, version)))
  const isCorrect = isSecret(clientSecret, kitchen?.secret_hash ?? NO_HASH) && isDerived(kitchen?.secret_version ?? 1)
  if (kitchen === undefined || !isCorrect) {
    // Only a holder of the earlier secret learns that there is a newer one.
    const isEarlier = kitchen !== undefined && kitchen.secret_version > 1 && isDerived(kitchen.secret_version - 1)
    return isEarlier
      ? errorAnswer(401, SECRET_REPLACED, 'The office of the chain has issued a new secret for this kitchen')
      : errorAnswer(401, 'invalid_client', 'Unknown client or wrong secret')
  }
  const report = (violation: KitchenViolation): void => reportViolation(violation, kitchen.name)
  if (countTokenCall(clientId)) report('too-many-token-calls')
  const scopes = parseKitchenScopes(field('scope'))
  if (scopes === undefined) {
    report('invalid-field')
    return errorAnswer(400, 'invalid_scope', 'Unknown scope')
  }
  if (scopes.includes('od.all') || scopes.includes('od.crm')) report('scope-too-wide')
  const token = options.tokens.issue({
    kitchenId: kitchen.id,
    epoch: kitchen.token_epoch,
    scopes,
    expiresAt: options.wallNow() + tokenLifetimeSeconds * SECOND_MS,
  })
  return { status: 200, body: { access_token: token, token_type: 'bearer', expires_in: tokenLifetimeSeconds } }
}

/**
 * Declares the relay's own interface. Used with several upstreams: the call has no credentials, so the kitchen's platform
 * is unknown.
 */
const OWN_DECLARATION: KitchenAnswer = {
  status: 200,
  body: {
    openDelivery: { currentVersion: '2.0', supportedVersions: ['2.0'] },
    discovery: { version: '1.0.0' },
    authentication: { supportedGrantTypes: ['client_credentials'], clientIdGeneration: ['by_app'] },
  },
}

const KEPT_MS = 10 * 60_000
/** An answer without a declaration is asked for again after this time. */
const FAILURE_KEPT_MS = 60_000

/**
 * Answers with the platform's public declaration, or with the relay's own when it has several upstreams. The call has no
 * credentials, so the platform's answer is kept: requests of strangers cause at most one call in a minute.
 */
function createDeclaration(
  upstreams: ReadonlyMap<string, Upstream>,
  monotonicNow: () => number,
): (signal: AbortSignal) => Promise<KitchenAnswer> {
  const [only, ...others] = upstreams.values()
  if (only === undefined || others.length > 0) return () => Promise.resolve(OWN_DECLARATION)
  let kept: { readonly answer: Promise<KitchenAnswer>; until: number } | undefined
  return (signal) => {
    if (kept !== undefined && monotonicNow() < kept.until) return kept.answer
    const answer = only.declaration(signal).then((reply) => {
      const found = answerOf(reply)
      next.until =
        monotonicNow() + (found.status === 200 ? KEPT_MS : Math.max(FAILURE_KEPT_MS, found.retryAfterMs ?? 0))
      return found
    })
    const next = { answer, until: Number.POSITIVE_INFINITY }
    kept = next
    return answer
  }
}

const STORAGE_RETRY_MS = 1_000
const MINUTE_MS = 60_000
/** Token calls of one client in a minute. More are reported as a violation and still answered. */
const MAX_TOKEN_CALLS = 20
/** Calls of one kitchen that may be under way at once. Its Comanda makes at most ten. */
const MAX_CALLS_OF_KITCHEN = 100
/** An upstream counts as unreachable after this many intervals without a successful poll, and not before the minimum. */
const STALE_INTERVALS = 3
const MIN_STALE_MS = 20_000

export type KitchenApiOptions = {
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
export function createKitchenApi(options: KitchenApiOptions): (request: KitchenRequest) => Promise<KitchenAnswer> {
  const { db, upstreams, tokens, reportViolation, log, monotonicNow } = options
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
      options.lastPolls.record(caller.id)
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
      case 'token':
      case 'discovery':
      case 'unknown':
        throw new Error('this route is answered before the authorization')
      default:
        reportUnknownQuery(request, route === 'validateCode' ? ['deliveryCode'] : [], report)
        return answerKitchenAction(order, caller, request, orderId, route, report)
    }
  }

  const answer = async (request: KitchenRequest): Promise<KitchenAnswer> => {
    const { route } = request
    if (route === 'token') return answerKitchenToken(options, request, countTokenCall)
    if (route === 'discovery') return answerDeclaration(request.signal)
    if (route === 'unknown') {
      reportViolation('unknown-route')
      return errorAnswer(404, 'NOT_FOUND', 'No such operation')
    }
    const authorization = await authorizeKitchen(findKitchen, tokens, request, reportViolation)
    if ('answer' in authorization) return authorization.answer
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
