import { type BodyRules, checkBody, checkQuery, list, oneOf, text, wholeNumber } from './body-check.ts'
import { errorReply } from './error-reply.ts'
import type { ModelActAnswer, ModelRefusal } from './model-surface.ts'
import type { PlatformState } from './platform-state.ts'
import type { RequestDraft } from './request-record.ts'
import type { PlatformRequest, Reply } from './requests.ts'
import { CANCELLATION_CODES, type Move } from './vocabulary.ts'

const MOVE_BODIES: { readonly [move in Move]: BodyRules } = {
  confirm: { estimatedPreparationTimeMinutes: wholeNumber(false) },
  preparing: {},
  'ready-for-pickup': { pickupCode: text(false) },
  dispatch: {},
  delivered: {},
}

const CANCELLATION_BODY: BodyRules = {
  reason: text(true),
  code: oneOf(true, CANCELLATION_CODES),
  mode: oneOf(true, ['MANUAL', 'AUTO']),
  outOfStockItems: list(false),
}

/** An authorized request about one order. `entry` records its effects. */
export type AuthorizedOrderRequest = {
  readonly state: PlatformState
  readonly request: PlatformRequest
  readonly entry: RequestDraft
  readonly clientId: string
  readonly orderId: string
}

/** `GET /orders/{id}`: the only reliable source of a status. */
export function answerRead(call: AuthorizedOrderRequest): Reply {
  const { state, request, entry, clientId, orderId } = call
  checkQuery(state, request, entry, [])
  const answer = state.model.read(clientId, orderId)
  if (answer.kind === 'found') return { status: 200, body: answer.body }
  return refusal(state, answer.kind === 'lagging' ? { kind: 'unknown' } : answer)
}

/** One of the five operations that change an order's status. */
export function answerMove(call: AuthorizedOrderRequest, move: Move): Reply {
  const { state, request, entry, clientId, orderId } = call
  checkQuery(state, request, entry, [])
  const body = checkBody(state, request, entry, MOVE_BODIES[move])
  if (!body.ok) return body.reply
  const before = state.model.order(orderId)
  if (move === 'preparing' && before !== undefined && !before.preparationRequested) {
    state.recorder.recordViolation(
      entry,
      'started-before-requested',
      'ONDEMAND: PREPARATION_REQUESTED was not published yet',
    )
  }
  return settled(state, entry, state.model.act(clientId, orderId, move))
}

/** `POST …/requestCancellation`. The answer 202 does not mean that the order is cancelled. */
export function answerCancellation(call: AuthorizedOrderRequest): Reply {
  const { state, request, entry, clientId, orderId } = call
  checkQuery(state, request, entry, [])
  const body = checkBody(state, request, entry, CANCELLATION_BODY)
  if (!body.ok) return body.reply
  const { code, reason } = body.fields
  return settled(
    state,
    entry,
    state.model.requestCancellation(clientId, orderId, { code: String(code), reason: String(reason) }),
  )
}

/** `POST …/validateCode`: 200 or 400. The code is a query parameter or a field of the body, as the dialect defines. */
export function answerCode(call: AuthorizedOrderRequest): Reply {
  const { state, request, entry, clientId, orderId } = call
  const inQuery = state.dialect.validateCode === 'query'
  checkQuery(state, request, entry, inQuery ? ['deliveryCode'] : [])
  const body = checkBody(state, request, entry, inQuery ? {} : { deliveryCode: text(true) })
  if (!body.ok) return body.reply
  const code = inQuery ? request.query.deliveryCode : body.fields.deliveryCode
  if (typeof code !== 'string' || code === '') {
    state.recorder.recordViolation(entry, 'invalid-field', 'deliveryCode is required')
    return errorReply(state.dialect, 400, 'BAD_REQUEST', 'deliveryCode is required')
  }
  const answer = state.model.validateCode(clientId, orderId, code)
  if (answer.kind === 'valid') return { status: 200, body: { orderId, deliveryCode: code } }
  if (answer.kind === 'invalid')
    return errorReply(state.dialect, 400, 'INVALID_DELIVERY_CODE', 'The delivery code is wrong')
  return refusal(state, answer)
}

function settled(state: PlatformState, entry: RequestDraft, answer: ModelActAnswer): Reply {
  if (answer.kind === 'accepted') {
    entry.applied = answer.applied
    return { status: 202 }
  }
  if (answer.kind === 'conflict') {
    return errorReply(state.dialect, state.dialect.conflictStatus, 'INVALID_ORDER_STATE_TRANSITION', answer.message)
  }
  return refusal(state, answer)
}

function refusal(state: PlatformState, refused: ModelRefusal): Reply {
  return refused.kind === 'unknown'
    ? errorReply(state.dialect, 404, 'NOT_FOUND', 'Order not found')
    : errorReply(state.dialect, 403, 'FORBIDDEN', 'Not authorized for this establishment')
}
