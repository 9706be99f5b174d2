import type { TimelineEntry } from '../contract/contract.ts'
import type { HistoryEntry } from '../contract/history.ts'
import type { Formats } from '../text/formats.ts'
import { timelineWords } from '../text/timeline-words.ts'
import { fillTemplate, wordOf } from '../text/words-of.ts'
import type { Texts } from '../texts/texts.ts'
import { MARK_ENTRIES } from '../ticket/kitchen-marks.ts'
import { countdown } from '../time/duration.ts'
import { standing } from './milestones.ts'

/** One moment of an order, in an owner's words: "Aceito no Balcão", "em 0:40". */
export type OwnerStep = {
  readonly name: 'arrived' | 'accepted' | 'ready' | 'out' | 'cancelled' | 'promised' | 'other'
  readonly at: number
  readonly what: string
  readonly about?: string | undefined
  readonly tone?: 'kept' | 'late' | undefined
}

type Told = {
  readonly texts: Texts
  readonly formats: Pick<Formats, 'duration'>
  readonly entry: HistoryEntry
  readonly timeline: readonly TimelineEntry[]
}

const SECOND_MS = 1_000
const HOUR_MS = 3_600_000

/** Other entries that an owner asks about. */
const TOLD_KINDS: ReadonlySet<string> = new Set([
  ...[MARK_ENTRIES.again, MARK_ENTRIES.bagTicked, MARK_ENTRIES.bagsCounted],
  ...['code-invalid', 'recalled', 'changed'],
])

/** Names of places that end so are feminine in Portuguese: "na Chapa", "no Balcão". The other languages have one word. */
const FEMININE = /^\S*a(?=\s|$)/iu

const placeOf = ({ history }: Texts, screen: string): string =>
  fillTemplate(FEMININE.test(screen) ? history.owner.atFeminine : history.owner.at, { screen })

const clocked = ({ formats }: Told, ms: number): string =>
  ms < HOUR_MS ? countdown(Math.max(0, ms)) : formats.duration(ms)

/** The tap that made a step: the last one that still holds, at the step's time. */
const tapAt = ({ timeline }: Told, at: number): TimelineEntry | undefined =>
  standing(timeline, 'tapped').findLast((tap) => tap.at === at)

/** What was done, and on which screen. */
function done(told: Told, what: string, at: number): string {
  const by = tapAt(told, at)?.by
  return by === undefined ? what : `${what} ${placeOf(told.texts, by)}`
}

function arrived({ texts, formats, entry: { milestones } }: Told): OwnerStep {
  const { receivedAt, rungAt } = milestones
  const { owner } = texts.history
  return {
    name: 'arrived',
    at: receivedAt,
    what: rungAt === undefined ? owner.arrived : owner.arrivedRang,
    about:
      rungAt === undefined
        ? undefined
        : fillTemplate(owner.after, {
            time: formats.duration(Math.ceil((rungAt - receivedAt) / SECOND_MS) * SECOND_MS),
          }),
  }
}

function accepted(told: Told): readonly OwnerStep[] {
  const { texts, entry, timeline } = told
  const { receivedAt, acceptedAt } = entry.milestones
  if (acceptedAt === undefined) return []
  const { owner } = texts.history
  const isAutomatic =
    tapAt(told, acceptedAt) === undefined && timeline.some(({ kind }) => kind === 'accepted-automatically')
  return [
    {
      name: 'accepted',
      at: acceptedAt,
      what: isAutomatic ? owner.automatic : done(told, texts.status.CONFIRMED, acceptedAt),
      about: fillTemplate(owner.within, { time: clocked(told, acceptedAt - receivedAt) }),
    },
  ]
}

function ready(told: Told): readonly OwnerStep[] {
  const { texts, formats, entry } = told
  const { receivedAt, readyAt } = entry.milestones
  if (readyAt === undefined) return []
  const time = formats.duration(readyAt - receivedAt)
  return [
    {
      name: 'ready',
      at: readyAt,
      what: done(told, texts.status.READY, readyAt),
      about: fillTemplate(texts.history.owner.within, { time }),
    },
  ]
}

function out(told: Told): readonly OwnerStep[] {
  const { texts, formats, entry, timeline } = told
  const { readyAt, handedOverAt } = entry.milestones
  if (handedOverAt === undefined) return []
  const { owner } = texts.history
  const what = outcomeWord(texts, entry)
  const hasCode = timeline.some(({ kind, at }) => kind === 'code-valid' && at <= handedOverAt)
  return [
    {
      name: 'out',
      at: handedOverAt,
      what: done(told, hasCode ? `${owner.codeRight}, ${what.toLocaleLowerCase()}` : what, handedOverAt),
      about:
        readyAt === undefined
          ? undefined
          : fillTemplate(owner.atCounter, { time: formats.duration(handedOverAt - readyAt) }),
    },
  ]
}

function cancelled({ texts, entry: { milestones, cancelCode } }: Told): readonly OwnerStep[] {
  const { cancelledAt } = milestones
  if (cancelledAt === undefined) return []
  const about = cancelCode === undefined ? undefined : wordOf(texts.cancel.code, cancelCode)
  return [{ name: 'cancelled', at: cancelledAt, what: texts.status.CANCELLED, about, tone: 'late' }]
}

function promised({ texts, formats, entry: { status, promisedAt, milestones } }: Told): readonly OwnerStep[] {
  if (promisedAt === undefined) return []
  const { owner } = texts.history
  const { readyAt } = milestones
  const base = { name: 'promised', at: promisedAt, what: owner.promised } as const
  if (status === 'CANCELLED' || readyAt === undefined) return [base]
  return [
    readyAt <= promisedAt
      ? { ...base, about: owner.kept, tone: 'kept' }
      : { ...base, about: fillTemplate(owner.late, { time: formats.duration(readyAt - promisedAt) }), tone: 'late' },
  ]
}

const others = ({ texts, timeline }: Told): readonly OwnerStep[] =>
  timeline
    .filter(({ kind }) => TOLD_KINDS.has(kind))
    .map((entry) => {
      const { what, detail } = timelineWords(texts, entry)
      return { name: 'other', at: entry.at, what, about: detail || undefined }
    })

/** How an order ended, or what it is: "Entregue", "Saiu", "Cancelado". */
export function outcomeWord(
  { status: words, history }: Texts,
  { status, orderType, milestones }: HistoryEntry,
): string {
  if (status === 'CANCELLED' || milestones.handedOverAt === undefined) return wordOf(words, status)
  return orderType === 'DELIVERY' ? history.owner.out : history.owner.handed
}

/** What happened to an order, in an owner's words and in the order of time. Pure. */
export const ownerTimeline = (told: Told): readonly OwnerStep[] =>
  [
    arrived(told),
    ...accepted(told),
    ...ready(told),
    ...out(told),
    ...cancelled(told),
    ...others(told),
    ...promised(told),
  ].toSorted((a, b) => a.at - b.at)
