import { createHash } from 'node:crypto'
import { addSums, countedOrder, readSums, type Sums, sumsOf, sumsText } from '../../shared/history/shift-sums.ts'
import { parseJsonText } from '../../shared/json-text.ts'
import { businessDate } from '../../shared/time/business-day.ts'
import type { Facts } from './facts.ts'
import { type LedgerDatabase, once } from './ledger-database.ts'
import type { OrderRow } from './ledger-tables.ts'
import type { TimelineRepository } from './order-repository.ts'

const DAY_MS = 24 * 3_600_000
/** Thirteen months: a month can be compared with the same one a year before. */
const SUMS_KEPT_MS = 400 * DAY_MS
/** Longer than any copy from which a repair can bring a deleted order back (`COPIES_KEPT_MS`, and a purge every hour). */
const COUNTED_KEPT_MS = 2 * DAY_MS

const DIGEST_CHARACTERS = 16
const digestOf = (orderId: string): string =>
  createHash('sha256').update(orderId.toWellFormed()).digest('base64url').slice(0, DIGEST_CHARACTERS)

/** Orders that are about to be deleted, at `now`, and where their bodies are. */
export type LeavingOrders = {
  readonly orders: readonly OrderRow[]
  readonly bodyOf: (orderId: string) => unknown
  readonly now: number
}

/** The sums of each business day: what stays of orders after they were deleted. */
export interface ShiftSums {
  /** The sums of the deleted orders of a business day (`businessDate`). */
  sumsOfDay(day: string): Sums
  /**
   * Adds orders that the same transaction deletes. A repair may bring one back from a copy, and it is then deleted again:
   * the digests of the last days find it.
   */
  count(leaving: LeavingOrders): void
}

export function shiftSums(
  ledger: LedgerDatabase,
  facts: Pick<Facts, 'countedOrders'>,
  timeline: Pick<TimelineRepository, 'timeline'>,
): ShiftSums {
  const table = ledger.daySums
  const statements = once(() => ({
    byDay: table().select<[string]>('WHERE day = ?'),
    removeBefore: table().remove<[string]>('day < ?'),
  }))

  const stored = (day: string): Sums => readSums(parseJsonText(statements().byDay.first(day)?.sums ?? ''))

  return {
    sumsOfDay: stored,
    count: ({ orders, bodyOf, now }) => {
      const before = facts.countedOrders.get()
      const counted = before.filter(({ at }) => at > now - COUNTED_KEPT_MS)
      const known = new Set(counted.map(({ digest }) => digest))
      const fresh = orders.filter(({ orderId }) => !known.has(digestOf(orderId)))
      for (const [day, ofDay] of Map.groupBy(fresh, ({ firstSeenAt }) => businessDate(firstSeenAt))) {
        const each = ofDay.map((order) =>
          sumsOf(countedOrder(order, bodyOf(order.orderId), timeline.timeline(order.orderId))),
        )
        table().put({ day, sums: sumsText(addSums([stored(day), ...each])) })
      }
      if (fresh.length > 0) statements().removeBefore(businessDate(now - SUMS_KEPT_MS))
      if (fresh.length === 0 && counted.length === before.length) return
      facts.countedOrders.set([...counted, ...fresh.map(({ orderId }) => ({ digest: digestOf(orderId), at: now }))])
    },
  }
}
