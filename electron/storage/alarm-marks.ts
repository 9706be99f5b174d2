import type { QuietWay } from '../../shared/alarm.ts'
import type { LedgerDatabase } from './ledger-database.ts'
import type { Ledger } from './ports.ts'
import type { TimelineRepository } from './timeline-repository.ts'

export type AlarmMarks = Pick<Ledger, 'quietAlarm' | 'alarmQuietedAt' | 'firstStatus' | 'countOf'>

const KIND_OF: Readonly<Record<QuietWay, string>> = { opened: 'alarm-opened', silenced: 'alarm-silenced' }

/** How staff ended the alarm. The timeline is the record: its entry is never removed. */
export function alarmMarks(ledger: LedgerDatabase, timeline: TimelineRepository): AlarmMarks {
  const lastQuiet = ledger.timeline.select<[string]>(
    "WHERE order_id = ? AND kind IN ('alarm-opened', 'alarm-silenced') ORDER BY seq DESC LIMIT 1",
  )
  const firstRead = ledger.timeline.select<[string]>("WHERE order_id = ? AND kind = 'read' ORDER BY seq LIMIT 1")
  const ofKind = ledger.timeline.select<[string, string]>('WHERE order_id = ? AND kind = ?')
  return {
    quietAlarm: (orderId, how, at) => timeline.addTimeline({ orderId, at, kind: KIND_OF[how] }),
    alarmQuietedAt: (orderId) => lastQuiet.first(orderId.toWellFormed())?.at,
    firstStatus: (orderId) => firstRead.first(orderId.toWellFormed())?.detail ?? undefined,
    countOf: (orderId, kind, since = Number.NEGATIVE_INFINITY) =>
      ofKind.all(orderId.toWellFormed(), kind).filter(({ at }) => at >= since).length,
  }
}
