import type { EventType, Json, Move, WireEvent, WireItem, WireOption, WireOrder } from './interface.ts'
import type { ActAnswer, ModelOrder } from './model.ts'

/** The practice platform as a host of Open Delivery 1.7, written from its specification and not from the client. */

type Fields = { readonly [field: string]: Json | undefined }
export type Reply = { readonly status: number; readonly body?: Json }

const problem = (status: number, title: string): Reply => ({ status, body: { title, status } })
const MOST_ACKNOWLEDGED = 100

/** The types of events that 1.x has. The others are steps of a courier, which it does not report. */
const TYPES_OF_1: ReadonlySet<EventType> = new Set([
  'CREATED',
  'CONFIRMED',
  'PREPARATION_REQUESTED',
  'PREPARING',
  'READY_FOR_PICKUP',
  'DISPATCHED',
  'DELIVERED',
  'CANCELLATION_REQUESTED',
  'CANCELLATION_REQUEST_DENIED',
  'CANCELLED',
  'CONCLUDED',
])

/** A guest takes a TAKEOUT order away: 1.5 has an event and an operation for it. */
const typeOf = (order: WireOrder, type: EventType): string =>
  type === 'DELIVERED' && order.fulfillment.orderType === 'TAKEOUT' ? 'PICKED_UP' : type

const OPERATIONS: Readonly<Record<string, Move>> = {
  confirm: 'confirm',
  preparing: 'preparing',
  readyForPickup: 'ready-for-pickup',
  dispatch: 'dispatch',
  delivered: 'delivered',
  pickedUp: 'delivered',
}

/** Options have one level: those of an option follow it. */
const optionsOf = (options: readonly WireOption[] = []): readonly Fields[] =>
  options.flatMap(({ id, name, quantity, observations, pricing, options: inner }) => [
    {
      ...{ id, name, quantity, unit: 'UN', externalCode: id, specialInstructions: observations },
      ...{ unitPrice: pricing?.unitPrice, totalPrice: pricing?.totalPrice },
    },
    ...optionsOf(inner),
  ])

const itemOf = ({ pricing, observations, options, ...item }: WireItem): Fields => ({
  ...item,
  unit: item.unit ?? 'UN',
  externalCode: item.externalCode ?? item.id,
  specialInstructions: observations,
  ...pricing,
  options: optionsOf(options),
})

function placeOf({ fulfillment, createdAt }: WireOrder): Fields {
  const { orderType, delivery, indoor } = fulfillment
  switch (orderType) {
    case 'DELIVERY': {
      const { neighborhood, ...address } = delivery?.address ?? {}
      return {
        delivery: {
          deliveredBy: 'MERCHANT',
          estimatedDeliveryDateTime: delivery?.estimatedDeliveryDateTime ?? createdAt,
          deliveryAddress: { ...address, district: neighborhood, country: 'BR' },
        },
      }
    }
    case 'TAKEOUT':
      return { takeout: { mode: 'DEFAULT', takeoutDateTime: createdAt } }
    case 'INDOOR':
      return { indoor: { mode: 'PLACE', indoorDateTime: createdAt, place: indoor?.identifier } }
  }
}

function orderOf({ payload, lastEvent }: ModelOrder): Fields {
  const { timing, fulfillment, context, customer, items, observations, extraInfo, ...order } = payload
  const isTakeout = fulfillment.orderType === 'TAKEOUT'
  return {
    ...order,
    type: fulfillment.orderType,
    lastEvent: typeOf(payload, lastEvent),
    ...{ orderTiming: timing.orderTiming, schedule: timing.schedule, orderPriority: timing.orderPriority },
    preparationStartDateTime: timing.preparationStartDateTime ?? order.createdAt,
    salesChannel: context?.salesChannel,
    extraInfo: [observations, extraInfo].filter((text) => text !== undefined).join('\n') || undefined,
    customer: customer && {
      id: customer.id,
      name: customer.name,
      ordersCountOnMerchant: customer.ordersCountOnMerchant,
    },
    items: items.map(itemOf),
    ...{ sendPreparing: isTakeout, sendDelivered: !isTakeout, sendPickedUp: isTakeout },
    ...placeOf(payload),
  }
}

/** What the practice platform does for each of its dialects. */
export interface PracticeCore {
  /** A page of the events that wait; a script may repeat some. */
  waiting(): readonly WireEvent[]
  acknowledge(eventIds: readonly string[]): void
  find(orderId: string): ModelOrder | undefined
  act(order: ModelOrder, move: Move): ActAnswer
  requestCancellation(order: ModelOrder, request: { readonly code: string; readonly reason: string }): ActAnswer
}

/** Answers a call below the root of 1.x, whose token was checked. */
export function createHostOf1(core: PracticeCore, root: string) {
  const eventOf = ({ eventId, eventType, orderId, metadata }: WireEvent): readonly Fields[] => {
    const order = core.find(orderId)
    if (order === undefined || !TYPES_OF_1.has(eventType)) return []
    const { createdAt } = order.payload
    const orderURL = `${root}/v1/orders/${orderId}`
    return [{ eventId, eventType: typeOf(order.payload, eventType), orderId, orderURL, createdAt, metadata }]
  }

  const poll = (): Reply => {
    const events = core.waiting()
    core.acknowledge(events.filter((event) => eventOf(event).length === 0).map(({ eventId }) => eventId))
    const page = events.flatMap(eventOf)
    return page.length === 0 ? { status: 204 } : { status: 200, body: page }
  }

  const acknowledge = (body: unknown): Reply => {
    if (!Array.isArray(body) || body.length > MOST_ACKNOWLEDGED)
      return problem(400, '[{id, orderId, eventType}] expected')
    const isWhole = body.every(({ id, orderId, eventType }) => id && orderId && eventType)
    if (!isWhole) return problem(400, 'id, orderId and eventType are required')
    core.acknowledge(body.map(({ id }) => String(id)))
    return { status: 202 }
  }

  const answered = (answer: ActAnswer): Reply =>
    answer.kind === 'accepted' ? { status: 202 } : problem(422, answer.message)

  const operate = (order: ModelOrder, operation: string, query: URLSearchParams, body: unknown): Reply => {
    const move = OPERATIONS[operation]
    if (move !== undefined) return answered(core.act(order, move))
    if (operation === 'requestCancellation') {
      const { code, reason, mode } = Object(body)
      if (!code || !reason || !mode) return problem(400, 'reason, code and mode are required')
      return answered(core.requestCancellation(order, { code: String(code), reason: String(reason) }))
    }
    // No customer of the practice asks to cancel.
    if (operation === 'acceptCancellation' || operation === 'denyCancellation') return problem(422, 'Nothing was asked')
    if (operation !== 'validateCode') return problem(404, 'Not found')
    const deliveryCode = query.get('deliveryCode')
    return deliveryCode === order.behaviour.deliveryCode
      ? { status: 200, body: { orderId: order.payload.id, deliveryCode } }
      : problem(400, 'The delivery code is wrong')
  }

  return (path: string, query: URLSearchParams, body: unknown): Reply => {
    if (path === '/v1/events:polling') return poll()
    if (path === '/v1/events/acknowledgment') return acknowledge(body)
    const [, orderId = '', operation] = /^\/v1\/orders\/([^/]+)(?:\/([A-Za-z]+))?$/.exec(path) ?? []
    const order = core.find(decodeURIComponent(orderId))
    if (order === undefined) return problem(404, 'Not found')
    return operation === undefined ? { status: 200, body: orderOf(order) } : operate(order, operation, query, body)
  }
}
