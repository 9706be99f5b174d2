import type { QuietWay } from '../../shared/alarm.ts'
import type { LedgerDatabase } from './ledger-database.ts'
import type { Ledger } from './ports.ts'
import type { TimelineRepository } from './timeline-repository.ts'

export type AlarmMarks = Pick<
  Ledger,
  'quietAlarm' | 'alarmQuietedAt' | 'firstStatus' | 'countOf' | 'soundTestedAt' | 'recordSoundTest'
>

const KIND_OF: Readonly<Record<QuietWay, string>> = { opened: 'alarm-opened', silenced: 'alarm-silenced' }
const SOUND_TEST = 'sound_test'

/** How staff ended the alarm. The timeline is the record: its entry is never removed. */
export function alarmMarks(ledger: LedgerDatabase, timeline: TimelineRepository): AlarmMarks {
  const lastQuiet = ledger.timeline.select<[string]>(
    "WHERE order_id = ? AND kind IN ('alarm-opened', 'alarm-silenced') ORDER BY seq DESC LIMIT 1",
  )
  const firstRead = ledger.timeline.select<[string]>("WHERE order_id = ? AND kind = 'read' ORDER BY seq LIMIT 1")
  const ofKind = ledger.timeline.select<[string, string]>('WHERE order_id = ? AND kind = ?')
  const fact = ledger.facts.select<[string]>('WHERE name = ?')
  return {
    quietAlarm: (orderId, how, at) => timeline.addTimeline({ orderId, at, kind: KIND_OF[how] }),
    alarmQuietedAt: (orderId) => lastQuiet.first(orderId.toWellFormed())?.at,
    firstStatus: (orderId) => firstRead.first(orderId.toWellFormed())?.detail ?? undefined,
    countOf: (orderId, kind, since = Number.NEGATIVE_INFINITY) =>
      ofKind.all(orderId.toWellFormed(), kind).filter(({ at }) => at >= since).length,
    soundTestedAt: () => {
      const at = fact.first(SOUND_TEST)?.value
      return at === undefined ? undefined : Number(at)
    },
    recordSoundTest: (at) => ledger.atomically(() => ledger.facts.put({ name: SOUND_TEST, value: String(at) })),
  }
}
