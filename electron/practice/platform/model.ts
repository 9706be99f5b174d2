import { createAgenda } from './agenda.ts'
import { createEventCalls } from './event-calls.ts'
import { type ModelOrder, type OrderBehaviour, type PlatformOrder, viewOf } from './model-order.ts'
import type { ModelOptions } from './model-surface.ts'
import { createOrderCalls } from './order-calls.ts'
import { createOrderLifecycle, movesTo } from './order-lifecycle.ts'
import { createOutsideMoves } from './outside-moves.ts'
import type { WireEvent, WireOrder } from './wire.ts'

export type RehearsalModel = ReturnType<typeof createRehearsalModel>

/**
 * An order platform in memory: orders, their lifecycle, and one event queue for each credential.
 * Synchronous and deterministic: the same calls with the same `now` and `random` give the same answers.
 * Scheduled actions run at the next call after they are due.
 */
export function createRehearsalModel(options: ModelOptions) {
  const rules = { deliveredFromReady: options.deliveredFromReady ?? false }
  const orders = new Map<string, ModelOrder>()
  const agenda = createAgenda()
  const published: WireEvent[] = []
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

  const { enqueue, ...eventCalls } = createEventCalls({ options, now, runDueActions })
  const lifecycle = createOrderLifecycle({
    ...options,
    now,
    agenda,
    publish(order, event) {
      published.push(event)
      const { eventId, eventType, orderId } = event
      enqueue(order.payload.merchant.id, event, { eventId, eventType, orderId, maxDeliveries: undefined })
    },
  })

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
      lifecycle.begin(order)
      moves.forEach((move, index) => {
        due = since + ((calledAt - since) * (index + 1)) / (moves.length + 1)
        lifecycle.step(order, move)
      })
      due = outer
      if (options.confirmDeadlineMs !== undefined) {
        agenda.schedule(since + options.confirmDeadlineMs, () => {
          if (order.status === 'CREATED')
            lifecycle.cancel(order, { code: 'SYSTEMIC_ISSUES', reason: 'Loja não confirmou no prazo' })
        })
      }
      return viewOf(order)
    },

    ...createOrderCalls({ options, orders, lifecycle, rules, agenda, now, runDueActions }),
    ...eventCalls,
    ...createOutsideMoves({ find: (orderId) => orders.get(orderId), lifecycle, rules, runDueActions }),

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
  }
}
