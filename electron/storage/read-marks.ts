import type { LedgerDatabase } from './ledger-database.ts'
import type { OrderRow } from './ledger-tables.ts'
import type { OrderRepository } from './order-repository.ts'
import type { Ledger, OrderToRead } from './ports.ts'

export type ReadMarks = Pick<
  Ledger,
  | 'firstReads'
  | 'repeatedReads'
  | 'isReadPending'
  | 'nextReadAt'
  | 'markToRead'
  | 'makeReadsDue'
  | 'markOpenOrdersToRead'
> & {
  /** The marks' part of `correctTimes`. */
  shiftReads(byMs: number): void
}

/**
 * Queues a read at once, also when a failed one waits. `read_wanted_since` stays, except for an unreadable order: its
 * patience begins again.
 */
export const queueRead = (row: OrderRow, at: number): OrderRow => ({
  ...row,
  read_generation: row.read_generation + 1,
  read_wanted_since: (row.problem === null ? row.read_wanted_since : null) ?? at,
  read_attempts: 0,
  next_read_at: Math.min(row.next_read_at ?? at, at),
})

/** The generation stays: a read that is under way must not end a read that was queued later. */
export const clearQueuedRead = (row: OrderRow): OrderRow => ({
  ...row,
  read_wanted_since: null,
  read_attempts: 0,
  next_read_at: null,
})

/** Counts the failed attempt and sets the time of the next one. */
export const postponeRead = (row: OrderRow, nextReadAt: number): OrderRow => ({
  ...row,
  read_attempts: row.read_attempts + 1,
  next_read_at: nextReadAt,
})

const toMark = (row: OrderRow): readonly OrderToRead[] =>
  row.read_wanted_since === null || row.next_read_at === null
    ? []
    : [
        {
          orderId: row.order_id,
          generation: row.read_generation,
          wantedSince: row.read_wanted_since,
          attempts: row.read_attempts,
          nextReadAt: row.next_read_at,
        },
      ]

/** The queue of orders to read from the platform, stored in the rows of the orders, so that a crash loses none. */
export function readMarks(ledger: LedgerDatabase, orders: OrderRepository): ReadMarks {
  // One query for each kind: each uses its own index (migration 030), without sorting and without unneeded rows.
  const isFirst = 'WHERE read_wanted_since IS NOT NULL AND read_attempts = 0'
  const isRepeated = 'WHERE read_wanted_since IS NOT NULL AND read_attempts > 0'
  const firstReads = {
    longest: ledger.orders.select<[number, number]>(
      `${isFirst} AND next_read_at <= ? ORDER BY next_read_at, rowid LIMIT ?`,
    ),
    latest: ledger.orders.select<[number, number]>(
      `${isFirst} AND next_read_at <= ? ORDER BY next_read_at DESC, rowid DESC LIMIT ?`,
    ),
  }
  const repeatedReads = ledger.orders.select<[number, number]>(
    `${isRepeated} AND next_read_at <= ? ORDER BY next_read_at, rowid LIMIT ?`,
  )
  const ofEachKind = [isFirst, isRepeated]
  const waiting = ofEachKind.map((kind) => ledger.orders.select<[number]>(`${kind} AND next_read_at > ?`))
  const earliest = ofEachKind.map((kind) => ledger.orders.select(`${kind} ORDER BY next_read_at LIMIT 1`))
  const wanted = ofEachKind.map((kind) => ledger.orders.select(kind))
  return {
    firstReads: (now, limit, from) => firstReads[from].all(now, limit).flatMap(toMark),
    repeatedReads: (now, limit) => repeatedReads.all(now, limit).flatMap(toMark),
    isReadPending: (orderId) => (orders.row(orderId)?.read_wanted_since ?? null) !== null,
    nextReadAt: () => {
      const times = earliest.flatMap((query) => query.first()?.next_read_at ?? [])
      return times.length === 0 ? undefined : Math.min(...times)
    },
    markToRead: (orderIds, at) =>
      ledger.atomically(() => {
        for (const orderId of orderIds) orders.put(queueRead(orders.rowOrNew(orderId, at), at))
      }),
    makeReadsDue: (at, which) =>
      ledger.atomically(() => {
        const later = waiting.flatMap((query) => query.all(at))
        const due = which === 'all' ? later : later.filter(({ problem }) => problem === null)
        for (const row of due) {
          // A read that is wanted since a time in the future, left by a clock that was set back, would never be overdue.
          orders.put({ ...row, next_read_at: at, read_wanted_since: Math.min(row.read_wanted_since ?? at, at) })
        }
      }),
    shiftReads: (byMs) => {
      const moved = (at: number | null): number | null => (at === null ? null : at + byMs)
      for (const row of wanted.flatMap((query) => query.all())) {
        orders.put({ ...row, read_wanted_since: moved(row.read_wanted_since), next_read_at: moved(row.next_read_at) })
      }
    },
    markOpenOrdersToRead: (at) =>
      ledger.atomically(() => {
        for (const row of orders.openRows()) orders.put(queueRead(row, at))
      }),
  }
}
