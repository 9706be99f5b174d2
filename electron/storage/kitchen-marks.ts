import type { QuietWay } from '../../shared/ticket/alarm.ts'
import type { Facts } from './facts.ts'
import type { LedgerDatabase } from './ledger-database.ts'
import type { OrderRecord } from './ledger-tables.ts'
import type { OrderRepository, TimelineRepository } from './order-repository.ts'

/** Most recalled tickets at once; then the oldest is dropped. */
const MAX_RECALLED = 50

/** Orders of a span of time, and the finished ones that staff put back on the board. */
export function historyRepository(
  ledger: LedgerDatabase,
  facts: Pick<Facts, 'recalled'>,
  timeline: TimelineRepository,
) {
  // Open orders are a small index. A finished order that was seen in the span ended after the span began.
  const seen = ledger.orders.select<[number, number, number, number, number]>(`WHERE rowid IN (
    SELECT rowid FROM orders INDEXED BY orders_open
      WHERE ended_at IS NULL AND first_seen_at >= ? AND first_seen_at < ?
    UNION SELECT rowid FROM orders INDEXED BY orders_ended
      WHERE ended_at >= ? AND first_seen_at >= ? AND first_seen_at < ?
  ) ORDER BY first_seen_at DESC, order_id`)
  return {
    /** Orders first seen from `from` until before `until`, the newest first. */
    ordersSeen: (from: number, until: number): readonly OrderRecord[] => seen.all(from, until, from, from, until),
    /** Puts a finished order back on the board (fact `recalled`), or removes it again. */
    recallOrder: (orderId: string, isRecalled: boolean, at: number): void =>
      ledger.atomically(() => {
        const others = facts.recalled.get().filter((id) => id !== orderId)
        facts.recalled.set(isRecalled ? [...others, orderId].slice(-MAX_RECALLED) : others)
        timeline.addTimeline({ orderId, at, kind: isRecalled ? 'recalled' : 'put-away' })
      }),
  }
}

const KIND_OF: Readonly<Record<QuietWay, string>> = { opened: 'alarm-opened', silenced: 'alarm-silenced' }

/** How staff ended the alarm. The timeline is the record: its entry is never removed. */
export function alarmMarks(ledger: LedgerDatabase, timeline: TimelineRepository) {
  const lastQuiet = ledger.timeline.select<[string]>(
    "WHERE order_id = ? AND kind IN ('alarm-opened', 'alarm-silenced') ORDER BY seq DESC LIMIT 1",
  )
  const firstRead = ledger.timeline.select<[string]>("WHERE order_id = ? AND kind = 'read' ORDER BY seq LIMIT 1")
  const ofKind = ledger.timeline.select<[string, string]>('WHERE order_id = ? AND kind = ?')
  return {
    /** Staff silenced an order's alarm without a step of the order. */
    quietAlarm: (orderId: string, how: QuietWay, at: number): void =>
      timeline.addTimeline({ orderId, at, kind: KIND_OF[how] }),
    alarmQuietedAt: (orderId: string): number | undefined => lastQuiet.first(orderId.toWellFormed())?.at,
    /** The status of the first read of an order. */
    firstStatus: (orderId: string): string | undefined => firstRead.first(orderId.toWellFormed())?.detail,
    /** Entries of one kind in an order's timeline. `since`: only of this time or later. */
    countOf: (orderId: string, kind: string, since = Number.NEGATIVE_INFINITY): number =>
      ofKind.all(orderId.toWellFormed(), kind).filter(({ at }) => at >= since).length,
  }
}

/** Marks that staff make on a ticket. Only this machine has them. For an unknown order they do nothing. */
export function kitchenMarks(ledger: LedgerDatabase, orders: OrderRepository, timeline: TimelineRepository) {
  const { struckLines } = ledger
  const ofOrder = struckLines.select<[string]>('WHERE order_id = ?')
  const ofLine = struckLines.select<[string, string]>('WHERE order_id = ? AND line_id = ?')
  const restore = struckLines.remove<[string, string]>('order_id = ? AND line_id = ?')

  /** Sets the time once, with an entry in the timeline. */
  const setOnce = (
    orderId: string,
    name: 'cancellationAcknowledgedAt' | 'startedByHandAt',
    at: number,
    kind: string,
  ): void =>
    ledger.atomically(() => {
      const order = orders.row(orderId)
      if (!order || order[name] !== undefined) return
      orders.put({ ...order, [name]: at })
      timeline.addTimeline({ orderId, at, kind })
    })

  return {
    strikeLine: (orderId: string, lineId: string, struck: boolean, at: number): void =>
      ledger.atomically(() => {
        const order = orders.row(orderId)
        const line = lineId.toWellFormed()
        if (!order || (ofLine.first(order.orderId, line) !== undefined) === struck) return
        if (struck) struckLines.put({ orderId: order.orderId, lineId: line, struckAt: at })
        else restore(order.orderId, line)
        timeline.addTimeline({ orderId, at, kind: struck ? 'line-struck' : 'line-restored', detail: lineId })
      }),
    struckLines: (orderId: string): ReadonlySet<string> =>
      new Set(ofOrder.all(orderId.toWellFormed()).map((row) => row.lineId)),
    /**
     * Another reading of the order has other lines or notes. `marks`: those of struck lines that stay. Without `detail` only
     * the marks change.
     */
    recordChange: (change: {
      readonly orderId: string
      readonly marks: ReadonlySet<string>
      readonly detail?: string
      readonly at: number
    }): void =>
      ledger.atomically(() => {
        const { orderId, marks, detail, at } = change
        const order = orders.row(orderId)
        if (!order) return
        const known = new Set(ofOrder.all(order.orderId).map((row) => row.lineId))
        for (const line of known) if (!marks.has(line)) restore(order.orderId, line)
        for (const mark of marks) {
          if (!known.has(mark)) struckLines.put({ orderId: order.orderId, lineId: mark, struckAt: at })
        }
        if (detail !== undefined) timeline.addTimeline({ orderId, at, kind: 'changed', detail })
      }),
    acknowledgeCancellation: (orderId: string, at: number): void =>
      setOnce(orderId, 'cancellationAcknowledgedAt', at, 'cancellation-seen'),
    startByHand: (orderId: string, at: number): void => setOnce(orderId, 'startedByHandAt', at, 'started-by-hand'),
  }
}
