import { isDeepStrictEqual } from 'node:util'
import { CANCELLATION_JUDGEMENTS, type CancellationJudgement } from '../../shared/ticket/announced-cancellation.ts'
import type { LedgerDatabase } from './ledger-database.ts'
import type { OrderRow, OrderToRead, StoredEvent, TapChange } from './ledger-tables.ts'
import { afterRead, type OrderRepository, type TimelineRepository } from './order-repository.ts'
import { isEndHere, type Outbox } from './outbox.ts'

/** The row without the fields about reading itself: when the order was read, and whether a read is queued. */
const withoutReadFields = (row: OrderRow): OrderRow => ({
  ...clearQueuedRead(row),
  lastReadAt: undefined,
  readGeneration: 0,
})

/** Whether a read changed something that the screen shows or a tap waits for. */
const hasNews = (before: OrderRow, after: OrderRow): boolean =>
  !isDeepStrictEqual(withoutReadFields(before), withoutReadFields(after))

/** Stores a finished read in one transaction: the order, its queued read, the taps that it settles and the timeline. */
export interface OrderReads {
  /**
   * One transaction: the order's status as read, the end of the queued read (unless `generation` grew), settled taps,
   * timeline. A read without news is deferred.
   */
  recordRead(read: {
    readonly orderId: string
    readonly generation: number | undefined
    readonly status: string
    readonly at: number
    /** When the read began; absent: the platform had no such order. */
    readonly readAt: number | undefined
    readonly settlements: readonly TapChange[]
    /** What the read has shown about the event of a cancellation. */
    readonly judgement?: CancellationJudgement | undefined
  }): void
  /** The order stays queued, to be read at `nextReadAt` or later. Deferred, unless its `problem` is new. */
  recordReadFailure(failure: {
    readonly orderId: string
    readonly at: number
    readonly nextReadAt: number
    /** From now on the order counts as unreadable, for this reason. A finished order is then not read again. */
    readonly problem?: string | undefined
    /** Generation of the queued read that failed. If it has grown meanwhile, the newer reason to read stays unchanged. */
    readonly generation?: number | undefined
  }): void
}

export function orderReads(
  ledger: LedgerDatabase,
  orders: OrderRepository,
  { changeTaps, tapsOf }: Pick<Outbox, 'changeTaps' | 'tapsOf'>,
  timeline: TimelineRepository,
  decidingEvents: (orderId: string) => readonly StoredEvent[],
): OrderReads {
  const addTimelineEntries = (before: OrderRow, after: OrderRow, at: number): void => {
    const { orderId } = after
    if (after.problem !== undefined && after.problem !== before.problem) {
      timeline.addTimeline({ orderId, at, kind: 'unreadable', detail: after.problem })
    }
    if (after.status === undefined || after.status === before.status) return
    timeline.addTimeline({ orderId, at, kind: 'read', detail: after.status })
    if (before.status === 'CANCELLED') timeline.addTimeline({ orderId, at, kind: 'cancellation-withdrawn' })
    if (after.status !== 'CANCELLED') return
    const event = decidingEvents(orderId).findLast(({ eventType }) => eventType === 'CANCELLED')
    timeline.addTimeline({ orderId, at, kind: 'cancelled', detail: event?.metadata?.code })
  }

  const addJudgement = (orderId: string, { eventId, worth }: CancellationJudgement, at: number): void =>
    timeline.addTimeline({ orderId, at, kind: CANCELLATION_JUDGEMENTS[worth], detail: eventId })

  /** If a crash drops a read without news, the order is still queued and is read again. */
  const write = (
    before: OrderRow,
    after: OrderRow,
    at: number,
    settlements: readonly TapChange[] = [],
    judgement?: CancellationJudgement,
  ): void => {
    const work = (): void => {
      orders.put(after)
      addTimelineEntries(before, after, at)
      if (judgement !== undefined) addJudgement(after.orderId, judgement, at)
      changeTaps(settlements, at)
    }
    if (settlements.length > 0 || judgement !== undefined || hasNews(before, after)) ledger.commits.durably(work)
    else ledger.commits.deferred(work, 'later')
  }

  return {
    recordRead: (read) => {
      const { orderId, generation, status, at, readAt, settlements, judgement } = read
      const before = orders.rowOrNew(orderId, at)
      const after = afterRead(before, status, at, readAt, tapsOf(orderId).some(isEndHere))
      const hasGrown = generation === undefined || before.readGeneration > generation
      write(before, hasGrown ? after : clearQueuedRead(after), at, settlements, judgement)
    },
    recordReadFailure: (failure) => {
      const { orderId, at, nextReadAt, problem, generation } = failure
      const before = orders.rowOrNew(orderId, at)
      // A new reason to read that came during this failed read stays, without the waiting time.
      if (generation !== undefined && before.readGeneration > generation) return
      const isGivenUp = problem !== undefined && before.endedAt !== undefined
      const row = { ...before, problem: problem ?? before.problem }
      write(before, isGivenUp ? clearQueuedRead(row) : postponeRead(row, nextReadAt), at)
    },
  }
}

