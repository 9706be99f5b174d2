import { allowsOrders } from './access-tokens.ts'
import { errorReply } from './error-reply.ts'
import type { PlatformState } from './platform-state.ts'
import type { RequestDraft } from './request-record.ts'
import { header, type PlatformRequest, type Reply } from './requests.ts'

export type Authorization =
  | { readonly isAuthorized: true; readonly clientId: string }
  | { readonly isAuthorized: false; readonly reply: Reply }

/** Identifies the caller. Refuses with 401 without a valid bearer token, with 403 when the scope does not cover orders. */
export function authorize(state: PlatformState, request: PlatformRequest, entry: RequestDraft): Authorization {
  const refuse = (status: 401 | 403, code: string, message: string): Authorization => ({
    isAuthorized: false,
    reply: errorReply(state.dialect, status, code, message),
  })
  const authorization = header(request, 'authorization')
  const token = /^Bearer ([^\s]+)$/i.exec(authorization ?? '')?.[1]
  if (token === undefined) {
    state.recorder.recordViolation(entry, 'missing-bearer', 'no Authorization: Bearer header')
    return refuse(401, 'UNAUTHORIZED', 'Missing bearer token')
  }
  const check = state.tokens.check(token, state.model.now())
  if (check.kind !== 'valid') {
    if (check.kind === 'unknown')
      state.recorder.recordViolation(entry, 'unknown-token', 'a token that was never issued')
    return refuse(401, 'UNAUTHORIZED', `Invalid credentials: token ${check.kind}`)
  }
  entry.clientId = check.clientId
  if (!allowsOrders(check.scopes)) return refuse(403, 'INSUFFICIENT_SCOPE', 'Scope od.orders is required')
  return { isAuthorized: true, clientId: check.clientId }
}
