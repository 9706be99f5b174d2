import {
  assertNever,
  type CourierEvent,
  type EventType,
  type Move,
  ORDER_STATUSES,
  type OrderStatus,
  type OrderType,
} from './interface.ts'
import { between, type Random } from './randomness.ts'

/** The part of an order that decides which operations are valid. */
export type LifecycleState = {
  readonly status: OrderStatus
  readonly orderType: OrderType
  /** Stays true after the status CONCLUDED, which follows both DELIVERED and CANCELLED. */
  readonly cancelled: boolean
}

/** `already`: the order has the target status or a later one. `apply` and `already` are answered with 202. */
export type Judgement = 'apply' | 'already' | 'conflict'

export const MOVE_EFFECTS: { readonly [move in Move]: { readonly target: OrderStatus; readonly event: EventType } } = {
  confirm: { target: 'CONFIRMED', event: 'CONFIRMED' },
  preparing: { target: 'PREPARING', event: 'PREPARING' },
  'ready-for-pickup': { target: 'READY', event: 'READY_FOR_PICKUP' },
  dispatch: { target: 'IN_DELIVERY', event: 'DISPATCHED' },
  delivered: { target: 'DELIVERED', event: 'DELIVERED' },
}

const STATUS_SEQUENCE: readonly OrderStatus[] = ORDER_STATUSES.filter((status) => status !== 'CANCELLED')

/**
 * The result of an operation on an order in this state (docs/protocol.md, "Lifecycle"). A cancelled order accepts no
 * operation. `dispatch` is for DELIVERY only. TAKEOUT and INDOOR orders end with `delivered` from READY.
 */
export function judgeMove(move: Move, order: LifecycleState): Judgement {
  if (order.cancelled || order.status === 'CANCELLED') return 'conflict'
  if (move === 'dispatch' && order.orderType !== 'DELIVERY') return 'conflict'
  if (statusesBefore(move, order.orderType).includes(order.status)) return 'apply'
  const reached = STATUS_SEQUENCE.indexOf(order.status) >= STATUS_SEQUENCE.indexOf(MOVE_EFFECTS[move].target)
  return reached ? 'already' : 'conflict'
}

function statusesBefore(move: Move, orderType: OrderType): readonly OrderStatus[] {
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
      return [orderType === 'DELIVERY' ? 'IN_DELIVERY' : 'READY']
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

/** A range of milliseconds: first and last value, both included. */
export type RangeMs = readonly [number, number]

/** Delays of the steps of couriers, customers and the platform. Without a delay the step does not happen automatically. */
export type AutomaticDelays = {
  /** DELIVERY with the platform's courier, counted from READY. */
  readonly courierSetsOutMs?: RangeMs
  readonly courierArrivesMs?: RangeMs
  readonly courierCollectsMs?: RangeMs
  /** IN_DELIVERY → DELIVERED, reported by the courier's app. */
  readonly customerReceivesMs?: RangeMs
  /** DELIVERED or CANCELLED → CONCLUDED. */
  readonly concludesMs?: RangeMs
}

export type AutomaticMove =
  | { readonly kind: 'courier'; readonly event: CourierEvent; readonly afterMs: number }
  | { readonly kind: 'received' | 'concluded'; readonly afterMs: number }

/** The automatic steps after `status`: a courier comes, the customer receives the order, the order is concluded. */
export function automaticMovesAfter(
  status: OrderStatus,
  hasCourier: boolean,
  delays: AutomaticDelays,
  random: Random,
): readonly AutomaticMove[] {
  const within = (span: RangeMs) => between(random, span[0], span[1])
  const moves: AutomaticMove[] = []
  if (status === 'READY' && hasCourier) {
    let afterMs = 0
    const legs: readonly (readonly [CourierEvent, RangeMs | undefined])[] = [
      ['PICKUP_ONGOING', delays.courierSetsOutMs],
      ['RIDER_ARRIVED_AT_STORE', delays.courierArrivesMs],
      ['ORDER_COLLECTED', delays.courierCollectsMs],
    ]
    for (const [event, span] of legs) {
      if (span === undefined) break
      afterMs += within(span)
      moves.push({ kind: 'courier', event, afterMs })
    }
  }
  if (status === 'IN_DELIVERY' && delays.customerReceivesMs !== undefined) {
    moves.push({ kind: 'received', afterMs: within(delays.customerReceivesMs) })
  }
  if ((status === 'DELIVERED' || status === 'CANCELLED') && delays.concludesMs !== undefined) {
    moves.push({ kind: 'concluded', afterMs: within(delays.concludesMs) })
  }
  return moves
}
