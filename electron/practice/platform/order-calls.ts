import type { createAgenda } from './agenda.ts'
import { type CancellationPolicy, type ModelOrder, wireBodyOf } from './model-order.ts'
import type { ModelActAnswer, ModelCodeAnswer, ModelOptions, ModelReadAnswer, ModelRefusal } from './model-surface.ts'
import { type CancellationReason, type createOrderLifecycle, lifecycleOf } from './order-lifecycle.ts'
import { judgeCancellationRequest, judgeMove } from './order-moves.ts'
import type { Move } from './vocabulary.ts'

const ACCEPT_AT_ONCE: CancellationPolicy = { answer: 'accept', delayMs: 0 }

/** The calls of a client about one order. A credential reaches the orders of its merchants only. */
export function createOrderCalls(model: {
  readonly options: Pick<ModelOptions, 'merchantsOf' | 'cancellation' | 'statusShape'>
  readonly orders: ReadonlyMap<string, ModelOrder>
  readonly lifecycle: ReturnType<typeof createOrderLifecycle>
  readonly rules: { readonly deliveredFromReady: boolean }
  readonly agenda: Pick<ReturnType<typeof createAgenda>, 'schedule'>
  readonly now: () => number
  /** Runs the scheduled actions that are due. */
  readonly runDueActions: () => void
}) {
  const { options, orders, lifecycle, rules, agenda, now, runDueActions } = model
  let cancellationPolicy = options.cancellation ?? ACCEPT_AT_ONCE

  const maySee = (clientId: string, merchantId: string): boolean =>
    options.merchantsOf.get(clientId)?.has(merchantId) ?? false

  /** The order, or the reason why this credential does not get it. */
  function find(clientId: string, orderId: string): ModelOrder | ModelRefusal {
    const order = orders.get(orderId)
    if (order === undefined) return { kind: 'unknown' }
    return maySee(clientId, order.payload.merchant.id) ? order : { kind: 'forbidden' }
  }

  return {
    /** One of the five operations that change an order's status. */
    act(clientId: string, orderId: string, move: Move): ModelActAnswer {
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
      if (judgement === 'apply') lifecycle.step(order, move)
      return { kind: 'accepted', applied: judgement === 'apply' }
    },

    /** A cancellation request of the shop. The platform answers it later, or not at all. */
    requestCancellation(clientId: string, orderId: string, request: CancellationReason): ModelActAnswer {
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
        lifecycle.requestCancellation(order, request)
        const { answer, delayMs } = order.terms.cancellation ?? cancellationPolicy
        if (answer !== 'silent') {
          agenda.schedule(now() + delayMs, () => {
            if (order.openRequest === request) lifecycle.decide(order, answer)
          })
        }
      }
      return { kind: 'accepted', applied: judgement === 'apply' }
    },

    /** Publishes no event. `delivered` does not require it. */
    validateCode(clientId: string, orderId: string, code: string): ModelCodeAnswer {
      runDueActions()
      const order = find(clientId, orderId)
      if ('kind' in order) return order
      return { kind: order.terms.deliveryCode === code ? 'valid' : 'invalid' }
    },

    read(clientId: string, orderId: string): ModelReadAnswer {
      runDueActions()
      const order = find(clientId, orderId)
      if ('kind' in order) return order
      order.reads += 1
      const { reads = 0, ms = 0 } = order.terms.readLag ?? {}
      if (order.reads <= reads || now() < order.placedAt + ms) return { kind: 'lagging' }
      return { kind: 'found', body: wireBodyOf(order, options.statusShape ?? 'string') }
    },

    /** Whether the credential may see the merchant. */
    maySee,

    /** Sets the answer to later cancellation requests for orders without their own cancellationPolicy. */
    setCancellationPolicy(next: CancellationPolicy): void {
      cancellationPolicy = next
    },
  }
}
