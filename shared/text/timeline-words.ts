import type { Texts } from '../texts/texts.ts'
import { ONCE_ENTRIES } from '../ticket/alarm.ts'
import { CANCELLATION_JUDGEMENTS } from '../ticket/announced-cancellation.ts'
import { MARK_ENTRIES } from '../ticket/kitchen-marks.ts'

const MINUTE_MS = 60_000

type Entry = { readonly kind: string; readonly detail?: string | undefined; readonly by?: string | undefined }

/** The word of a group for a code from outside. Only the group's own members are read. `undefined`: there is none. */
function wordOf(group: object, code: string): string | undefined {
  const word: unknown = Object.getOwnPropertyDescriptor(group, code)?.value
  return typeof word === 'string' ? word : undefined
}

/** `ORDER_` is the prefix of the event names in the other spelling. */
const eventWord = ({ history, status }: Texts, type: string): string =>
  [type, type.replace(/^ORDER_/, '')]
    .map((name) => wordOf(history.event, name) ?? wordOf(status, name))
    .find((word) => word !== undefined) ?? type

function alarmWords({ alarm, lane, status }: Texts, detail: string): string {
  const [cause = '', times] = detail.split(' ')
  const causes = {
    new: alarm.testNew,
    start: lane.scheduled,
    cancelled: status.CANCELLED,
    changed: alarm.testChanged,
    accepted: status.CONFIRMED,
    delayed: alarm.testLate,
    courier: alarm.courier,
    standing: alarm.standing,
  }
  const word = wordOf(causes, cause) ?? cause
  return times === undefined ? word : `${word} · ${times}×`
}

function detailWords(texts: Texts, { kind, detail = '', by }: Entry): string {
  switch (kind) {
    case 'tapped':
      return `${wordOf(texts.action, detail) ?? detail} · ${by ?? texts.history.thisScreen}`
    case 'accepted-automatically':
    case 'undone':
    case 'sent':
    case 'confirmed':
    case 'concluded':
    case 'confirmation-withdrawn':
      return wordOf(texts.action, detail) ?? detail
    case 'received':
      return eventWord(texts, detail)
    case 'read':
      return wordOf(texts.status, detail) ?? detail
    case 'conflict':
      return wordOf(texts.conflict, detail) ?? detail
    case 'cancelled':
      return wordOf(texts.cancel.code, detail) ?? detail
    case 'rang':
    case 'rang-long':
    case 'rang-last-call':
    case 'rang-until':
    case 'beeped':
      return alarmWords(texts, detail)
    case MARK_ENTRIES.bagTicked:
    case MARK_ENTRIES.bagUnticked:
    case MARK_ENTRIES.bagsCounted:
      return `${detail} · ${by ?? texts.history.thisScreen}`
    case MARK_ENTRIES.held:
      return `${Math.round(Number(detail) / MINUTE_MS)} min`
    case MARK_ENTRIES.again: {
      const [reason = '', ...line] = detail.split(' ')
      return [...line, '·', wordOf(texts.marks.reason, reason) ?? reason].join(' ')
    }
    // The detail is the id of an event.
    case CANCELLATION_JUDGEMENTS.contradicted:
    case CANCELLATION_JUDGEMENTS.refuted:
      return ''
    case ONCE_ENTRIES.courier:
    case ONCE_ENTRIES.standing:
    case ONCE_ENTRIES.delayed:
      return wordOf(texts.history.kind, detail) ?? detail
    default:
      return detail
  }
}

/** An entry of an order's timeline in words: the event and its subject. A code without a word is returned unchanged. */
export const timelineWords = (texts: Texts, entry: Entry): { readonly what: string; readonly detail: string } => ({
  what: wordOf(texts.history.kind, entry.kind) ?? entry.kind,
  detail: detailWords(texts, entry),
})
