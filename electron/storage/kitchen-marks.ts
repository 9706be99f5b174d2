import type { LedgerDatabase } from './ledger-database.ts'
import type { OrderRepository } from './order-repository.ts'
import type { Ledger } from './ports.ts'
import type { TimelineRepository } from './timeline-repository.ts'

export type KitchenMarks = Pick<
  Ledger,
  'strikeLine' | 'struckLines' | 'recordChange' | 'acknowledgeCancellation' | 'startByHand'
>

/** Marks that staff make on a ticket. Only this machine has them. For an unknown order they do nothing. */
export function kitchenMarks(
  ledger: LedgerDatabase,
  orders: OrderRepository,
  timeline: TimelineRepository,
): KitchenMarks {
  const { struckLines } = ledger
  const ofOrder = struckLines.select<[string]>('WHERE order_id = ?')
  const ofLine = struckLines.select<[string, string]>('WHERE order_id = ? AND line_id = ?')
  const restore = struckLines.remove<[string, string]>('order_id = ? AND line_id = ?')

  return {
    strikeLine: (orderId, lineId, struck, at) =>
      ledger.atomically(() => {
        const order = orders.row(orderId)
        const line = lineId.toWellFormed()
        if (!order || (ofLine.first(order.order_id, line) !== undefined) === struck) return
        if (struck) struckLines.put({ order_id: order.order_id, line_id: line, struck_at: at })
        else restore(order.order_id, line)
        timeline.addTimeline({ orderId, at, kind: struck ? 'line-struck' : 'line-restored', detail: lineId })
      }),
    struckLines: (orderId) => new Set(ofOrder.all(orderId.toWellFormed()).map((row) => row.line_id)),
    recordChange: ({ orderId, marks, detail, at }) =>
      ledger.atomically(() => {
        const order = orders.row(orderId)
        if (!order) return
        const rows = ofOrder.all(order.order_id)
        for (const { line_id } of rows) if (!marks.has(line_id)) restore(order.order_id, line_id)
        for (const mark of marks) {
          if (rows.every(({ line_id }) => line_id !== mark)) {
            struckLines.put({ order_id: order.order_id, line_id: mark, struck_at: at })
          }
        }
        timeline.addTimeline({ orderId, at, kind: 'changed', detail })
      }),
    acknowledgeCancellation: (orderId, at) =>
      ledger.atomically(() => {
        const order = orders.row(orderId)
        if (!order || order.cancellation_acknowledged_at !== null) return
        orders.put({ ...order, cancellation_acknowledged_at: at })
        timeline.addTimeline({ orderId, at, kind: 'cancellation-seen' })
      }),
    startByHand: (orderId, at) =>
      ledger.atomically(() => {
        const order = orders.row(orderId)
        if (!order || order.started_by_hand_at !== null) return
        orders.put({ ...order, started_by_hand_at: at })
        timeline.addTimeline({ orderId, at, kind: 'started-by-hand' })
      }),
  }
}
