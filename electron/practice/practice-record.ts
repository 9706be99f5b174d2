import type { PracticeFacts, PracticeOrder } from '../../shared/contract/practice-score.ts'
import type { QueuedAction } from '../../shared/order/lifecycle.ts'
import type { Core } from '../core/core.ts'
import type { PractisedCore } from '../ipc/handlers.ts'

const COOKING: ReadonlySet<QueuedAction> = new Set(['preparing', 'ready-for-pickup'])

type RecordedOrder = { -readonly [key in keyof Omit<PracticeOrder, 'cookedAt'>]: PracticeOrder[key] } & {
  cookedAt: number[]
}

/**
 * Records the orders and the taps of a practice. Returns the core with its calls recorded, and the facts for the
 * score sheet. A refused tap counts as well.
 * @param now monotonic ms
 */
export function recordPractice(
  core: PractisedCore & Pick<Core, 'onDelta'>,
  now: () => number,
): { readonly core: PractisedCore; readonly facts: () => PracticeFacts } {
  const orders = new Map<string, RecordedOrder>()
  /** Taps on "accept" that may still be taken back, with their order. */
  const accepting = new Map<string, string>()

  const recordTouch = (orderId: string): RecordedOrder | undefined => {
    const order = orders.get(orderId)
    if (order !== undefined) order.touchedAt ??= now()
    return order
  }

  core.onDelta(({ changed }) => {
    for (const { orderId, displayId, status, alarm } of changed) {
      const order: RecordedOrder = orders.get(orderId) ?? { displayId, cookedAt: [] }
      orders.set(orderId, order)
      order.displayId = displayId
      if (alarm === 'new') order.rangAt ??= now()
      if (status === 'CANCELLED') order.stoppedAt ??= now()
    }
  })

  return {
    facts: () => ({ orders: [...orders.values()], endedAt: now() }),
    core: {
      ...core,
      act(args) {
        const order = recordTouch(args.orderId)
        const answer = core.act(args)
        if (order === undefined) return answer
        if (COOKING.has(args.action)) order.cookedAt.push(now())
        if (args.action === 'confirm' && answer.ok) {
          order.acceptedAt ??= now()
          accepting.set(answer.value.tapId, args.orderId)
        }
        return answer
      },
      undo(tapId) {
        const answer = core.undo(tapId)
        const order = orders.get(accepting.get(tapId) ?? '')
        if (answer.ok && order !== undefined) delete order.acceptedAt
        return answer
      },
      strikeLine(orderId, lineId, struck) {
        const order = recordTouch(orderId)
        if (struck) order?.cookedAt.push(now())
        return core.strikeLine(orderId, lineId, struck)
      },
      startByHand(orderId) {
        recordTouch(orderId)
        return core.startByHand(orderId)
      },
      quietAlarm(orderId, how) {
        recordTouch(orderId)
        return core.quietAlarm(orderId, how)
      },
      acknowledgeCancellation(orderId) {
        const order = recordTouch(orderId)
        const answer = core.acknowledgeCancellation(orderId)
        if (answer.ok && order !== undefined) order.stopSeenAt ??= now()
        return answer
      },
    },
  }
}
