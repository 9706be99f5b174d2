import { errorReply } from './error-body.ts'
import type { PlatformState } from './platform-state.ts'
import type { RequestDraft } from './request-record.ts'
import { header, type PlatformRequest, type Reply } from './requests.ts'
import { allowsOrders } from './tokens.ts'

export type Admission =
  | { readonly admitted: true; readonly clientId: string }
  | { readonly admitted: false; readonly reply: Reply }

/** Identifies the caller. Refuses with 401 without a valid bearer token, with 403 when the scope does not cover orders. */
export function admit(state: PlatformState, request: PlatformRequest, entry: RequestDraft): Admission {
  const refuse = (status: 401 | 403, code: string, message: string): Admission => ({
    admitted: false,
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
  return { admitted: true, clientId: check.clientId }
}
