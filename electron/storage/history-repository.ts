import type { Facts } from './facts.ts'
import type { LedgerDatabase } from './ledger-database.ts'
import { toRecord } from './order-repository.ts'
import type { Ledger } from './ports.ts'
import type { TimelineRepository } from './timeline-repository.ts'

export type HistoryRepository = Pick<Ledger, 'ordersSeen' | 'recallOrder'>

/** Most recalled tickets at once; then the oldest is dropped. */
const MAX_RECALLED = 50

/** Orders of a span of time, and the finished ones that staff put back on the board. */
export function historyRepository(
  ledger: LedgerDatabase,
  facts: Pick<Facts, 'recalled'>,
  timeline: TimelineRepository,
): HistoryRepository {
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
