/** The constants of the order platform's interface: statuses, event types, operations, cancellation codes. */

export const ORDER_STATUSES = [
  'CREATED',
  'CONFIRMED',
  'PREPARING',
  'READY',
  'IN_DELIVERY',
  'DELIVERED',
  'CANCELLED',
  'CONCLUDED',
] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

export const EVENT_TYPES = [
  'CREATED',
  'CONFIRMED',
  'PREPARATION_REQUESTED',
  'PREPARING',
  'READY_FOR_PICKUP',
  'PICKUP_ONGOING',
  'RIDER_ARRIVED_AT_STORE',
  'DISPATCHED',
  'ORDER_COLLECTED',
  'DELIVERY_ONGOING',
  'ARRIVED_AT_CUSTOMER',
  'DELIVERED',
  'CANCELLATION_REQUESTED',
  'CANCELLATION_REQUEST_ACCEPTED',
  'CANCELLATION_REQUEST_DENIED',
  'CANCELLED',
  'CONCLUDED',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** The five operations that change an order's status, named by the last segment of their path. */
export const MOVES = ['confirm', 'preparing', 'ready-for-pickup', 'dispatch', 'delivered'] as const
export type Move = (typeof MOVES)[number]

export const ACTIONS = [...MOVES, 'requestCancellation', 'validateCode'] as const
export type Action = (typeof ACTIONS)[number]

export const ORDER_TYPES = ['DELIVERY', 'TAKEOUT', 'INDOOR'] as const
export type OrderType = (typeof ORDER_TYPES)[number]

export const COURIER_EVENTS = [
  'PICKUP_ONGOING',
  'RIDER_ARRIVED_AT_STORE',
  'ORDER_COLLECTED',
  'DELIVERY_ONGOING',
  'ARRIVED_AT_CUSTOMER',
] as const
export type CourierEvent = (typeof COURIER_EVENTS)[number]

export const CANCELLATION_CODES = [
  'SYSTEMIC_ISSUES',
  'DUPLICATE_APPLICATION',
  'UNAVAILABLE_ITEM',
  'RESTAURANT_WITHOUT_DELIVERY_PERSON',
  'OUTDATED_MENU',
  'ORDER_OUTSIDE_THE_DELIVERY_AREA',
  'BLOCKED_CUSTOMER',
  'OUTSIDE_DELIVERY_HOURS',
  'INTERNAL_DIFFICULTIES_OF_THE_RESTAURANT',
  'RISK_AREA',
  'DELIVERY_PROBLEM',
] as const
export type CancellationCode = (typeof CANCELLATION_CODES)[number]

/** Largest number of events on a polling page, and of ids in an acknowledgment. */
export const EVENTS_PER_PAGE = 1000
/** Largest number of ids in the older `[{id, orderId, eventType}]` acknowledgment. */
export const V1_ACKNOWLEDGMENTS_PER_CALL = 100
/** Largest number of merchant ids in the `x-polling-merchants` header. */
export const POLLING_MERCHANTS_PER_CALL = 100

/** For a case that the types exclude. Throws. */
export function assertNever(value: never): never {
  throw new Error(`unhandled case: ${JSON.stringify(value)}`)
}
