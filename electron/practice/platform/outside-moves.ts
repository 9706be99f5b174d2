import type { ModelOrder } from './model-order.ts'
import { type createOrderLifecycle, lifecycleOf } from './order-lifecycle.ts'
import { judgeMove } from './order-moves.ts'
import type { CourierEvent, Move } from './vocabulary.ts'

/** Changes of an order that are not calls of the client: by the platform, the courier, or another device of the shop. */
export function createOutsideMoves(model: {
  readonly find: (orderId: string) => ModelOrder | undefined
  readonly lifecycle: ReturnType<typeof createOrderLifecycle>
  readonly rules: { readonly deliveredFromReady: boolean }
  /** Runs the scheduled actions that are due. */
  readonly runDueActions: () => void
}) {
  const { find, lifecycle, rules, runDueActions } = model
  return {
    /** Cancellation by the platform, without a request. False when the order cannot be cancelled any more. */
    cancel(orderId: string, code: string, reason: string): boolean {
      runDueActions()
      const order = find(orderId)
      return order !== undefined && lifecycle.cancel(order, { code, reason })
    },

    /** Answers an open cancellation request. False when none is open. */
    decideCancellation(orderId: string, answer: 'accept' | 'deny'): boolean {
      runDueActions()
      const order = find(orderId)
      return order !== undefined && lifecycle.decide(order, answer)
    },

    /** ONDEMAND: allows the kitchen to start. False when there is no such order. */
    requestPreparation(orderId: string): boolean {
      runDueActions()
      const order = find(orderId)
      if (order === undefined) return false
      order.preparationRequested = true
      lifecycle.emit(order, 'PREPARATION_REQUESTED')
      return true
    },

    /** An event from the courier's app. False for an order that is not DELIVERY. */
    courier(orderId: string, event: CourierEvent): boolean {
      runDueActions()
      const order = find(orderId)
      if (order === undefined || order.payload.fulfillment.orderType !== 'DELIVERY') return false
      lifecycle.courierReports(order, event)
      return true
    },

    /** A change of status by the platform or another device of the shop, with the rules of `act`. */
    move(orderId: string, move: Move): boolean {
      runDueActions()
      const order = find(orderId)
      if (order === undefined || judgeMove(move, lifecycleOf(order), rules) !== 'apply') return false
      lifecycle.step(order, move)
      return true
    },

    conclude(orderId: string): boolean {
      runDueActions()
      const order = find(orderId)
      return order !== undefined && lifecycle.conclude(order)
    },
  }
}
