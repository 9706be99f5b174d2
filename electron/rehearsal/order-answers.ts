import { type BodyRules, checkBody, checkQuery, list, oneOf, text, wholeNumber } from './body-check.ts'
import { errorReply } from './error-body.ts'
import type { ActAnswer, Refused } from './model-surface.ts'
import type { LedgerDraft } from './request-record.ts'
import type { PlatformRequest, Reply } from './requests.ts'
import { CANCELLATION_CODES, type Move } from './vocabulary.ts'
import type { World } from './world.ts'

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

/** `GET /orders/{id}`: the only source of truth for a status. */
export function answerRead(
  world: World,
  request: PlatformRequest,
  entry: LedgerDraft,
  clientId: string,
  orderId: string,
): Reply {
  checkQuery(world, request, entry, [])
  const answer = world.model.read(clientId, orderId)
  if (answer.kind === 'found') return { status: 200, body: answer.body }
  return refusal(world, answer.kind === 'lagging' ? { kind: 'unknown' } : answer)
}

/** One of the five operations that move an order. */
export function answerMove(
  world: World,
  request: PlatformRequest,
  entry: LedgerDraft,
  clientId: string,
  orderId: string,
  move: Move,
): Reply {
  checkQuery(world, request, entry, [])
  const body = checkBody(world, request, entry, MOVE_BODIES[move])
  if (!body.ok) return body.reply
  const before = world.model.order(orderId)
  if (move === 'preparing' && before !== undefined && !before.preparationRequested) {
    world.witness.complain(entry, 'started-before-requested', 'ONDEMAND: PREPARATION_REQUESTED has not come yet')
  }
  return settled(world, entry, world.model.act(clientId, orderId, move))
}

/** `POST …/requestCancellation`: accepted for processing, never a proof that the order is cancelled. */
export function answerCancellation(
  world: World,
  request: PlatformRequest,
  entry: LedgerDraft,
  clientId: string,
  orderId: string,
): Reply {
  checkQuery(world, request, entry, [])
  const body = checkBody(world, request, entry, CANCELLATION_BODY)
  if (!body.ok) return body.reply
  const { code, reason } = body.fields
  return settled(
    world,
    entry,
    world.model.requestCancellation(clientId, orderId, { code: String(code), reason: String(reason) }),
  )
}

/** `POST …/validateCode`: 200 or 400 at once; the code is a query parameter, or a body on hosts that want it so. */
export function answerCode(
  world: World,
  request: PlatformRequest,
  entry: LedgerDraft,
  clientId: string,
  orderId: string,
): Reply {
  const inQuery = world.dialect.validateCode === 'query'
  checkQuery(world, request, entry, inQuery ? ['deliveryCode'] : [])
  const body = checkBody(world, request, entry, inQuery ? {} : { deliveryCode: text(true) })
  if (!body.ok) return body.reply
  const code = inQuery ? request.query.deliveryCode : body.fields.deliveryCode
  if (typeof code !== 'string' || code === '') {
    world.witness.complain(entry, 'invalid-field', 'deliveryCode is required')
    return errorReply(world.dialect, 400, 'BAD_REQUEST', 'deliveryCode is required')
  }
  const answer = world.model.validateCode(clientId, orderId, code)
  if (answer.kind === 'valid') return { status: 200, body: { orderId, deliveryCode: code } }
  if (answer.kind === 'invalid')
    return errorReply(world.dialect, 400, 'INVALID_DELIVERY_CODE', 'The delivery code is wrong')
  return refusal(world, answer)
}

function settled(world: World, entry: LedgerDraft, answer: ActAnswer): Reply {
  if (answer.kind === 'accepted') {
    entry.applied = answer.applied
    return { status: 202 }
  }
  if (answer.kind === 'conflict') {
    return errorReply(world.dialect, world.dialect.conflictStatus, 'INVALID_ORDER_STATE_TRANSITION', answer.message)
  }
  return refusal(world, answer)
}

function refusal(world: World, refused: Refused): Reply {
  return refused.kind === 'unknown'
    ? errorReply(world.dialect, 404, 'NOT_FOUND', 'Order not found')
    : errorReply(world.dialect, 403, 'FORBIDDEN', 'Not authorized for this establishment')
}
