import { MOVES } from './interface.ts'
import type { ActAnswer, ModelOrder } from './model.ts'
import type { PracticeCore, Reply } from './open-delivery-1.ts'

const failure = (status: number, code: string, message: string): Reply => ({ status, body: { code, message } })
export const NOT_FOUND = failure(404, 'NOT_FOUND', 'Not found')
export const UNAUTHORIZED = failure(401, 'UNAUTHORIZED', 'Invalid token')
export const INVALID_CLIENT = failure(401, 'invalid_client', 'Unknown client or wrong secret')

/** A text field of a JSON object; empty when there is none. */
function textIn(body: unknown, name: string): string {
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
  return typeof value === 'string' ? value : ''
}

const settled = (answer: ActAnswer): Reply =>
  answer.kind === 'accepted' ? { status: 202 } : failure(409, 'INVALID_ORDER_STATE_TRANSITION', answer.message)

/** Answers a call below the root of Open Delivery 2.0, whose token was checked. */
export function createHostOf2(core: PracticeCore) {
  function poll(): Reply {
    const events = core.waiting()
    return events.length === 0 ? { status: 204 } : { status: 200, body: events }
  }

  function acknowledge(body: unknown): Reply {
    const ids = typeof body === 'object' && body !== null && 'eventIds' in body ? body.eventIds : undefined
    if (!Array.isArray(ids)) return failure(400, 'BAD_REQUEST', '{"eventIds": [...]} expected')
    core.acknowledge(ids)
    return { status: 202 }
  }

  function operate(order: ModelOrder, operation: string, query: URLSearchParams, body: unknown): Reply {
    const move = MOVES.find((name) => name === operation)
    if (move !== undefined) return settled(core.act(order, move))
    if (operation === 'requestCancellation') {
      return settled(core.requestCancellation(order, { code: textIn(body, 'code'), reason: textIn(body, 'reason') }))
    }
    if (operation !== 'validateCode') return NOT_FOUND
    return query.get('deliveryCode') === order.behaviour.deliveryCode
      ? { status: 200 }
      : failure(400, 'INVALID_DELIVERY_CODE', 'The delivery code is wrong')
  }

  return (path: string, query: URLSearchParams, body: unknown): Reply => {
    if (path === '/events:polling') return poll()
    if (path === '/events/acknowledgment') return acknowledge(body)
    const [, orderId = '', operation] = /^\/orders\/([^/]+)(?:\/([\w-]+))?$/.exec(path) ?? []
    const order = core.find(decodeURIComponent(orderId))
    if (order === undefined) return NOT_FOUND
    const { payload, status, lastEvent } = order
    return operation === undefined
      ? { status: 200, body: { ...payload, status, lastEvent } }
      : operate(order, operation, query, body)
  }
}
