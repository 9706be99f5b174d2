import type { Unauthorized, Unavailable } from './answers.ts'
import type { Http, HttpReply } from './http.ts'
import type { BodyShape } from './shaped-body.ts'
import type { TokenGrant, TokenSource } from './token.ts'

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
}

export type AuthorizedCall = (request: CallRequest) => Promise<HttpReply | Unavailable | Unauthorized>

/** A page with 401 is a proxy's or a portal's: a new token would not help. */
const refusesToken = (reply: HttpReply): boolean => reply.status === 401 && reply.body.kind !== 'page'

/** Makes calls with the token; on 401 renews it and repeats the call, once (docs/protocol.md, "Root, token, scopes"). */
export function createAuthorizedCall(http: Http, tokens: TokenSource): AuthorizedCall {
  const send = (request: CallRequest, grant: TokenGrant) =>
    http.exchange({
      route: request.route,
      method: request.method,
      url: `${grant.apiUrl}${request.path}`,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${grant.accessToken}`,
        ...(request.json === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: request.json === undefined ? undefined : JSON.stringify(request.json),
      timeoutMs: request.timeoutMs,
      isUrgent: request.isUrgent,
      maxBytes: request.maxBytes,
      signal: request.signal,
      shape: request.shape,
    })

  return async (request) => {
    const first = await tokens.current(request.signal)
    if (first.kind !== 'token') return first
    const reply = await send(request, first)
    if (reply.kind !== 'reply' || !refusesToken(reply)) return reply
    const second = await tokens.replacing(first, request.signal)
    if (second.kind !== 'token') return second
    const repeated = await send(request, second)
    if (repeated.kind !== 'reply' || !refusesToken(repeated)) return repeated
    tokens.recordFreshRefusal(second)
    return { kind: 'unauthorized', cause: 'credentials-refused' }
  }
}
