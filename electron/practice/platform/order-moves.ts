import { assertNever, type EventType, type Move, type OrderStatus, type OrderType } from './vocabulary.ts'

/** The part of an order that decides which operations are valid. */
export type LifecycleState = {
  readonly status: OrderStatus
  readonly orderType: OrderType
  /** Stays true after the status CONCLUDED, which follows both DELIVERED and CANCELLED. */
  readonly cancelled: boolean
}

/** `already`: the order has the target status or a later one. `apply` and `already` are answered with 202. */
export type Judgement = 'apply' | 'already' | 'conflict'

export type LifecycleRules = {
  /** Some hosts let a DELIVERY order go from READY to DELIVERED without a dispatch. */
  readonly deliveredFromReady: boolean
}

type MoveEffect = { readonly target: OrderStatus; readonly event: EventType }

export const MOVE_EFFECTS: { readonly [move in Move]: MoveEffect } = {
  confirm: { target: 'CONFIRMED', event: 'CONFIRMED' },
  preparing: { target: 'PREPARING', event: 'PREPARING' },
  'ready-for-pickup': { target: 'READY', event: 'READY_FOR_PICKUP' },
  dispatch: { target: 'IN_DELIVERY', event: 'DISPATCHED' },
  delivered: { target: 'DELIVERED', event: 'DELIVERED' },
}

const STATUS_SEQUENCE: readonly OrderStatus[] = [
  'CREATED',
  'CONFIRMED',
  'PREPARING',
  'READY',
  'IN_DELIVERY',
  'DELIVERED',
  'CONCLUDED',
]

/**
 * The result of an operation on an order in this state (docs/protocol.md, "Lifecycle"). A cancelled order accepts no
 * operation. `dispatch` is for DELIVERY only. TAKEOUT and INDOOR orders end with `delivered` from READY.
 */
export function judgeMove(move: Move, order: LifecycleState, rules: LifecycleRules): Judgement {
  if (order.cancelled || order.status === 'CANCELLED') return 'conflict'
  if (move === 'dispatch' && order.orderType !== 'DELIVERY') return 'conflict'
  if (statusesBefore(move, order.orderType, rules).includes(order.status)) return 'apply'
  const reached = STATUS_SEQUENCE.indexOf(order.status) >= STATUS_SEQUENCE.indexOf(MOVE_EFFECTS[move].target)
  return reached ? 'already' : 'conflict'
}

function statusesBefore(move: Move, orderType: OrderType, rules: LifecycleRules): readonly OrderStatus[] {
  switch (move) {
    case 'confirm':
      return ['CREATED']
    case 'preparing':
      return ['CONFIRMED']
    case 'ready-for-pickup':
      return ['CONFIRMED', 'PREPARING']
    case 'dispatch':
      return ['READY']
    case 'delivered':
      if (orderType !== 'DELIVERY') return ['READY']
      return rules.deliveredFromReady ? ['READY', 'IN_DELIVERY'] : ['IN_DELIVERY']
    default:
      return assertNever(move)
  }
}

/** The result of a cancellation request, which is valid until the order is delivered. A second request changes nothing. */
export function judgeCancellationRequest(order: LifecycleState & { readonly isRequestOpen: boolean }): Judgement {
  if (order.cancelled) return 'already'
  if (order.status === 'DELIVERED' || order.status === 'CONCLUDED') return 'conflict'
  return order.isRequestOpen ? 'already' : 'apply'
}

/** Whether the platform may still cancel: any status before DELIVERED. */
export function isCancellable(order: LifecycleState): boolean {
  return !order.cancelled && order.status !== 'DELIVERED' && order.status !== 'CONCLUDED'
}
