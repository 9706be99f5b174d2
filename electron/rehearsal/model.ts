import { createAgenda } from './agenda.ts'
import { type Autopilot, movesAfter, type OwnMove } from './autopilot.ts'
import { type AcknowledgedIds, createEventQueue, type EventQueue, type QueuedEvent } from './event-queue.ts'
import { isCancellable, judgeCancellationRequest, judgeMove, STEPS } from './lifecycle.ts'
import {
  bodyOf,
  type CancellationPolicy,
  type OrderRecord,
  type OrderTerms,
  type OrderView,
  viewOf,
} from './order-record.ts'
import { identifier, type Random, wireTime } from './randomness.ts'
import {
  assertNever,
  type CourierEvent,
  EVENTS_PER_PAGE,
  type EventType,
  MOVES,
  type Move,
  type OrderStatus,
} from './vocabulary.ts'
import type { Json, WireEvent, WireOrder } from './wire.ts'

export type ModelOptions = {
  /** The platform's clock, milliseconds since 1970. */
  readonly now: () => number
  readonly random: Random
  /** Which merchants each credential may see, by client id. */
  readonly merchantsOf: ReadonlyMap<string, ReadonlySet<string>>
  readonly cancellation?: CancellationPolicy
  /** The platform cancels an order that is still CREATED after so long; absent: never. */
  readonly confirmDeadlineMs?: number
  readonly deliveredFromReady?: boolean
  readonly redeliverAfterMs?: number
  readonly statusShape?: 'string' | 'object'
  readonly autopilot?: Autopilot
  readonly orderUrl?: (orderId: string) => string
  readonly sourceAppId?: string
}

export type Refused = { readonly kind: 'unknown' } | { readonly kind: 'forbidden' }
export type ActAnswer =
  | { readonly kind: 'accepted'; readonly applied: boolean }
  | { readonly kind: 'conflict'; readonly message: string }
  | Refused
export type CodeAnswer = { readonly kind: 'valid' } | { readonly kind: 'invalid' } | Refused
export type ReadAnswer = { readonly kind: 'found'; readonly body: Json } | { readonly kind: 'lagging' } | Refused
export type Page = { readonly events: readonly QueuedEvent[]; readonly filteredAway: readonly string[] }

export type RehearsalModel = ReturnType<typeof createRehearsalModel>

const ANSWER_AT_ONCE: CancellationPolicy = { answer: 'accept', delayMs: 0 }

/**
 * An order platform in memory: orders, their lifecycle, and one event queue for each credential.
 * Synchronous and deterministic: the same calls with the same `now` and `random` give the same answers.
 * What the platform does by itself happens when its time has come and anything is asked of it.
 */