const DAY_MS = 24 * 60 * 60_000
const OF_OPEN_ORDER = 'order_id IN (SELECT order_id FROM orders INDEXED BY orders_open WHERE ended_at IS NULL)'

/**
 * Corrects what a wrong clock has written about orders, after the platform's time stepped by `byMs` to `at`. After a step
 * forward of more than a day open orders keep their age: else the purge would delete them as forgotten.
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
    for (const row of futureEvents.all(at)) events.put({ ...row, receivedAt: corrected(row.receivedAt) })
    for (const row of futureTaps.all(at)) taps.put({ ...row, tappedAt: corrected(row.tappedAt) })
    for (const row of futureEntries.all(at)) timeline.put({ ...row, at: corrected(row.at) })
    for (const row of futureOrders.all(at, at)) {
      const { firstSeenAt, endedAt } = row
      orders.put({
        ...row,
        firstSeenAt: corrected(firstSeenAt),
        endedAt: endedAt === undefined ? undefined : corrected(endedAt),
      })
    }
  }

  return (byMs, at) => {
    if (byMs < 0) correctFuture(byMs, at)
    if (byMs <= DAY_MS) return
    for (const row of openSince.all(at - byMs)) orders.put({ ...row, firstSeenAt: row.firstSeenAt + byMs })
  }
}

/**
 * Queues a read at once, also when a failed one waits. `read_wanted_since` stays, except for an unreadable order: its
 * patience begins again.
 */
export const queueRead = (row: OrderRow, at: number): OrderRow => ({
  ...row,
  readGeneration: row.readGeneration + 1,
  readWantedSince: (row.problem === undefined ? row.readWantedSince : undefined) ?? at,
  readAttempts: 0,
  nextReadAt: Math.min(row.nextReadAt ?? at, at),
})

/** The generation stays: a read that is under way must not end a read that was queued later. */
export const clearQueuedRead = (row: OrderRow): OrderRow => ({
  ...row,
  readWantedSince: undefined,
  readAttempts: 0,
  nextReadAt: undefined,
})

/** Counts the failed attempt and sets the time of the next one. */
export const postponeRead = (row: OrderRow, nextReadAt: number): OrderRow => ({
  ...row,
  readAttempts: row.readAttempts + 1,
  nextReadAt,
})

const toMark = (row: OrderRow): readonly OrderToRead[] => {
  const { orderId, readGeneration: generation, readWantedSince: wantedSince, readAttempts: attempts, nextReadAt } = row
  if (wantedSince === undefined || nextReadAt === undefined) return []
  return [{ orderId, generation, wantedSince, attempts, nextReadAt }]
}

/** The queue of orders to read from the platform, stored in the rows of the orders, so that a crash loses none. */
export interface ReadMarks {
  /** Queued orders that are due at `now` and whose first read was not tried, longest due first or latest first. */
  firstReads(now: number, limit: number, from: 'longest' | 'latest'): readonly OrderToRead[]
  /** Queued orders whose read failed and is due again at `now`, longest due first. */
  repeatedReads(now: number, limit: number): readonly OrderToRead[]
  /** Whether a read of the order is queued. */
  isReadPending(orderId: string): boolean
  /** The earliest `nextReadAt` of all queued orders. */
  nextReadAt(): number | undefined
  markToRead(orderIds: readonly string[], at: number): void
  /**
   * Makes queued reads due at once (`nextReadAt` at most `at`). Generations and attempts do not change.
   * `but-unreadable`: except unreadable orders, which keep their pause.
   */
  makeReadsDue(at: number, which: 'all' | 'but-unreadable'): void
  /** The marks' part of `correctTimes`. */
  shiftReads(byMs: number): void
  /** After a long absence: queues a read of every open order. */
  markOpenOrdersToRead(at: number): void
}

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
    isReadPending: (orderId) => orders.row(orderId)?.readWantedSince !== undefined,
    nextReadAt: () => {
      const times = earliest.flatMap((query) => query.first()?.nextReadAt ?? [])
      return times.length === 0 ? undefined : Math.min(...times)
    },
    markToRead: (orderIds, at) =>
      ledger.atomically(() => {
        for (const orderId of orderIds) orders.put(queueRead(orders.rowOrNew(orderId, at), at))
      }),
    makeReadsDue: (at, which) =>
      ledger.atomically(() => {
        const later = waiting.flatMap((query) => query.all(at))
        for (const row of later) {
          if (which === 'but-unreadable' && row.problem !== undefined) continue
          // A read that is wanted since a time in the future, left by a clock that was set back, would never be overdue.
          orders.put({ ...row, nextReadAt: at, readWantedSince: Math.min(row.readWantedSince ?? at, at) })
        }
      }),
    shiftReads: (byMs) => {
      const moved = (at: number | undefined): number | undefined => (at === undefined ? undefined : at + byMs)
      for (const row of wanted.flatMap((query) => query.all())) {
        orders.put({ ...row, readWantedSince: moved(row.readWantedSince), nextReadAt: moved(row.nextReadAt) })
      }
    },
    markOpenOrdersToRead: (at) =>
      ledger.atomically(() => {
        for (const row of orders.openRows()) orders.put(queueRead(row, at))
      }),
  }
}
