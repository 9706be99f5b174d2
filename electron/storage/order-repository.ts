import { isOver } from '../../shared/order/lifecycle.ts'
import { type LedgerDatabase, sequenceOf } from './ledger-database.ts'
import type { OrderRow } from './ledger-tables.ts'
import type { Ledger, OrderRecord, TimelineRecord } from './ports.ts'

export type TimelineRepository = Pick<Ledger, 'addTimeline' | 'timeline'>

/**
 * What happened to each order, sorted by the instants of the entries. Some are written late, such as the last ring of
 * an alarm, which is only known once a tap has ended the alarm. Entries of one instant keep the order in which they
 * were written.
 */
export function timelineRepository(ledger: LedgerDatabase): TimelineRepository {
  const nextSeq = sequenceOf(ledger.db, 'timeline')
  const ofOrder = ledger.timeline.select<[string]>('WHERE order_id = ? ORDER BY at, seq')
  const isKnown = ledger.db.prepare('SELECT 1 FROM orders WHERE order_id = ?').pluck()

  const addTimeline = ({ orderId, at, kind, detail }: TimelineRecord): void =>
    ledger.atomically(() => {
      // An order that was purged meanwhile has no timeline.
      if (isKnown.get(orderId.toWellFormed()) === undefined) return
      ledger.timeline.add({ seq: nextSeq(), order_id: orderId, at, kind, detail: detail ?? null })
    })

  return {
    addTimeline,
    timeline: (orderId) =>
      ofOrder.all(orderId.toWellFormed()).map((row) => ({
        orderId,
        at: row.at,
        kind: row.kind,
        detail: row.detail ?? undefined,
      })),
  }
}

export type OrderRepository = Pick<Ledger, 'order' | 'boardOrders'> & {
  row(orderId: string): OrderRow | undefined
  /** The order's row; for an unknown order or a damaged row a new one that is not written yet. */
  rowOrNew(orderId: string, at: number): OrderRow
  /** The order's row; for an unknown order or a damaged row a new one, which is written. */
  rowOrInserted(orderId: string, at: number): OrderRow
  put(row: OrderRow): void
  openRows(): readonly OrderRow[]
}

/** An order's row in the form that other modules use. */
export const toRecord = (row: OrderRow): OrderRecord => ({
  orderId: row.order_id,
  firstSeenAt: row.first_seen_at,
  status: row.status ?? undefined,
  statusBeforeCancellation: row.status_before_cancellation ?? undefined,
  lastReadAt: row.last_read_at ?? undefined,
  problem: row.problem ?? undefined,
  cancellationAcknowledgedAt: row.cancellation_acknowledged_at ?? undefined,
  startedByHandAt: row.started_by_hand_at ?? undefined,
  endedAt: row.ended_at ?? undefined,
})

/** An order of which only the id is known. */
export const newOrderRow = (orderId: string, at: number): OrderRow => ({
  order_id: orderId,
  first_seen_at: at,
  status: null,
  status_before_cancellation: null,
  last_read_at: null,
  problem: null,
  cancellation_acknowledged_at: null,
  started_by_hand_at: null,
  ended_at: null,
  read_generation: 0,
  read_wanted_since: null,
  read_attempts: 0,
  next_read_at: null,
})

/** The row after a read of `status`. An order that the platform reopens is open again. */
export function afterRead(row: OrderRow, status: string, at: number): OrderRow {
  const isCancelled = status === 'CANCELLED'
  return {
    ...row,
    status,
    problem: null,
    last_read_at: at,
    // A cancellation that is taken back was not this one: a later one is announced again.
    cancellation_acknowledged_at: isCancelled ? row.cancellation_acknowledged_at : null,
    status_before_cancellation: isCancelled && row.status !== 'CANCELLED' ? row.status : row.status_before_cancellation,
    ended_at: isOver(status) ? (row.ended_at ?? at) : null,
  }
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
    rowOrInserted: (orderId, at) => {
      const known = row(orderId)
      if (known) return known
      const fresh = newOrderRow(orderId, at)
      orders.put(fresh)
      return fresh
    },
    order: (orderId) => {
      const found = row(orderId)
      return found && toRecord(found)
    },
    boardOrders: (endedSince) => onBoard.all(endedSince).map(toRecord),
  }
}
