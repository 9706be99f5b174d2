import { type Agenda, createAgenda } from './agenda.ts'
import {
  assertNever,
  type CourierEvent,
  type EventType,
  MOVES,
  type Move,
  type OrderStatus,
  type WireEvent,
  type WireOrder,
} from './interface.ts'
import {
  type AutomaticDelays,
  type AutomaticMove,
  automaticMovesAfter,
  isCancellable,
  judgeCancellationRequest,
  judgeMove,
  MOVE_EFFECTS,
} from './lifecycle.ts'
import { identifier, type Random, wireTime } from './randomness.ts'

/** How the platform answers a request for cancellation. */
export type CancellationPolicy = { readonly answer: 'accept' | 'deny' | 'silent'; readonly delayMs: number }
export type CancellationReason = { readonly code: string; readonly reason: string }

/** How the platform handles one order. Not sent to the client. */
export type OrderBehaviour = {
  readonly cancellation?: CancellationPolicy
  /** The code that `validateCode` accepts. Absent: every code is wrong. */
  readonly deliveryCode?: string
  /** DELIVERY: true when the platform's courier collects the order, false when the shop delivers it. */
  readonly courier?: boolean
  /** Status that the order already has when it is placed. */
  readonly startsAs?: OrderStatus
  /** Milliseconds since it was placed. */
  readonly backdateMs?: number
}

/** An order as the platform knows it. Only the model changes it. */
export type ModelOrder = {
  readonly payload: WireOrder
  readonly behaviour: OrderBehaviour
  status: OrderStatus
  lastEvent: EventType
  cancelled: boolean
  /** Reason of the shop's cancellation request, until the platform answers. */
  openRequest: CancellationReason | undefined
  preparationRequested: boolean
  readonly history: { readonly at: number; readonly status: OrderStatus }[]
}

export type OrderModelOptions = {
  /** The platform's clock, milliseconds since 1970. */
  readonly now: () => number
  readonly random: Random
  readonly publish: (order: ModelOrder, event: WireEvent) => void
  readonly cancellation?: CancellationPolicy
  /** The platform cancels an order that is still CREATED after this time. Absent: never. */
  readonly confirmDeadlineMs?: number
  readonly automaticDelays?: AutomaticDelays
}

export type ActAnswer =
  | { readonly kind: 'accepted'; readonly applied: boolean }
  | { readonly kind: 'conflict'; readonly message: string }

const ACCEPT_AT_ONCE: CancellationPolicy = { answer: 'accept', delayMs: 0 }

export const lifecycleOf = (order: ModelOrder) => ({
  status: order.status,
  orderType: order.payload.fulfillment.orderType,
  cancelled: order.cancelled,
})

/** The operations that bring a new order to `status`. None for a status that only the platform sets. */
function movesTo(status: OrderStatus, orderType: string): readonly Move[] {
  const path = MOVES.filter((move) => orderType === 'DELIVERY' || move !== 'dispatch')
  return path.slice(0, path.findIndex((move) => MOVE_EFFECTS[move].target === status) + 1)
}

/** What happens to an order, whatever its cause. Each change publishes its event. */
export interface OrderChanges {
  enter(order: ModelOrder, status: OrderStatus): void
  emit(order: ModelOrder, eventType: EventType, metadata?: WireEvent['metadata']): void
  /** A move without its rules. */
  step(order: ModelOrder, move: Move): void
  courierReports(order: ModelOrder, event: CourierEvent): void
  /** False when the order has not ended. */
  conclude(order: ModelOrder): boolean
  /** Cancellation by the platform, without a request. False when the order cannot be cancelled any more. */
  cancel(order: ModelOrder, reason: CancellationReason): boolean
  /** Answers an open cancellation request; false when none is open. */
  decide(order: ModelOrder, answer: 'accept' | 'deny'): boolean
}

