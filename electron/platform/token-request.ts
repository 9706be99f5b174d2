import { isRecord } from '../../shared/is-record.ts'
import { SECRET_REPLACED, type Unauthorized, type Unavailable } from './answers.ts'
import type { Connection } from './connection.ts'
import { parseErrorBody } from './error-body.ts'
import type { Http, HttpReply } from './http.ts'
import { setbackOf } from './setback.ts'

export type TokenReply =
  | { readonly kind: 'granted'; readonly accessToken: string; readonly expiresIn: unknown }
  | Unavailable
  | (Unauthorized & { readonly code?: string | undefined })

const TOKEN_MAX_BYTES = 64 * 1_024
/** The characters that an `Authorization` header may contain. */
const HEADER_SAFE = /^[\x21-\x7e]+$/

/** `POST {root}/oauth/token` with the client's credentials (docs/protocol.md, "Root, token, scopes"). */
export function exchangeToken(http: Http, connection: Connection, timeoutMs: number): Promise<HttpReply | Unavailable> {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: connection.clientId,
    client_secret: connection.clientSecret,
    scope: connection.scope,
  })
  return http.exchange({
    route: 'token',
    method: 'POST',
    url: `${connection.apiUrl}/oauth/token`,
    headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
    isUrgent: true,
    timeoutMs,
    maxBytes: TOKEN_MAX_BYTES,
  })
}

export async function requestToken(http: Http, connection: Connection, timeoutMs: number): Promise<TokenReply> {
  const reply = await exchangeToken(http, connection, timeoutMs)
  return reply.kind === 'reply' ? tokenReplyOf(reply) : reply
}

/** The token in a successful answer, by either spelling of its fields; `undefined` when there is none that can be used. */
export function readGrant({ body }: HttpReply): Omit<Extract<TokenReply, { kind: 'granted' }>, 'kind'> | undefined {
  const fields: unknown = body.kind === 'json' ? body.value : undefined
  const granted: Readonly<Record<string, unknown>> = isRecord(fields) ? fields : {}
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
