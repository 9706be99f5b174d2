import type { createAgenda } from './agenda.ts'
import { type AutomaticDelays, type AutomaticMove, automaticMovesAfter } from './automatic-moves.ts'
import type { ModelOrder } from './model-order.ts'
import { isCancellable, MOVE_EFFECTS } from './order-moves.ts'
import { identifier, type Random, wireTime } from './randomness.ts'
import { assertNever, type CourierEvent, type EventType, MOVES, type Move, type OrderStatus } from './vocabulary.ts'
import type { WireEvent } from './wire.ts'

export type OrderLifecycleOptions = {
  readonly now: () => number
  readonly random: Random
  readonly agenda: ReturnType<typeof createAgenda>
  readonly publish: (order: ModelOrder, event: WireEvent) => void
  readonly automaticDelays?: AutomaticDelays
  readonly orderUrl?: (orderId: string) => string
  readonly sourceAppId?: string
}

/** Changes orders and publishes the event of each change. The caller checks that the change is valid. */
export function createOrderLifecycle(options: OrderLifecycleOptions) {
  const { random, now } = options

  function emit(order: ModelOrder, eventType: EventType, metadata?: WireEvent['metadata']): void {
    const orderId = order.payload.id
    order.lastEvent = eventType
    options.publish(order, {
      eventId: identifier(random),
      eventType,
      orderId,
      createdAt: wireTime(now(), random),
      ...(options.orderUrl === undefined ? {} : { orderURL: options.orderUrl(orderId) }),
      ...(options.sourceAppId === undefined ? {} : { sourceAppId: options.sourceAppId }),
      ...(metadata === undefined ? {} : { metadata }),
    })
  }

  function enter(order: ModelOrder, status: OrderStatus): void {
    order.status = status
    order.history.push({ at: now(), status })
    if (options.automaticDelays === undefined) return
    const about = { orderType: order.payload.fulfillment.orderType, courier: order.terms.courier ?? false }
    for (const move of automaticMovesAfter(status, about, options.automaticDelays, random)) {
      options.agenda.schedule(now() + move.afterMs, () => applyAutomaticMove(order, move))
    }
  }

  function applyAutomaticMove(order: ModelOrder, move: AutomaticMove): void {
    switch (move.kind) {
      case 'courier':
        if (order.status === 'READY') courierReports(order, move.event)
        return
      case 'received':
        if (order.status === 'IN_DELIVERY') step(order, 'delivered')
        return
      case 'concluded':
        conclude(order)
        return
      default:
        assertNever(move)
    }
  }

  function step(order: ModelOrder, move: Move): void {
    enter(order, MOVE_EFFECTS[move].target)
    emit(order, MOVE_EFFECTS[move].event)
  }

  function courierReports(order: ModelOrder, event: CourierEvent): void {
    // ORDER_COLLECTED is the hand-over: the only courier event that moves the order (Open Delivery v2, event matrix).
    if (event === 'ORDER_COLLECTED' && order.status === 'READY') enter(order, 'IN_DELIVERY')
    emit(order, event)
  }

  function conclude(order: ModelOrder): boolean {
    if (order.status !== 'DELIVERED' && order.status !== 'CANCELLED') return false
    enter(order, 'CONCLUDED')
    emit(order, 'CONCLUDED')
    return true
  }

  function cancel(order: ModelOrder, reason: CancellationReason): boolean {
    if (!isCancellable(lifecycleOf(order))) return false
    order.cancelled = true
    order.openRequest = undefined
    enter(order, 'CANCELLED')
    emit(order, 'CANCELLED', reason)
    return true
  }

  return {
    emit,
    step,
    courierReports,
    conclude,
    cancel,

    begin(order: ModelOrder): void {
      enter(order, 'CREATED')
      emit(order, 'CREATED')
    },

    requestCancellation(order: ModelOrder, reason: CancellationReason): void {
      order.openRequest = reason
      emit(order, 'CANCELLATION_REQUESTED', reason)
    },

    /** Answers an open request; false when none is open. */
    decide(order: ModelOrder, answer: 'accept' | 'deny'): boolean {
      const reason = order.openRequest
      if (reason === undefined) return false
      order.openRequest = undefined
      // An order that was delivered in the meantime cannot be cancelled.
      if (answer === 'deny' || !isCancellable(lifecycleOf(order))) {
        emit(order, 'CANCELLATION_REQUEST_DENIED', { ...reason, reason: 'Pedido de cancelamento recusado' })
        return true
      }
      emit(order, 'CANCELLATION_REQUEST_ACCEPTED', reason)
      return cancel(order, reason)
    },
  }
}

export type CancellationReason = { readonly code: string; readonly reason: string }

/** The part of an order that the lifecycle rules need. */
export function lifecycleOf(order: ModelOrder) {
  return { status: order.status, orderType: order.payload.fulfillment.orderType, cancelled: order.cancelled }
}

/** The operations that bring a new order to `status`. None for a status that only the platform sets. */
export function movesTo(status: OrderStatus, orderType: string): readonly Move[] {
  const path = MOVES.filter((move) => orderType === 'DELIVERY' || move !== 'dispatch')
  const last = path.findIndex((move) => MOVE_EFFECTS[move].target === status)
  return path.slice(0, last + 1)
}
