import { type LedgerDatabase, sequenceOf } from './ledger-database.ts'
import type { Ledger, TimelineRecord } from './ports.ts'

export type TimelineRepository = Pick<Ledger, 'addTimeline' | 'timeline'>

/**
 * What happened to each order, sorted by the instants of the entries. Some are written late, such as the last ring of
 * an alarm, which is only known once a tap has ended the alarm. Entries of one instant keep the order in which they
 * were written.
 */
export function timelineRepository(ledger: LedgerDatabase): TimelineRepository {
  const nextSeq = sequenceOf(ledger.db, 'timeline')
  const ofOrder = ledger.timeline.select<[string]>('WHERE order_id = ? ORDER BY at, seq')
  const isKnown = ledger.db.prepare('SELECT 1 FROM orders WHERE order_id = ?').pluck()

  const addTimeline = ({ orderId, at, kind, detail }: TimelineRecord): void =>
    ledger.atomically(() => {
      // An order that was purged meanwhile has no timeline.
      if (isKnown.get(orderId.toWellFormed()) === undefined) return
      ledger.timeline.add({ seq: nextSeq(), order_id: orderId, at, kind, detail: detail ?? null })
    })

  return {
    addTimeline,
    timeline: (orderId) =>
      ofOrder.all(orderId.toWellFormed()).map((row) => ({
        orderId,
        at: row.at,
        kind: row.kind,
        detail: row.detail ?? undefined,
      })),
  }
}
