import { foldedWord } from '../../shared/order/vocabulary.ts'
import { type Unauthorized, type Unavailable, UPSTREAM_REFUSED } from './answers.ts'
import type { Call } from './dialects/dialect.ts'
import { dialectOf } from './dialects/dialects.ts'
import { messageOf } from './dialects/message.ts'
import { type Http, type HttpReply, MAX_BYTES } from './http.ts'
import { parseErrorBody, setbackOf } from './setback.ts'
import type { BodyShape } from './shaped-body.ts'
import type { TokenGrant, TokenSource } from './token.ts'

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

export const CALL_TIMEOUTS_MS: CallTimeouts = {
  token: 10_000,
  // A dead connection is noticed within one poll and these seconds.
  poll: 10_000,
  acknowledge: 15_000,
  read: 10_000,
  act: 15_000,
  validateCode: 10_000,
}

export type AuthorizedCall = (request: CallRequest) => Promise<HttpReply | Unavailable | Unauthorized>

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

/** The code of a customer may be called a token too: only 401 counts for `validateCode`. */
const mayNeedToken = (reply: HttpReply, { route }: CallRequest): boolean =>
  route === 'validateCode' ? reply.status === 401 : refusesToken(reply)

/** On hosts whose dialect says so, 403 refuses either the token or the call: only a poll tells which. */
const mayBeOfToken = ({ status, body }: HttpReply, { connection }: TokenGrant): boolean =>
  status === 403 && body.kind !== 'page' && dialectOf(connection).refusesTokensWith403 === true

const isSuccess = (reply: HttpReply | Unavailable): boolean => reply.kind === 'reply' && setbackOf(reply) === undefined

/**
 * Makes calls with the token. When an answer refuses it, renews it and repeats the call, once
 * (docs/protocol.md, "Root, token, scopes"). A new token that is refused too, while it works for another call, is the
 * refusal of this call alone.
 */
export function createAuthorizedCall(http: Http, tokens: TokenSource): AuthorizedCall {
  const send = (request: CallRequest, { connection, accessToken }: TokenGrant) =>
    http.exchange({ ...request, ...messageOf(connection, request, { authorization: `Bearer ${accessToken}` }) })

  /** The poll is the one call that concerns no order. Events that are not acknowledged come again, so its answer is dropped. */
  const polls = async (grant: TokenGrant, signal: AbortSignal): Promise<boolean> => {
    const limits = { timeoutMs: CALL_TIMEOUTS_MS.poll, maxBytes: MAX_BYTES.page }
    const poll = dialectOf(grant.connection).poll(grant.connection, http.platformNow())
    return isSuccess(await send({ route: 'token-check', ...poll, ...limits, signal }, grant))
  }
  const worksElsewhere = async (grant: TokenGrant, { route, signal }: CallRequest): Promise<boolean> =>
    route !== 'poll' && (await polls(grant, signal))

  return async (request) => {
    const first = await tokens.current(request.signal)
    if (first.kind !== 'token') return first
    const reply = await send(request, first)
    if (isSuccess(reply)) tokens.recordSuccess(first)
    if (reply.kind !== 'reply') return reply
    if (!mayNeedToken(reply, request)) {
      if (!mayBeOfToken(reply, first)) return reply
      if ((await tokens.hasRenewedInVain()) || (await worksElsewhere(first, request))) return reply
    } else if ((await tokens.hasRenewedInVain()) && (await worksElsewhere(first, request))) return reply
    // A page with 401 is from the platform's web server, or from a portal or a proxy: then the credentials are not refused.
    const second = await tokens.replacing(first, request.signal)
    if (second.kind !== 'token') {
      const isOfCall = reply.body.kind === 'page' || (await worksElsewhere(first, request))
      return isOfCall ? reply : second
    }
    const repeated = await send(request, second)
    if (isSuccess(repeated)) tokens.recordSuccess(second)
    if (repeated.kind !== 'reply') return repeated
    if (!mayNeedToken(repeated, request)) {
      if (mayBeOfToken(repeated, second)) await tokens.recordRenewalInVain(second)
      return repeated
    }
    if (repeated.body.kind !== 'page' && (tokens.hasWorked(second) || (await worksElsewhere(second, request)))) {
      await tokens.recordRenewalInVain(second)
      return repeated
    }
    tokens.recordFreshRefusal(second)
    return repeated.body.kind === 'page' ? repeated : { kind: 'unauthorized', cause: 'credentials-refused' }
  }
}
