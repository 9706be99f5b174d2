import { judgeMove } from './lifecycle.ts'
import type { ModelOrder } from './model-order.ts'
import { type createOrderLife, lifecycleOf } from './order-life.ts'
import type { CourierEvent, Move } from './vocabulary.ts'

/** What happens to an order without a call of the client: the platform, the courier, the customer, another device. */
export function createOutsideMoves(model: {
  readonly find: (orderId: string) => ModelOrder | undefined
  readonly life: ReturnType<typeof createOrderLife>
  readonly rules: { readonly deliveredFromReady: boolean }
  /** Does first what is due at this moment. */
  readonly catchUp: () => void
}) {
  const { find, life, rules, catchUp } = model
  return {
    /** Cancellation by the platform: final, no handshake. False when the order is past it. */
    cancel(orderId: string, code: string, reason: string): boolean {
      catchUp()
      const order = find(orderId)
      return order !== undefined && life.cancel(order, { code, reason })
    },

    /** Answers an open cancellation request. False when none is open. */
    decideCancellation(orderId: string, answer: 'accept' | 'deny'): boolean {
      catchUp()
      const order = find(orderId)
      return order !== undefined && life.decide(order, answer)
    },

    /** ONDEMAND: from now on the kitchen may start. */
    requestPreparation(orderId: string): boolean {
      catchUp()
      const order = find(orderId)
      if (order === undefined) return false
      order.preparationRequested = true
      life.emit(order, 'PREPARATION_REQUESTED')
      return true
    },

    /** The courier's app reports; only for DELIVERY. */
    courier(orderId: string, event: CourierEvent): boolean {
      catchUp()
      const order = find(orderId)
      if (order === undefined || order.payload.fulfillment.orderType !== 'DELIVERY') return false
      life.courierReports(order, event)
      return true
    },

    /** The platform, or another device of the shop, moves the order. Same rules as `act`. */
    move(orderId: string, move: Move): boolean {
      catchUp()
      const order = find(orderId)
      if (order === undefined || judgeMove(move, lifecycleOf(order), rules) !== 'apply') return false
      life.step(order, move)
      return true
    },

    conclude(orderId: string): boolean {
      catchUp()
      const order = find(orderId)
      return order !== undefined && life.conclude(order)
    },
  }
}
