import type { LedgerDatabase } from './ledger-database.ts'
import type { OrderRow } from './ledger-tables.ts'
import { afterRead, type OrderRepository } from './order-repository.ts'
import type { Ledger } from './ports.ts'
import { putOff, unmarked } from './read-marks.ts'
import type { TimelineRepository } from './timeline-repository.ts'

export type OrderReads = Pick<Ledger, 'recordRead' | 'recordReadFailure'>

/** What a finished read changes: the order, its mark, the taps that it settles and the story, in one transaction. */
export function orderReads(
  ledger: LedgerDatabase,
  orders: OrderRepository,
  changeTaps: Ledger['changeTaps'],
  timeline: TimelineRepository,
): OrderReads {
  const lastCancellation = ledger.events.select<[string]>(
    "WHERE order_id = ? AND event_type = 'CANCELLED' ORDER BY seq DESC LIMIT 1",
  )

  const tell = (before: OrderRow, after: OrderRow, at: number): void => {
    const orderId = after.order_id
    if (after.problem !== null && after.problem !== before.problem) {
      timeline.addTimeline({ orderId, at, kind: 'unreadable', detail: after.problem })
    }
    if (after.status === null || after.status === before.status) return
    timeline.addTimeline({ orderId, at, kind: 'read', detail: after.status })
    if (after.status !== 'CANCELLED') return
    const code = lastCancellation.first(orderId)?.code ?? undefined
    timeline.addTimeline({ orderId, at, kind: 'cancelled', detail: code })
  }

  return {
    recordRead: ({ orderId, generation, status, at, settlements }) =>
      ledger.atomically(() => {
        const before = orders.remembered(orderId, at)
        const read = afterRead(before, status, at)
        const hasGrown = generation === undefined || before.read_generation > generation
        const after = hasGrown ? read : unmarked(read)
        orders.put(after)
        tell(before, after, at)
        changeTaps(settlements, at)
      }),
    recordReadFailure: ({ orderId, at, nextReadAt, problem, generation }) =>
      ledger.atomically(() => {
        const before = orders.remembered(orderId, at)
        // A reason to read that came while this read failed is not given up with it, nor does it wait.
        if (generation !== undefined && before.read_generation > generation) return
        const isGivenUp = problem !== undefined && before.ended_at !== null
        const row = { ...before, problem: problem ?? before.problem }
        const after = isGivenUp ? unmarked(row) : putOff(row, nextReadAt)
        orders.put(after)
        tell(before, after, at)
      }),
  }
}
