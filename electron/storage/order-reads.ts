import { isDeepStrictEqual } from 'node:util'
import type { LedgerDatabase } from './ledger-database.ts'
import type { OrderRow } from './ledger-tables.ts'
import { afterRead, type OrderRepository } from './order-repository.ts'
import type { Ledger, TapChange } from './ports.ts'
import { clearQueuedRead, postponeRead } from './read-marks.ts'
import type { TimelineRepository } from './timeline-repository.ts'

export type OrderReads = Pick<Ledger, 'recordRead' | 'recordReadFailure'>

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
): OrderReads {
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
