import { createAgenda } from './agenda.ts'
import { type AcknowledgedIds, createEventQueue, type EventQueue, type QueuedEvent } from './event-queue.ts'
import { judgeCancellationRequest, judgeMove } from './lifecycle.ts'
import {
  bodyOf,
  type CancellationPolicy,
  type ModelOrder,
  type OrderBehaviour,
  type PlatformOrder,
  viewOf,
} from './model-order.ts'
import type {
  ActAnswer,
  CodeAnswer,
  EventPage,
  ModelOptions,
  PollRequest,
  ReadAnswer,
  Refused,
} from './model-surface.ts'
import { type CancellationReason, createOrderLife, lifecycleOf, movesTo } from './order-life.ts'
import { createOutsideMoves } from './outside-moves.ts'
import { EVENTS_PER_PAGE, type Move } from './vocabulary.ts'
import { isObject, type Json, type WireEvent, type WireOrder } from './wire.ts'

export type RehearsalModel = ReturnType<typeof createRehearsalModel>

const ACCEPT_AT_ONCE: CancellationPolicy = { answer: 'accept', delayMs: 0 }

/**
 * An order platform in memory: orders, their lifecycle, and one event queue for each credential.
 * Synchronous and deterministic: the same calls with the same `now` and `random` give the same answers.
 * Scheduled actions run at the next call after they are due.
 */