export function createRehearsalModel(options: ModelOptions) {
  const { random } = options
  const rules = { deliveredFromReady: options.deliveredFromReady ?? false }
  const orders = new Map<string, OrderRecord>()
  const agenda = createAgenda()
  const queues = new Map<string, EventQueue>(
    [...options.merchantsOf.keys()].map((clientId) => [clientId, createEventQueue(options.redeliverAfterMs ?? 0)]),
  )
  const published: WireEvent[] = []
  let policy = options.cancellation ?? ANSWER_AT_ONCE
  let due: number | undefined

  const now = () => due ?? options.now()

  /** Does what is due, each thing at its own time, so that the result does not depend on when somebody asked. */
  function catchUp(): void {
    if (due !== undefined) return
    const until = options.now()
    try {
      for (let next = agenda.takeDue(until); next !== undefined; next = agenda.takeDue(until)) {
        due = next.at
        next.run()
      }
    } finally {
      due = undefined
    }
  }

  function enqueue(
    merchantId: string,
    body: Json,
    shape: Pick<QueuedEvent, 'eventId' | 'eventType' | 'orderId' | 'mostDeliveries'>,
  ): void {
    for (const [clientId, merchants] of options.merchantsOf) {
      if (merchants.has(merchantId)) queues.get(clientId)?.publish({ ...shape, body, merchantId, publishedAt: now() })
    }
  }

  function emit(order: OrderRecord, eventType: EventType, metadata?: WireEvent['metadata']): WireEvent {
    const orderId = order.payload.id
    const event: WireEvent = {
      eventId: identifier(random),
      eventType,
      orderId,
      createdAt: wireTime(now(), random),
      ...(options.orderUrl === undefined ? {} : { orderURL: options.orderUrl(orderId) }),
      ...(options.sourceAppId === undefined ? {} : { sourceAppId: options.sourceAppId }),
      ...(metadata === undefined ? {} : { metadata }),
    }
    order.lastEvent = eventType
    published.push(event)
    enqueue(order.payload.merchant.id, event, { eventId: event.eventId, eventType, orderId, mostDeliveries: undefined })
    return event
  }

  function enter(order: OrderRecord, status: OrderStatus): void {
    order.status = status
    order.history.push({ at: now(), status })
    if (options.autopilot === undefined) return
    const about = { orderType: order.payload.fulfillment.orderType, courier: order.terms.courier ?? false }
    for (const move of movesAfter(status, about, options.autopilot, random)) {
      agenda.schedule(now() + move.afterMs, () => moveByItself(order, move))
    }
  }

  function moveByItself(order: OrderRecord, move: OwnMove): void {
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

  function step(order: OrderRecord, move: Move): void {
    enter(order, STEPS[move].target)
    emit(order, STEPS[move].event)
  }

  function courierReports(order: OrderRecord, event: CourierEvent): void {
    // ORDER_COLLECTED is the hand-over: the only courier event that moves the order (Open Delivery v2, event matrix).
    if (event === 'ORDER_COLLECTED' && order.status === 'READY') enter(order, 'IN_DELIVERY')
    emit(order, event)
  }

  function conclude(order: OrderRecord): boolean {
    if (order.status !== 'DELIVERED' && order.status !== 'CANCELLED') return false
    enter(order, 'CONCLUDED')
    emit(order, 'CONCLUDED')
    return true
  }

  function cancelNow(order: OrderRecord, code: string, reason: string): boolean {
    if (!isCancellable(lifecycleOf(order))) return false
    order.cancelled = true
    order.requestOpen = false
    enter(order, 'CANCELLED')
    emit(order, 'CANCELLED', { code, reason })
    return true
  }

  function decide(
    order: OrderRecord,
    answer: 'accept' | 'deny',
    request: { readonly code: string; readonly reason: string },
  ): boolean {
    if (!order.requestOpen) return false
    order.requestOpen = false
    // Handed over in the meantime: nothing is left to cancel.
    if (answer === 'deny' || !isCancellable(lifecycleOf(order))) {
      emit(order, 'CANCELLATION_REQUEST_DENIED', { code: request.code, reason: 'Pedido de cancelamento recusado' })
      return true
    }
    emit(order, 'CANCELLATION_REQUEST_ACCEPTED', request)
    return cancelNow(order, request.code, request.reason)
  }

  /** The order if this credential may see it, else why not. */
  function find(clientId: string, orderId: string): OrderRecord | Refused {
    const order = orders.get(orderId)
    if (order === undefined) return { kind: 'unknown' }
    const allowed = options.merchantsOf.get(clientId)?.has(order.payload.merchant.id) ?? false
    return allowed ? order : { kind: 'forbidden' }
  }

  return {
    /** Takes a new order and announces it with CREATED. An id that is already known is a defect of the caller. */
    place(payload: WireOrder, terms: OrderTerms = {}): OrderView {
      catchUp()
      if (orders.has(payload.id)) throw new Error(`order ${payload.id} exists already`)
      const asked = now()
      const since = asked - (terms.backdateMs ?? 0)
      const order: OrderRecord = {
        payload,
        terms,
        placedAt: since,
        status: 'CREATED',
        lastEvent: 'CREATED',
        cancelled: false,
        requestOpen: false,
        preparationRequested: payload.timing.orderTiming !== 'ONDEMAND',
        reads: 0,
        history: [],
      }
      orders.set(payload.id, order)
      const outer = due
      const moves = movesTo(terms.startsAs ?? 'CREATED', payload.fulfillment.orderType)
      due = since
      enter(order, 'CREATED')
      emit(order, 'CREATED')
      moves.forEach((move, index) => {
        due = since + ((asked - since) * (index + 1)) / (moves.length + 1)
        step(order, move)
      })
      due = outer
      if (options.confirmDeadlineMs !== undefined) {
        agenda.schedule(since + options.confirmDeadlineMs, () => {
          if (order.status === 'CREATED') cancelNow(order, 'SYSTEMIC_ISSUES', 'Loja não confirmou no prazo')
        })
      }
      return viewOf(order)
    },

    /** One of the five operations that move an order. */
    act(clientId: string, orderId: string, move: Move): ActAnswer {
      catchUp()
      const order = find(clientId, orderId)
      if ('kind' in order) return order
      const judgement = judgeMove(move, lifecycleOf(order), rules)
      if (judgement === 'conflict') {
        return {
          kind: 'conflict',
          message: `Cannot apply ${move} to a ${order.payload.fulfillment.orderType} order in ${order.status} status`,
        }
      }
      if (judgement === 'apply') step(order, move)
      return { kind: 'accepted', applied: judgement === 'apply' }
    },

    /** Our own wish to cancel; the platform answers it later, or never. */
    requestCancellation(
      clientId: string,
      orderId: string,
      request: { readonly code: string; readonly reason: string },
    ): ActAnswer {
      catchUp()
      const order = find(clientId, orderId)
      if ('kind' in order) return order
      const judgement = judgeCancellationRequest({ ...lifecycleOf(order), requestOpen: order.requestOpen })
      if (judgement === 'conflict') {
        return { kind: 'conflict', message: `Cannot cancel an order in ${order.status} status` }
      }
      if (judgement === 'apply') {
        order.requestOpen = true
        emit(order, 'CANCELLATION_REQUESTED', request)
        const { answer, delayMs } = order.terms.cancellation ?? policy
        if (answer !== 'silent') agenda.schedule(now() + delayMs, () => decide(order, answer, request))
      }
      return { kind: 'accepted', applied: judgement === 'apply' }
    },

    /** Answers at once, emits nothing, and is no precondition of `delivered`. */
    validateCode(clientId: string, orderId: string, code: string): CodeAnswer {
      catchUp()
      const order = find(clientId, orderId)
      if ('kind' in order) return order
      return { kind: order.terms.deliveryCode === code ? 'valid' : 'invalid' }
    },

    read(clientId: string, orderId: string): ReadAnswer {
      catchUp()
      const order = find(clientId, orderId)
      if ('kind' in order) return order
      order.reads += 1
      const { reads = 0, ms = 0 } = order.terms.readLag ?? {}
      if (order.reads <= reads || now() < order.placedAt + ms) return { kind: 'lagging' }
      return { kind: 'found', body: bodyOf(order, options.statusShape ?? 'string') }
    },

    /** Whether the credential may see an establishment. */
    sees: (clientId: string, merchantId: string): boolean =>
      options.merchantsOf.get(clientId)?.has(merchantId) ?? false,

    /** The events that wait for this credential, at most 1000 of them. */
    poll(
      clientId: string,
      request: {
        readonly merchantIds?: readonly string[]
        readonly eventTypes?: readonly string[]
        readonly limit?: number
      } = {},
    ): Page {
      catchUp()
      const queue = queues.get(clientId)
      if (queue === undefined) return { events: [], filteredAway: [] }
      return queue.page({
        now: now(),
        merchantIds:
          request.merchantIds === undefined
            ? (options.merchantsOf.get(clientId) ?? new Set())
            : new Set(request.merchantIds),
        eventTypes: request.eventTypes === undefined ? undefined : new Set(request.eventTypes),
        limit: Math.min(request.limit ?? EVENTS_PER_PAGE, EVENTS_PER_PAGE),
      })
    },

    /** Sorts ids without acknowledging any. */
    sortIds(clientId: string, ids: readonly string[]): AcknowledgedIds {
      return queues.get(clientId)?.sort(ids) ?? { accepted: [], repeated: [], neverDelivered: [], unknown: ids }
    },

    acknowledge(clientId: string, ids: readonly string[]): AcknowledgedIds {
      catchUp()
      const queue = queues.get(clientId)
      if (queue === undefined) return { accepted: [], repeated: [], neverDelivered: [], unknown: ids }
      const sorted = queue.sort(ids)
      queue.acknowledge(sorted.accepted)
      return sorted
    },

    /** Cancellation by the platform: final, no handshake. False when the order is past it. */
    cancel(orderId: string, code: string, reason: string): boolean {
      catchUp()
      const order = orders.get(orderId)
      return order !== undefined && cancelNow(order, code, reason)
    },

    /** Answers an open request for cancellation by hand. False when none is open. */
    decideCancellation(orderId: string, answer: 'accept' | 'deny'): boolean {
      catchUp()
      const order = orders.get(orderId)
      return (
        order !== undefined && decide(order, answer, { code: 'UNAVAILABLE_ITEM', reason: 'Cancelado a pedido da loja' })
      )
    },

    /** ONDEMAND: from now on the kitchen may start. */
    requestPreparation(orderId: string): boolean {
      catchUp()
      const order = orders.get(orderId)
      if (order === undefined) return false
      order.preparationRequested = true
      emit(order, 'PREPARATION_REQUESTED')
      return true
    },

    /** The courier's app reports; only for DELIVERY. */
    courier(orderId: string, event: CourierEvent): boolean {
      catchUp()
      const order = orders.get(orderId)
      if (order === undefined || order.payload.fulfillment.orderType !== 'DELIVERY') return false
      courierReports(order, event)
      return true
    },

    /** The platform, or another device of the house, moves the order. Same rules as `act`. */
    move(orderId: string, move: Move): boolean {
      catchUp()
      const order = orders.get(orderId)
      if (order === undefined || judgeMove(move, lifecycleOf(order), rules) !== 'apply') return false
      step(order, move)
      return true
    },

    conclude(orderId: string): boolean {
      catchUp()
      const order = orders.get(orderId)
      return order !== undefined && conclude(order)
    },

    /** Puts any body into the queues, as if the platform had gone wrong. Given up after `mostDeliveries` when it has no id. */
    publishRaw(
      body: Json,
      about: { readonly merchantId: string; readonly eventId?: string; readonly mostDeliveries?: number },
    ): void {
      catchUp()
      const mostDeliveries = about.mostDeliveries ?? (about.eventId === undefined ? 1 : undefined)
      enqueue(about.merchantId, body, {
        eventId: about.eventId,
        eventType: undefined,
        orderId: undefined,
        mostDeliveries,
      })
    },

    /** How requests for cancellation are answered from now on, where the order has no policy of its own. */
    setCancellationPolicy(next: CancellationPolicy): void {
      policy = next
    },

    /** Something that happens later on the platform's clock. */
    schedule(afterMs: number, run: () => void): void {
      agenda.schedule(now() + afterMs, run)
    },

    catchUp,
    now,
    nextDueAt: (): number | undefined => agenda.nextAt(),
    order(orderId: string): OrderView | undefined {
      catchUp()
      const order = orders.get(orderId)
      return order === undefined ? undefined : viewOf(order)
    },
    orders(): readonly OrderView[] {
      catchUp()
      return [...orders.values()].map(viewOf)
    },
    /** Every well-formed event ever published, oldest first. */
    events(): readonly WireEvent[] {
      catchUp()
      return [...published]
    },
    /** What still waits to be acknowledged by this credential. */
    pending(clientId: string): readonly QueuedEvent[] {
      catchUp()
      return queues.get(clientId)?.pending() ?? []
    },
    acknowledgedEvents(clientId: string, limit: number): readonly QueuedEvent[] {
      return queues.get(clientId)?.acknowledgedEvents(limit) ?? []
    },
  }
}

function lifecycleOf(order: OrderRecord) {
  return { status: order.status, orderType: order.payload.fulfillment.orderType, cancelled: order.cancelled }
}

/** The operations that bring a new order to `status`; none for the statuses that the platform alone decides. */
function movesTo(status: OrderStatus, orderType: string): readonly Move[] {
  const path = MOVES.filter((move) => orderType === 'DELIVERY' || move !== 'dispatch')
  const last = path.findIndex((move) => STEPS[move].target === status)
  return path.slice(0, last + 1)
}
