import { parseScopes } from './access-tokens.ts'
import { errorReply } from './error-reply.ts'
import type { HostDialect, PlatformState } from './platform-state.ts'
import type { RequestDraft } from './request-record.ts'
import type { PlatformRequest, Reply } from './requests.ts'
import type { Json } from './wire.ts'

const KNOWN_FIELDS = ['grant_type', 'client_id', 'client_secret', 'scope']

/** `POST /oauth/token`: accepts only client credentials, as a form. */
export function answerToken(state: PlatformState, request: PlatformRequest, entry: RequestDraft): Reply {
  const { body } = request
  const invalid = (code: string, message: string): Reply => {
    state.recorder.recordViolation(entry, 'invalid-field', message)
    return errorReply(state.dialect, 400, code, message)
  }
  if (body.kind === 'none') return invalid('invalid_request', 'The form is missing')
  if (body.kind !== 'form') {
    state.recorder.recordViolation(entry, 'wrong-content-type', 'application/x-www-form-urlencoded expected')
    return errorReply(state.dialect, 415, 'UNSUPPORTED_MEDIA_TYPE', 'application/x-www-form-urlencoded expected')
  }
  for (const field of Object.keys(body.fields)) {
    if (!KNOWN_FIELDS.includes(field))
      state.recorder.recordViolation(entry, 'unknown-field', `unknown field "${field}"`)
  }
  const field = (name: string): string | undefined => {
    const value = body.fields[name]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const clientId = field('client_id')
  const clientSecret = field('client_secret')
  if (field('grant_type') !== 'client_credentials') {
    return invalid('unsupported_grant_type', 'grant_type must be client_credentials')
  }
  if (clientId === undefined || clientSecret === undefined) {
    return invalid('invalid_request', 'client_id and client_secret are required')
  }
  const known = state.credentials.some((one) => one.clientId === clientId && one.clientSecret === clientSecret)
  if (!known) return errorReply(state.dialect, 401, 'invalid_client', 'Unknown client or wrong secret')
  entry.clientId = clientId
  const scopes = parseScopes(field('scope'))
  if (scopes === undefined) return invalid('invalid_scope', 'Unknown scope')
  if (scopes.has('od.all') || scopes.has('od.crm')) {
    state.recorder.recordViolation(
      entry,
      'scope-too-wide',
      `asked for ${field('scope') ?? 'no scope, which means od.all'}`,
    )
  }
  const expiresAt = state.model.now() + state.dialect.tokenLifetimeSeconds * 1000
  entry.applied = true
  return { status: 200, body: tokenBody(state.dialect, state.tokens.issue(clientId, scopes, expiresAt)) }
}

function tokenBody(dialect: HostDialect, token: string): Json {
  const { expiresIn } = dialect
  const lifetime =
    expiresIn === 'lifetime' ? dialect.tokenLifetimeSeconds : expiresIn === 'absent' ? undefined : expiresIn.value
  return dialect.tokenFields === 'snake'
    ? { access_token: token, token_type: 'bearer', expires_in: lifetime }
    : { accessToken: token, tokenType: 'bearer', expiresIn: lifetime }
}
