import { isOver } from '../../shared/order/lifecycle.ts'
import { type LedgerDatabase, sequenceOf } from './ledger-database.ts'
import type { OrderRecord, OrderRow, TimelineRecord } from './ledger-tables.ts'

export interface TimelineRepository {
  addTimeline(entry: TimelineRecord): void
  /** By `at`; entries of one instant in the order in which they were added. */
  timeline(orderId: string): readonly TimelineRecord[]
}

/**
 * What happened to each order, sorted by instants. Some entries are written late, such as the last ring of an alarm. Those
 * of one instant keep the order in which they were written.
 */
export function timelineRepository(ledger: LedgerDatabase): TimelineRepository {
  const nextSeq = sequenceOf(ledger.db, 'timeline')
  const ofOrder = ledger.timeline.select<[string]>('WHERE order_id = ? ORDER BY at, seq')
  const isKnown = ledger.db.prepare('SELECT 1 FROM orders WHERE order_id = ?').pluck()

  const addTimeline = ({ orderId, at, kind, detail }: TimelineRecord): void =>
    ledger.atomically(() => {
      // An order that was purged meanwhile has no timeline.
      if (isKnown.get(orderId.toWellFormed()) === undefined) return
      ledger.timeline.add({ seq: nextSeq(), orderId, at, kind, detail })
    })

  return {
    addTimeline,
    timeline: (orderId) => ofOrder.all(orderId.toWellFormed()).map(({ seq: _, ...entry }) => entry),
  }
}

/** An order of which only the id is known. */
export const newOrderRow = (orderId: string, at: number): OrderRow => ({
  orderId,
  firstSeenAt: at,
  status: undefined,
  statusBeforeCancellation: undefined,
  lastReadAt: undefined,
  problem: undefined,
  cancellationAcknowledgedAt: undefined,
  startedByHandAt: undefined,
  endedAt: undefined,
  readGeneration: 0,
  readWantedSince: undefined,
  readAttempts: 0,
  nextReadAt: undefined,
})

/**
 * The row after a read of `status`. An order that the platform reopens is open again. `readAt`: when the read began; absent: the platform
 * had no such order. `isEndedHere`: this kitchen alone has ended it.
 */
export function afterRead(
  row: OrderRow,
  status: string,
  at: number,
  readAt: number | undefined,
  isEndedHere: boolean,
): OrderRow {
  const isCancelled = status === 'CANCELLED'
  return {
    ...row,
    status,
    problem: undefined,
    lastReadAt: readAt ?? row.lastReadAt,
    // A cancellation that is taken back was not this one: a later one is announced again.
    cancellationAcknowledgedAt: isCancelled ? row.cancellationAcknowledgedAt : undefined,
    statusBeforeCancellation: isCancelled && row.status !== 'CANCELLED' ? row.status : row.statusBeforeCancellation,
    endedAt: isOver(status) ? (row.endedAt ?? at) : isEndedHere ? row.endedAt : undefined,
  }
}

export interface OrderRepository {
  row(orderId: string): OrderRow | undefined
  put(row: OrderRow): void
  /** The order's row; for an unknown order or a damaged row a new one that is not written yet. */
  rowOrNew(orderId: string, at: number): OrderRow
  openRows(): readonly OrderRow[]
  /** Orders of the board: open, or ended at `endedSince` or later, or cancelled and not acknowledged. */
  boardOrders(endedSince: number): readonly OrderRecord[]
}

export function orderRepository(ledger: LedgerDatabase): OrderRepository {
  const { orders } = ledger
  const byId = orders.select<[string]>('WHERE order_id = ?')
  const open = orders.select('WHERE ended_at IS NULL ORDER BY first_seen_at, order_id')
  // Three small indexes instead of a scan over a week of orders.
  const onBoard = orders.select<[number]>(`WHERE rowid IN (
    SELECT rowid FROM orders INDEXED BY orders_open WHERE ended_at IS NULL
    UNION SELECT rowid FROM orders INDEXED BY orders_ended WHERE ended_at >= ?
    UNION SELECT rowid FROM orders INDEXED BY orders_cancelled_unseen
      WHERE status = 'CANCELLED' AND cancellation_acknowledged_at IS NULL
  ) ORDER BY first_seen_at, order_id`)

  const row = (orderId: string): OrderRow | undefined => byId.first(orderId.toWellFormed())
  return {
    row,
    put: orders.put,
    rowOrNew: (orderId, at) => row(orderId) ?? newOrderRow(orderId, at),
    openRows: () => open.all(),
    boardOrders: (endedSince) => onBoard.all(endedSince),
  }
}
