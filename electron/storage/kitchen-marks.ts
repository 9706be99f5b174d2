import type { QuietWay } from '../../shared/ticket/alarm.ts'
import type { Facts } from './facts.ts'
import type { LedgerDatabase } from './ledger-database.ts'
import { type OrderRepository, type TimelineRepository, toRecord } from './order-repository.ts'
import type { Ledger } from './ports.ts'

/** Most recalled tickets at once; then the oldest is dropped. */
const MAX_RECALLED = 50

/** Orders of a span of time, and the finished ones that staff put back on the board. */
export function historyRepository(
  ledger: LedgerDatabase,
  facts: Pick<Facts, 'recalled'>,
  timeline: TimelineRepository,
): Pick<Ledger, 'ordersSeen' | 'recallOrder'> {
  // Open orders are a small index. A finished order that was seen in the span ended after the span began.
  const seen = ledger.orders.select<[number, number, number, number, number]>(`WHERE rowid IN (
    SELECT rowid FROM orders INDEXED BY orders_open
      WHERE ended_at IS NULL AND first_seen_at >= ? AND first_seen_at < ?
    UNION SELECT rowid FROM orders INDEXED BY orders_ended
      WHERE ended_at >= ? AND first_seen_at >= ? AND first_seen_at < ?
  ) ORDER BY first_seen_at DESC, order_id`)
  return {
    ordersSeen: (from, until) => seen.all(from, until, from, from, until).map(toRecord),
    recallOrder: (orderId, isRecalled, at) =>
      ledger.atomically(() => {
        const others = facts.recalled.get().filter((id) => id !== orderId)
        facts.recalled.set(isRecalled ? [...others, orderId].slice(-MAX_RECALLED) : others)
        timeline.addTimeline({ orderId, at, kind: isRecalled ? 'recalled' : 'put-away' })
      }),
  }
}

const KIND_OF: Readonly<Record<QuietWay, string>> = { opened: 'alarm-opened', silenced: 'alarm-silenced' }

/** How staff ended the alarm. The timeline is the record: its entry is never removed. */
export function alarmMarks(
  ledger: LedgerDatabase,
  timeline: TimelineRepository,
): Pick<Ledger, 'quietAlarm' | 'alarmQuietedAt' | 'firstStatus' | 'countOf'> {
  const lastQuiet = ledger.timeline.select<[string]>(
    "WHERE order_id = ? AND kind IN ('alarm-opened', 'alarm-silenced') ORDER BY seq DESC LIMIT 1",
  )
  const firstRead = ledger.timeline.select<[string]>("WHERE order_id = ? AND kind = 'read' ORDER BY seq LIMIT 1")
  const ofKind = ledger.timeline.select<[string, string]>('WHERE order_id = ? AND kind = ?')
  return {
    quietAlarm: (orderId, how, at) => timeline.addTimeline({ orderId, at, kind: KIND_OF[how] }),
    alarmQuietedAt: (orderId) => lastQuiet.first(orderId.toWellFormed())?.at,
    firstStatus: (orderId) => firstRead.first(orderId.toWellFormed())?.detail ?? undefined,
    countOf: (orderId, kind, since = Number.NEGATIVE_INFINITY) =>
      ofKind.all(orderId.toWellFormed(), kind).filter(({ at }) => at >= since).length,
  }
}

/** Marks that staff make on a ticket. Only this machine has them. For an unknown order they do nothing. */
export function kitchenMarks(
  ledger: LedgerDatabase,
  orders: OrderRepository,
  timeline: TimelineRepository,
): Pick<Ledger, 'strikeLine' | 'struckLines' | 'recordChange' | 'acknowledgeCancellation' | 'startByHand'> {
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
        if (detail !== undefined) timeline.addTimeline({ orderId, at, kind: 'changed', detail })
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
