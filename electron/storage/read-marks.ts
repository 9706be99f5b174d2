import { isDeepStrictEqual } from 'node:util'
import type { LedgerDatabase } from './ledger-database.ts'
import type { OrderRow } from './ledger-tables.ts'
import { afterRead, type OrderRepository, type TimelineRepository } from './order-repository.ts'
import type { Ledger, OrderToRead, TapChange } from './ports.ts'

/** The row without the fields about reading itself: when the order was read, and whether a read is queued. */
const withoutReadFields = (row: OrderRow): OrderRow => ({
  ...clearQueuedRead(row),
  last_read_at: null,
  read_generation: 0,
})

/** Whether a read changed something that the screen shows or a tap waits for. */
const hasNews = (before: OrderRow, after: OrderRow): boolean =>
  !isDeepStrictEqual(withoutReadFields(before), withoutReadFields(after))

/** Stores a finished read in one transaction: the order, its queued read, the taps that it settles and the timeline. */
export function orderReads(
  ledger: LedgerDatabase,
  orders: OrderRepository,
  changeTaps: Ledger['changeTaps'],
  timeline: TimelineRepository,
  decidingEvents: Ledger['decidingEvents'],
): Pick<Ledger, 'recordRead' | 'recordReadFailure'> {
  const addTimelineEntries = (before: OrderRow, after: OrderRow, at: number): void => {
    const orderId = after.order_id
    if (after.problem !== null && after.problem !== before.problem) {
      timeline.addTimeline({ orderId, at, kind: 'unreadable', detail: after.problem })
    }
    if (after.status === null || after.status === before.status) return
    timeline.addTimeline({ orderId, at, kind: 'read', detail: after.status })
    if (before.status === 'CANCELLED') timeline.addTimeline({ orderId, at, kind: 'cancellation-withdrawn' })
    if (after.status !== 'CANCELLED') return
    const event = decidingEvents(orderId).findLast(({ eventType }) => eventType === 'CANCELLED')
    timeline.addTimeline({ orderId, at, kind: 'cancelled', detail: event?.metadata?.code })
  }

  /** If a crash drops a read without news, the order is still queued and is read again. */
  const write = (before: OrderRow, after: OrderRow, at: number, settlements: readonly TapChange[]): void => {
    const work = (): void => {
      orders.put(after)
      addTimelineEntries(before, after, at)
      changeTaps(settlements, at)
    }
    if (settlements.length > 0 || hasNews(before, after)) ledger.commits.durably(work)
    else ledger.commits.deferred(work, 'later')
  }

  return {
    recordRead: ({ orderId, generation, status, at, settlements }) => {
      const before = orders.rowOrNew(orderId, at)
      const read = afterRead(before, status, at)
      const hasGrown = generation === undefined || before.read_generation > generation
      write(before, hasGrown ? read : clearQueuedRead(read), at, settlements)
    },
    recordReadFailure: ({ orderId, at, nextReadAt, problem, generation }) => {
      const before = orders.rowOrNew(orderId, at)
      // A new reason to read that came during this failed read stays, without the waiting time.
      if (generation !== undefined && before.read_generation > generation) return
      const isGivenUp = problem !== undefined && before.ended_at !== null
      const row = { ...before, problem: problem ?? before.problem }
      write(before, isGivenUp ? clearQueuedRead(row) : postponeRead(row, nextReadAt), at, [])
    },
  }
}

const DAY_MS = 24 * 60 * 60_000
const OF_OPEN_ORDER = 'order_id IN (SELECT order_id FROM orders INDEXED BY orders_open WHERE ended_at IS NULL)'

/**
 * Corrects what a wrong clock has written about orders, after the platform's time stepped by `byMs` to `at`. Instants in the
 * future would keep an ended order on the board and the alarms of an open one silent. After a step forward of more than a
 * day, open orders keep their age: by an old clock they would count as forgotten, and the purge would delete them.
 */
export function orderTimes(ledger: LedgerDatabase): (byMs: number, at: number) => void {
  const { orders, events, taps, timeline } = ledger
  const futureOrders = orders.select<[number, number]>(`WHERE rowid IN (
    SELECT rowid FROM orders INDEXED BY orders_open WHERE ended_at IS NULL AND first_seen_at > ?
    UNION SELECT rowid FROM orders INDEXED BY orders_ended WHERE ended_at > ?
  )`)
  const futureEvents = events.select<[number]>(`WHERE ${OF_OPEN_ORDER} AND received_at > ?`)
  const futureTaps = taps.select<[number]>(`WHERE ${OF_OPEN_ORDER} AND tapped_at > ?`)
  const futureEntries = timeline.select<[number]>(`WHERE ${OF_OPEN_ORDER} AND at > ?`)
  const openSince = orders.select<[number]>('WHERE ended_at IS NULL AND first_seen_at <= ?')

  const correctFuture = (byMs: number, at: number): void => {
    const corrected = (time: number): number => (time > at ? Math.min(at, time + byMs) : time)
    for (const row of futureEvents.all(at)) events.put({ ...row, received_at: corrected(row.received_at) })
    for (const row of futureTaps.all(at)) taps.put({ ...row, tapped_at: corrected(row.tapped_at) })
    for (const row of futureEntries.all(at)) timeline.put({ ...row, at: corrected(row.at) })
    for (const row of futureOrders.all(at, at)) {
      const { first_seen_at, ended_at } = row
      orders.put({
        ...row,
        first_seen_at: corrected(first_seen_at),
        ended_at: ended_at === null ? null : corrected(ended_at),
      })
    }
  }

  return (byMs, at) => {
    if (byMs < 0) correctFuture(byMs, at)
    if (byMs <= DAY_MS) return
    for (const row of openSince.all(at - byMs)) orders.put({ ...row, first_seen_at: row.first_seen_at + byMs })
  }
}

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
