import type { Shift, Spread } from '../contract/history.ts'
import type { Formats } from '../text/formats.ts'
import { fillTemplate, wordOf } from '../text/words-of.ts'
import type { Texts } from '../texts/texts.ts'
import { countdown } from '../time/duration.ts'

/** The figures of a shift in words, for the screen and for paper. Pure. */

const PERCENT = 100
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_HOURS = 24

type Words = {
  readonly texts: Texts
  readonly formats: Pick<Formats, 'whole' | 'minutes' | 'day'>
  /** Number of days that the figures cover. */
  readonly days: number
}

type Tile = {
  readonly name: 'on-time' | 'orders' | 'prepare' | 'accept' | 'cancelled'
  readonly value: string
  readonly unit?: string | undefined
  readonly label: string
  readonly about: string
}

const NO_VALUE = '–'

/** A time to accept: "0:38". */
const clock = (ms: number): string => countdown(ms)

const within = ({ texts }: Words, time: string): string => fillTemplate(texts.history.figure.within, { time })

function comparison({ texts, formats, days }: Words, { orders, ordersBefore }: Shift): string {
  if (ordersBefore === undefined) return ''
  const { figure } = texts.history
  const before = days === 1 ? figure.before1 : days === 7 ? figure.before7 : figure.before30
  const number = formats.whole(Math.abs(orders - ordersBefore))
  const text = orders > ordersBefore ? figure.more : orders < ordersBefore ? figure.less : figure.same
  return fillTemplate(text, { number, before })
}

const minutesTile = (words: Words, spread: Spread | undefined): Pick<Tile, 'value' | 'unit' | 'about'> => {
  if (spread === undefined) return { value: NO_VALUE, about: words.texts.history.noFigures }
  const about = within(words, words.formats.minutes(spread.p90Ms))
  if (spread.medianMs >= HOUR_MS) return { value: words.formats.minutes(spread.medianMs), about }
  return { value: words.formats.whole(Math.round(spread.medianMs / MINUTE_MS)), unit: 'min', about }
}

/** The five figures, each with a second one in words. */
export function shiftTiles(words: Words, shift: Shift): readonly Tile[] {
  const { texts, formats } = words
  const { figure, noFigures } = texts.history
  const { onTime, accept, cancelCode } = shift
  return [
    {
      name: 'on-time',
      value: onTime.promised === 0 ? NO_VALUE : formats.whole(Math.floor((PERCENT * onTime.kept) / onTime.promised)),
      unit: onTime.promised === 0 ? undefined : '%',
      label: figure.onTime,
      about:
        onTime.promised === 0
          ? figure.nonePromised
          : fillTemplate(figure.onTimeOf, {
              kept: formats.whole(onTime.kept),
              promised: formats.whole(onTime.promised),
            }),
    },
    { name: 'orders', value: formats.whole(shift.orders), label: figure.orders, about: comparison(words, shift) },
    { name: 'prepare', label: figure.prepare, ...minutesTile(words, shift.prepare) },
    {
      name: 'accept',
      value: accept === undefined ? NO_VALUE : clock(accept.medianMs),
      label: figure.accept,
      about: accept === undefined ? noFigures : within(words, clock(accept.p90Ms)),
    },
    {
      name: 'cancelled',
      value: formats.whole(shift.cancelled),
      label: figure.cancelled,
      about: cancelCode === undefined ? '' : wordOf(texts.cancel.code, cancelCode),
    },
  ]
}

const hourOf = (hour: number): string => `${String(hour % DAY_HOURS).padStart(2, '0')}:00`

export const shiftWords = {
  /** The day, or the first and the last one. */
  days: ({ formats, days }: Words, { from, until }: Shift): string =>
    days === 1 ? formats.day(from) : `${formats.day(from)} – ${formats.day(until - 1)}`,
  /** One sentence: in which hour orders were late, and what took longer in it. */
  loss: ({ texts, formats }: Words, { loss, onTime }: Shift): string => {
    const { figure } = texts.history
    if (loss === undefined) return onTime.promised === 0 ? figure.lossUnknown : figure.noLoss
    const where = fillTemplate(figure.loss, {
      from: hourOf(loss.hour),
      until: hourOf(loss.hour + 1),
      late: formats.whole(loss.late),
      orders: formats.whole(loss.orders),
    })
    if (loss.cause === undefined || loss.ms === undefined || loss.otherMs === undefined) return where
    const written = loss.cause === 'accept' ? clock : formats.minutes
    const why = fillTemplate(loss.cause === 'accept' ? figure.lossAccept : figure.lossPrepare, {
      time: written(loss.ms),
      other: written(loss.otherMs),
    })
    return `${where} ${why}`
  },
}
