import { parseJsonText } from '../../shared/json-text.ts'
import type { LedgerDatabase } from './ledger-database.ts'
import { toRecord } from './order-repository.ts'
import type { Ledger } from './ports.ts'
import type { TimelineRepository } from './timeline-repository.ts'

export type HistoryRepository = Pick<Ledger, 'ordersSeen' | 'recalledOrderIds' | 'recallOrder'>

const RECALLED = 'recalled'

/** Most recalled tickets at once; then the oldest is dropped. */
const MAX_RECALLED = 50

/** The list as stored. An unreadable list counts as empty, because only the display of this station depends on it. */
function idsIn(text: string | undefined): readonly string[] {
  const value = parseJsonText(text ?? '[]')
  return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : []
}

/** Orders of a span of time, and the finished ones that staff put back on the board. */
export function historyRepository(ledger: LedgerDatabase, timeline: TimelineRepository): HistoryRepository {
  // Open orders are a small index. A finished order that was seen in the span ended after the span began.
  const seen = ledger.orders.select<[number, number, number, number, number]>(`WHERE rowid IN (
    SELECT rowid FROM orders INDEXED BY orders_open
      WHERE ended_at IS NULL AND first_seen_at >= ? AND first_seen_at < ?
    UNION SELECT rowid FROM orders INDEXED BY orders_ended
      WHERE ended_at >= ? AND first_seen_at >= ? AND first_seen_at < ?
  ) ORDER BY first_seen_at DESC, order_id`)
  const fact = ledger.facts.select<[string]>('WHERE name = ?')
  const recalled = (): readonly string[] => idsIn(fact.first(RECALLED)?.value)
  return {
    ordersSeen: (from, until) => seen.all(from, until, from, from, until).map(toRecord),
    recalledOrderIds: recalled,
    recallOrder: (orderId, isRecalled, at) =>
      ledger.atomically(() => {
        const others = recalled().filter((id) => id !== orderId)
        const ids = isRecalled ? [...others, orderId].slice(-MAX_RECALLED) : others
        ledger.facts.put({ name: RECALLED, value: JSON.stringify(ids) })
        timeline.addTimeline({ orderId, at, kind: isRecalled ? 'recalled' : 'put-away' })
      }),
  }
}
