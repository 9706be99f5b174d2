import type { Database } from 'better-sqlite3'
import { DELIVERY_MAX_AGE_MS } from '../../shared/order/delivery.ts'
import type { LedgerDatabase } from './ledger-database.ts'
import type { Tap } from './ledger-tables.ts'
import type { LeavingOrders } from './shift-sums.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * How long after its end an order keeps names and notes: the longest time for which the last lane shows it. With
 * `COPIES_KEPT_MS` and a purge every hour, every file loses a name within 24 hours after the end of its order.
 */
export const TEXTS_KEPT_MS = 12 * HOUR_MS
/** Backups and quarantined files that are older are removed within an hour. */
export const COPIES_KEPT_MS = 11 * HOUR_MS
/**
 * A copy that has a text of an order that ended this long ago is made again: its text has to be gone an hour later, when copies
 * are renewed next. A copy that is made after a purge in time expires before.
 */
const COPIED_TEXTS_KEPT_MS = 23 * HOUR_MS
/** Whole orders, after their end. */
export const ORDERS_KEPT_MS = 7 * DAY_MS
/** Event ids are kept at least this long. A platform keeps events for less, and a delivery that is older is refused. */
export const EVENT_IDS_KEPT_MS = DELIVERY_MAX_AGE_MS

export type LedgerPurge = {
  /** An order that ended before this time has no texts any more, in epoch ms. */
  readonly textsBefore: number
  /** No view shows an order that ended before this time, in epoch ms. */
  readonly shownBefore: number
  /** Orders that were deleted with all their rows. */
  readonly deletedOrderIds: readonly string[]
  /** Rows changed or deleted. */
  readonly changes: number
}

/** Removes expired data in parts. `bodyOf`: the stored bodies, for the sums of deleted orders; without them these name no dishes. */
export type Purge = (now: number, bodyOf?: LeavingOrders['bodyOf']) => Generator<void, LedgerPurge>

/**
 * Whether this copy of a ledger has a text that should be gone by now: the copy was made before a purge, or without one.
 */
export function hasOverdueTexts(db: Database, now: number): boolean {
  const before = now - COPIED_TEXTS_KEPT_MS
  const ended = 'order_id IN (SELECT order_id FROM orders WHERE ended_at <= ?)'
  return (
    db
      .prepare<[number, number, number], number>(
        `SELECT EXISTS (SELECT 1 FROM events WHERE reason IS NOT NULL AND ${ended})
        OR EXISTS (SELECT 1 FROM taps WHERE ${ended} AND (detail IS NOT NULL OR args ->> '$.cancellation.reason' <> ''))
        OR EXISTS (SELECT 1 FROM unreadable_events WHERE received_at <= ?)`,
      )
      .pluck()
      .get(before, before, before) === 1
  )
}

/** Rows of one transaction. An order is deleted with all its rows. */
const ORDERS_AT_ONCE = 25
const EVENTS_AT_ONCE = 200

/**
 * Removes expired data, each part in one transaction; the next purge goes on after an end. Open orders stay.
 * @param shownMs for how long a finished order stays on the board
 * @param count adds orders to the sums that outlive them
 */
export function ledgerRetention(
  ledger: LedgerDatabase,
  shownMs: () => number,
  count: (leaving: LeavingOrders) => void,
): Purge {
  const { orders, events, taps, unreadable } = ledger
  const overdue = orders.select<[number, number]>(`WHERE ended_at <= ? AND NOT EXISTS (
    SELECT 1 FROM events WHERE events.order_id = orders.order_id AND events.received_at > ?) LIMIT ${ORDERS_AT_ONCE}`)
  // Unreadable for a long time: the platform no longer has the order, so no event will end it.
  const forgotten = orders.select<[number, number]>(`WHERE ended_at IS NULL
    AND problem IS NOT NULL AND max(first_seen_at, coalesce(last_read_at, 0)) <= ? AND NOT EXISTS (
    SELECT 1 FROM events WHERE events.order_id = orders.order_id AND events.received_at > ?) AND NOT EXISTS (
    SELECT 1 FROM taps WHERE taps.order_id = orders.order_id AND state IN ('held', 'queued', 'sending'))
    LIMIT ${ORDERS_AT_ONCE}`)
  const textEvents = events.select<[number, number]>(`WHERE reason IS NOT NULL AND (
    order_id IN (SELECT order_id FROM orders WHERE ended_at <= ?) OR (order_id IS NULL AND received_at <= ?))
    LIMIT ${EVENTS_AT_ONCE}`)
  const textTaps = taps.select<[number]>(`WHERE (detail IS NOT NULL OR action = 'requestCancellation')
    AND order_id IN (SELECT order_id FROM orders WHERE ended_at <= ?)`)
  const removeOrder = orders.remove<[string]>('order_id = ?')
  const removeUnreadable = unreadable.remove<[number]>('received_at <= ?')
  const removeOrderless = events.remove<[number]>('order_id IS NULL AND received_at <= ?')

  /** `reason` is text that a person wrote; the code beside it is a word of the platform. */
  const stripTap = (tap: Tap): number => {
    const { cancellation } = tap.args
    if (tap.detail === undefined && !cancellation?.reason) return 0
    const args = cancellation ? { ...tap.args, cancellation: { code: cancellation.code, reason: '' } } : tap.args
    taps.put({ ...tap, args, detail: undefined })
    return 1
  }

  const removeExpired = (now: number, bodyOf: LeavingOrders['bodyOf']): readonly string[] =>
    ledger.atomically(() => {
      const bounds = [now - ORDERS_KEPT_MS, now - EVENT_IDS_KEPT_MS] as const
      const late = overdue.all(...bounds)
      const expired = late.length > 0 ? late : forgotten.all(...bounds)
      count({ orders: expired, bodyOf, now })
      for (const { orderId } of expired) removeOrder(orderId)
      return expired.map(({ orderId }) => orderId)
    })
  const stripEvents = (before: number): number =>
    ledger.atomically(() => {
      const spoken = textEvents.all(before, before)
      for (const event of spoken) events.put({ ...event, reason: undefined })
      return spoken.length
    })

  return function* (now, bodyOf = () => undefined) {
    const textsBefore = now - TEXTS_KEPT_MS
    const deletedOrderIds: string[] = []
    let changes = ledger.atomically(
      () =>
        removeUnreadable(textsBefore) +
        removeOrderless(now - ORDERS_KEPT_MS) +
        textTaps.all(textsBefore).reduce((sum, row) => sum + stripTap(row), 0),
    )
    for (;;) {
      yield
      const removed = removeExpired(now, bodyOf)
      if (removed.length === 0) break
      deletedOrderIds.push(...removed)
    }
    for (;;) {
      yield
      const stripped = stripEvents(textsBefore)
      if (stripped === 0) break
      changes += stripped
    }
    return {
      textsBefore,
      shownBefore: now - shownMs(),
      deletedOrderIds,
      changes: deletedOrderIds.length + changes,
    }
  }
}