export function createRehearsalModel(options: ModelOptions) {
  const rules = { deliveredFromReady: options.deliveredFromReady ?? false }
  const orders = new Map<string, ModelOrder>()
  const agenda = createAgenda()
  const queues = new Map<string, EventQueue>(
    [...options.merchantsOf.keys()].map((clientId) => [clientId, createEventQueue(options.redeliverAfterMs ?? 0)]),
  )
  const published: WireEvent[] = []
  let cancellationPolicy = options.cancellation ?? ACCEPT_AT_ONCE
  let due: number | undefined

  const now = () => due ?? options.now()

  /** Runs the due actions, each with its own time as `now`: the result does not depend on the time of this call. */
  function runDueActions(): void {
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
    shape: Pick<QueuedEvent, 'eventId' | 'eventType' | 'orderId' | 'maxDeliveries'>,
  ): void {
    for (const [clientId, merchants] of options.merchantsOf) {
      if (merchants.has(merchantId)) queues.get(clientId)?.publish({ ...shape, body, merchantId, publishedAt: now() })
    }
  }

  const life = createOrderLife({
    ...options,
    now,
    agenda,
    publish(order, event) {
      published.push(event)
      const { eventId, eventType, orderId } = event
      enqueue(order.payload.merchant.id, event, { eventId, eventType, orderId, maxDeliveries: undefined })
    },
  })

  /** The order, or the reason why this credential does not get it. */
  function find(clientId: string, orderId: string): ModelOrder | Refused {
    const order = orders.get(orderId)
    if (order === undefined) return { kind: 'unknown' }
    const allowed = options.merchantsOf.get(clientId)?.has(order.payload.merchant.id) ?? false
    return allowed ? order : { kind: 'forbidden' }
  }

  return {
    /** Adds a new order and publishes CREATED. Throws when an order has this id. */
    place(payload: WireOrder, terms: OrderBehaviour = {}): PlatformOrder {
      runDueActions()
      if (orders.has(payload.id)) throw new Error(`order ${payload.id} already exists`)
      const calledAt = now()
      const since = calledAt - (terms.backdateMs ?? 0)
      const order: ModelOrder = {
        payload,
        terms,
        placedAt: since,
        status: 'CREATED',
        lastEvent: 'CREATED',
        cancelled: false,
        openRequest: undefined,
        preparationRequested: payload.timing.orderTiming !== 'ONDEMAND',
        reads: 0,
        history: [],
      }
      orders.set(payload.id, order)
      const outer = due
      const moves = movesTo(terms.startsAs ?? 'CREATED', payload.fulfillment.orderType)
      due = since
      life.begin(order)
      moves.forEach((move, index) => {
        due = since + ((calledAt - since) * (index + 1)) / (moves.length + 1)
        life.step(order, move)
      })
      due = outer
      if (options.confirmDeadlineMs !== undefined) {
        agenda.schedule(since + options.confirmDeadlineMs, () => {
          if (order.status === 'CREATED')
            life.cancel(order, { code: 'SYSTEMIC_ISSUES', reason: 'Loja não confirmou no prazo' })
        })
      }
      return viewOf(order)
    },

    /** One of the five operations that change an order's status. */
    act(clientId: string, orderId: string, move: Move): ActAnswer {
      runDueActions()
      const order = find(clientId, orderId)
      if ('kind' in order) return order
      const judgement = judgeMove(move, lifecycleOf(order), rules)
      if (judgement === 'conflict') {
        return {
          kind: 'conflict',
          message: `Cannot apply ${move} to a ${order.payload.fulfillment.orderType} order in ${order.status} status`,
        }
      }
      if (judgement === 'apply') life.step(order, move)
      return { kind: 'accepted', applied: judgement === 'apply' }
    },

    /** A cancellation request of the shop. The platform answers it later, or not at all. */
    requestCancellation(clientId: string, orderId: string, request: CancellationReason): ActAnswer {
      runDueActions()
      const order = find(clientId, orderId)
      if ('kind' in order) return order
      const judgement = judgeCancellationRequest({
        ...lifecycleOf(order),
        isRequestOpen: order.openRequest !== undefined,
      })
      if (judgement === 'conflict') {
        return { kind: 'conflict', message: `Cannot cancel an order in ${order.status} status` }
      }
      if (judgement === 'apply') {
        life.requestCancellation(order, request)
        const { answer, delayMs } = order.terms.cancellation ?? cancellationPolicy
        if (answer !== 'silent') {
          agenda.schedule(now() + delayMs, () => {
            if (order.openRequest === request) life.decide(order, answer)
          })
        }
      }
      return { kind: 'accepted', applied: judgement === 'apply' }
    },

    /** Publishes no event. `delivered` does not require it. */
    validateCode(clientId: string, orderId: string, code: string): CodeAnswer {
      runDueActions()
      const order = find(clientId, orderId)
      if ('kind' in order) return order
      return { kind: order.terms.deliveryCode === code ? 'valid' : 'invalid' }
    },

    read(clientId: string, orderId: string): ReadAnswer {
      runDueActions()
      const order = find(clientId, orderId)
      if ('kind' in order) return order
      order.reads += 1
      const { reads = 0, ms = 0 } = order.terms.readLag ?? {}
      if (order.reads <= reads || now() < order.placedAt + ms) return { kind: 'lagging' }
      return { kind: 'found', body: bodyOf(order, options.statusShape ?? 'string') }
    },

    /** Whether the credential may see the merchant. */
    maySee: (clientId: string, merchantId: string): boolean =>
      options.merchantsOf.get(clientId)?.has(merchantId) ?? false,

    /** Unacknowledged events of this credential, at most 1000. */
    poll(clientId: string, request: PollRequest = {}): EventPage {
      runDueActions()
      const queue = queues.get(clientId)
      if (queue === undefined) return { events: [], filteredOut: [] }
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

    /** Sorts ids by what an acknowledgment of them means. Acknowledges none. */
    sortIds(clientId: string, ids: readonly string[]): AcknowledgedIds {
      return queues.get(clientId)?.sort(ids) ?? { accepted: [], repeated: [], neverDelivered: [], unknown: ids }
    },

    acknowledge(clientId: string, ids: readonly string[]): AcknowledgedIds {
      runDueActions()
      const queue = queues.get(clientId)
      if (queue === undefined) return { accepted: [], repeated: [], neverDelivered: [], unknown: ids }
      const sorted = queue.sort(ids)
      queue.acknowledge(sorted.accepted)
      return sorted
    },

    ...createOutsideMoves({ find: (orderId) => orders.get(orderId), life, rules, runDueActions }),

    /**
     * Publishes any body, for example a malformed one. An event without an id can never be acknowledged: the platform
     * drops it after `maxDeliveries`, by default one.
     */
    publishRaw(body: Json, about: { readonly merchantId: string; readonly maxDeliveries?: number }): void {
      runDueActions()
      const field = (name: string): string | undefined => {
        const value = isObject(body) ? body[name] : undefined
        return typeof value === 'string' && value !== '' ? value : undefined
      }
      const eventId = field('eventId')
      const maxDeliveries = about.maxDeliveries ?? (eventId === undefined ? 1 : undefined)
      const shape = { eventId, eventType: field('eventType'), orderId: field('orderId'), maxDeliveries }
      enqueue(about.merchantId, body, shape)
    },

    /** Sets the answer to later cancellation requests for orders without their own cancellationPolicy. */
    setCancellationPolicy(next: CancellationPolicy): void {
      cancellationPolicy = next
    },

    /** Runs an action later, on the platform's clock. */
    schedule(afterMs: number, run: () => void): void {
      agenda.schedule(now() + afterMs, run)
    },

    runDueActions,
    now,
    nextDueAt: (): number | undefined => agenda.nextAt(),
    order(orderId: string): PlatformOrder | undefined {
      runDueActions()
      const order = orders.get(orderId)
      return order === undefined ? undefined : viewOf(order)
    },
    orders(): readonly PlatformOrder[] {
      runDueActions()
      return [...orders.values()].map(viewOf)
    },
    /** Every well-formed event that was published, oldest first. */
    events(): readonly WireEvent[] {
      runDueActions()
      return [...published]
    },
    /** The unacknowledged events of this credential. */
    pending(clientId: string): readonly QueuedEvent[] {
      runDueActions()
      return queues.get(clientId)?.pending() ?? []
    },
    /** The id of the order that an event names. Also finds malformed events. */
    orderOfEvent(eventId: string): string | undefined {
      for (const queue of queues.values()) {
        const event = queue.find(eventId)
        if (event !== undefined) return event.orderId
      }
      return undefined
    },
    acknowledgedEvents(clientId: string, limit: number): readonly QueuedEvent[] {
      return queues.get(clientId)?.acknowledgedEvents(limit) ?? []
    },
  }
}
