import type { LedgerDatabase } from './ledger-database.ts'
import type { EventRow, OrderRow, TapRow } from './ledger-tables.ts'
import type { TapArguments } from './ports.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * How long after its end an order keeps names and notes: the longest time for which the last lane shows it. Together with
 * `COPIES_KEPT_MS` and a purge every hour no name outlives its order's end by 24 hours, in no file.
 */
export const TEXTS_KEPT_MS = 12 * HOUR_MS
/** Backups and quarantined files are older than this for no longer than an hour. */
export const COPIES_KEPT_MS = 11 * HOUR_MS
/** Whole orders, after their end. */
export const ORDERS_KEPT_MS = 7 * DAY_MS
/** Event ids are kept at least this long: a platform's retention is shorter, so none comes again after it. */
export const EVENT_IDS_KEPT_MS = 72 * HOUR_MS

export type LedgerPurge = {
  /** Orders whose texts may be kept no longer. */
  readonly strippedOrderIds: readonly string[]
  /** Orders that ended longer ago than any view shows them. */
  readonly handedOverOrderIds: readonly string[]
  /** Orders that were deleted with everything that hangs on them. */
  readonly deletedOrderIds: readonly string[]
  /** Rows changed or deleted. */
  readonly changes: number
}

/** `reason` is a text that somebody wrote; the code beside it is a word of the platform. */
function withoutText(args: string): string {
  const { cancellation, ...rest } = JSON.parse(args) as TapArguments
  return JSON.stringify(cancellation ? { ...rest, cancellation: { code: cancellation.code, reason: '' } } : rest)
}

/**
 * Removes from the ledger what may be kept no longer, in one transaction. Orders that are not over stay, however old.
 * @param shownMs for how long a finished order stays on the board
 */
export function ledgerRetention(ledger: LedgerDatabase, shownMs: () => number): (now: number) => LedgerPurge {
  const { db, orders, events, taps, unreadable } = ledger
  const endedBefore = db
    .prepare<[number], string>('SELECT order_id FROM orders WHERE ended_at <= ? ORDER BY ended_at')
    .pluck()
  const overdue = orders.select<[number, number]>(`WHERE ended_at <= ? AND NOT EXISTS (
    SELECT 1 FROM events WHERE events.order_id = orders.order_id AND events.received_at > ?)`)
  // Not to be read for long: the platform does not know the order any more, so nothing will ever end it.
  const forgotten = orders.select<[number, number]>(`WHERE ended_at IS NULL
    AND problem IS NOT NULL AND max(first_seen_at, coalesce(last_read_at, 0)) <= ? AND NOT EXISTS (
    SELECT 1 FROM events WHERE events.order_id = orders.order_id AND events.received_at > ?) AND NOT EXISTS (
    SELECT 1 FROM taps WHERE taps.order_id = orders.order_id AND state IN ('held', 'queued', 'sending'))`)
  const textEvents = events.select<[number, number]>(`WHERE reason IS NOT NULL AND (
    order_id IN (SELECT order_id FROM orders WHERE ended_at <= ?) OR (order_id IS NULL AND received_at <= ?))`)
  const textTaps = taps.select<[number]>(`WHERE (detail IS NOT NULL OR action = 'requestCancellation')
    AND order_id IN (SELECT order_id FROM orders WHERE ended_at <= ?)`)
  const removeOrder = orders.remove<[string]>('order_id = ?')
  const removeUnreadable = unreadable.remove<[number]>('received_at <= ?')
  const removeOrderless = events.remove<[number]>('order_id IS NULL AND received_at <= ?')

  const stripEvent = (row: EventRow): void => events.put({ ...row, reason: null })
  const stripTap = (row: TapRow): number => {
    const args = withoutText(row.args)
    if (args === row.args && row.detail === null) return 0
    taps.put({ ...row, args, detail: null })
    return 1
  }

  return (now) =>
    ledger.atomically(() => {
      const textsBefore = now - TEXTS_KEPT_MS
      const idsBefore = now - EVENT_IDS_KEPT_MS
      const leaving: readonly OrderRow[] = [
        ...overdue.all(now - ORDERS_KEPT_MS, idsBefore),
        ...forgotten.all(now - ORDERS_KEPT_MS, idsBefore),
      ]
      for (const { order_id } of leaving) removeOrder(order_id)
      const spoken = textEvents.all(textsBefore, textsBefore)
      spoken.forEach(stripEvent)
      const tapped = textTaps.all(textsBefore).reduce((sum, row) => sum + stripTap(row), 0)
      const removed = removeUnreadable(textsBefore) + removeOrderless(now - ORDERS_KEPT_MS)
      return {
        strippedOrderIds: endedBefore.all(textsBefore),
        handedOverOrderIds: endedBefore.all(now - shownMs()),
        deletedOrderIds: leaving.map(({ order_id }) => order_id),
        changes: leaving.length + spoken.length + tapped + removed,
      }
    })
}