function createOrderChanges({ random, publish, automaticDelays }: OrderModelOptions, agenda: Agenda): OrderChanges {
  const { now, schedule } = agenda

  function emit(order: ModelOrder, eventType: EventType, metadata?: WireEvent['metadata']): void {
    order.lastEvent = eventType
    publish(order, {
      eventId: identifier(random),
      eventType,
      orderId: order.payload.id,
      createdAt: wireTime(now(), random),
      ...(metadata === undefined ? {} : { metadata }),
    })
  }

  function enter(order: ModelOrder, status: OrderStatus): void {
    order.status = status
    order.history.push({ at: now(), status })
    if (automaticDelays === undefined) return
    const hasCourier = order.payload.fulfillment.orderType === 'DELIVERY' && order.behaviour.courier === true
    for (const move of automaticMovesAfter(status, hasCourier, automaticDelays, random)) {
      schedule(move.afterMs, () => applyAutomaticMove(order, move))
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

  function decide(order: ModelOrder, answer: 'accept' | 'deny'): boolean {
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
  }

  return { enter, emit, step, courierReports, conclude, cancel, decide }
}

export interface OrderModel extends OrderChanges, Agenda {
  /** Adds a new order and publishes CREATED. Throws when an order has this id. */
  place(payload: WireOrder, behaviour?: OrderBehaviour): ModelOrder
  /** One of the five operations of the client that change an order's status. */
  act(order: ModelOrder, move: Move): ActAnswer
  /** A cancellation request of the client. The platform answers it later, or not at all. */
  requestCancellation(order: ModelOrder, request: CancellationReason): ActAnswer
  /** ONDEMAND: allows the kitchen to start. */
  requestPreparation(order: ModelOrder): void
  find(orderId: string): ModelOrder | undefined
  orders(): readonly ModelOrder[]
}

/**
 * The orders of an order platform, in memory, and their lifecycle. Synchronous and deterministic: the same calls with the
 * same `now` and `random` give the same answers. Scheduled actions run at the next call after they are due.
 */
export function createOrderModel(options: OrderModelOptions): OrderModel {
  const orders = new Map<string, ModelOrder>()
  const agenda = createAgenda(options.now)
  const { now, runAt, runDueActions, schedule, scheduleAt } = agenda
  const changes = createOrderChanges(options, agenda)
  const { enter, emit, step, cancel, decide } = changes

  return {
    ...agenda,
    ...changes,
    place(payload, behaviour = {}) {
      runDueActions()
      if (orders.has(payload.id)) throw new Error(`order ${payload.id} already exists`)
      const ageMs = behaviour.backdateMs ?? 0
      const since = now() - ageMs
      const order: ModelOrder = {
        payload,
        behaviour,
        status: 'CREATED',
        lastEvent: 'CREATED',
        cancelled: false,
        openRequest: undefined,
        preparationRequested: payload.timing.orderTiming !== 'ONDEMAND',
        history: [],
      }
      orders.set(payload.id, order)
      const moves = movesTo(behaviour.startsAs ?? 'CREATED', payload.fulfillment.orderType)
      runAt(since, () => {
        enter(order, 'CREATED')
        emit(order, 'CREATED')
      })
      moves.forEach((move, index) => {
        runAt(since + (ageMs * (index + 1)) / (moves.length + 1), () => step(order, move))
      })
      if (options.confirmDeadlineMs !== undefined) {
        scheduleAt(since + options.confirmDeadlineMs, () => {
          if (order.status === 'CREATED')
            cancel(order, { code: 'SYSTEMIC_ISSUES', reason: 'Loja não confirmou no prazo' })
        })
      }
      return order
    },
    act(order, move) {
      const judgement = judgeMove(move, lifecycleOf(order))
      if (judgement === 'conflict') {
        const { orderType } = order.payload.fulfillment
        return {
          kind: 'conflict',
          message: `Cannot apply ${move} to a ${orderType} order in ${order.status} status`,
        }
      }
      if (judgement === 'apply') step(order, move)
      return { kind: 'accepted', applied: judgement === 'apply' }
    },
    requestCancellation(order, request) {
      const isRequestOpen = order.openRequest !== undefined
      const judgement = judgeCancellationRequest({ ...lifecycleOf(order), isRequestOpen })
      if (judgement === 'conflict')
        return { kind: 'conflict', message: `Cannot cancel an order in ${order.status} status` }
      if (judgement === 'already') return { kind: 'accepted', applied: false }
      order.openRequest = request
      emit(order, 'CANCELLATION_REQUESTED', request)
      const { answer, delayMs } = order.behaviour.cancellation ?? options.cancellation ?? ACCEPT_AT_ONCE
      if (answer !== 'silent') {
        schedule(delayMs, () => {
          if (order.openRequest === request) decide(order, answer)
        })
      }
      return { kind: 'accepted', applied: true }
    },
    requestPreparation(order) {
      order.preparationRequested = true
      emit(order, 'PREPARATION_REQUESTED')
    },
    find(orderId) {
      runDueActions()
      return orders.get(orderId)
    },
    orders() {
      runDueActions()
      return [...orders.values()]
    },
  }
}
