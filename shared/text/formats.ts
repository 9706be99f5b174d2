import { ownValue } from '../own-value.ts'
import { businessDate } from '../time/business-day.ts'
import { durationParts } from '../time/duration.ts'

/** Numbers, times and amounts in the language of the screen, as `Intl` formats them. */
export interface Formats {
  /** "12 s", "8 min", "1 h", "1 h 5 min": rounded down, never negative. */
  duration(ms: number): string
  /** At most as wide as "59 min": "1 h 05", and from ten hours only the hours. */
  age(ms: number): string
  /** The same in whole minutes, from "0 min" on. */
  minutes(ms: number): string
  /** "19:42" in this computer's time zone. */
  time(epochMs: number): string
  /** "19:42", or with its day when that is not the business day of `now`: "sex., 20 de nov. 19:42". */
  when(epochMs: number, now: number): string
  /** The same with the day in figures: "20/11 19:42". */
  whenShort(epochMs: number, now: number): string
  /** "90 s", as in the settings. */
  seconds(seconds: number): string
  /** "qui., 19 de nov." */
  day(epochMs: number): string
  dayAndTime(epochMs: number): string
  /** "2×" for pieces, "0,5 kg" for other units, "?" for a quantity that cannot be read. */
  quantity(quantity: number | undefined, unit: string | undefined): string
  /** The amount as the platform sent it. Without a currency a plain number. */
  amount(value: number, currency: string | undefined): string
  whole(value: number): string
  /** "5,5 mm", "1,5 m". */
  length(value: number, unit: string): string
}

/** Units of Open Delivery v2 items, by their `Intl` names. `UN` are pieces. */
const MEASURES: Readonly<Record<string, string>> = {
  KG: 'kilogram',
  G: 'gram',
  L: 'liter',
  ML: 'milliliter',
  OZ: 'ounce',
  LB: 'pound',
  GAL: 'gallon',
}

type Written = { readonly point: string; readonly units: Readonly<Record<string, string>> }

const COMMA: Written = { point: ',', units: { hour: 'h', minute: 'min', second: 's', kilogram: 'kg', gram: 'g' } }
/**
 * How `Intl` writes small numbers in the screen's languages. They are written here without `Intl`, because the first number
 * or time that `Intl` formats in a window takes 12 ms, and the board shows these at its start. `Intl` writes other languages.
 */
const WRITTEN: Readonly<Record<string, Written>> = {
  'pt-BR': COMMA,
  es: COMMA,
  en: { point: '.', units: { hour: 'hr', minute: 'min', second: 'sec', kilogram: 'kg', gram: 'g' } },
}
/** Languages with a clock of 24 hours. */
const FULL_DAY: ReadonlySet<string> = new Set(['pt-BR', 'es'])
/** A number that needs no grouping and no rounding. */
const SMALL = /^\d{1,3}(\.\d{1,3})?$/

const HALF_A_YEAR_MS = 183 * 24 * 3_600_000
const MAX_DECIMALS = 3
/** From this many hours, an age has no minutes. */
const HOURS_ALONE = 10
const ISO_CURRENCY = /^[A-Za-z]{3}$/

/** Non-breaking space: a number and its unit stay on one line. */
const unbroken = (text: string): string => text.replaceAll(' ', '\u00a0')

/** The computer's offsets from UTC now and half a year later, in minutes: they change with its time zone. */
export const zoneOffsets = (now: number): string =>
  [now, now + HALF_A_YEAR_MS].map((at) => new Date(at).getTimezoneOffset()).join(' ')

const once = <T>(make: () => T): (() => T) => {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** `Intl` writes "150,00 BRL" in Spanish; the shops of Latin America write the sign, before the number. */
const NARROW = { currencyDisplay: 'narrowSymbol' } as const

/**
 * `money`: unit of this connection's amounts (`settings.dialect.money`). A formatter keeps the time zone in which it was made:
 * create the formats again when `zoneOffsets` changes.
 */
export function createFormats(locale: string, money: 'decimal' | 'cents'): Formats {
  const isSignFirst = locale === 'es'
  const made = new Map<string, Intl.NumberFormat>()
  // Intl formatters are slow to create and fast to use, and a board needs few of them.
  const format = (options: Intl.NumberFormatOptions): Intl.NumberFormat => {
    const key = JSON.stringify(options)
    const known = made.get(key) ?? new Intl.NumberFormat(locale, options)
    made.set(key, known)
    return known
  }
  const written = ownValue(WRITTEN, locale)
  const small = (value: number): string | undefined =>
    written && SMALL.test(`${value}`) ? `${value}`.replace('.', written.point) : undefined
  const measured = (value: number, unit: string): string => {
    const number = small(value)
    const name = written && ownValue(written.units, unit)
    return unbroken(
      number !== undefined && name !== undefined
        ? `${number} ${name}`
        : format({ style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: MAX_DECIMALS }).format(value),
    )
  }
  const plain = (value: number): string => small(value) ?? format({ maximumFractionDigits: MAX_DECIMALS }).format(value)
  const twoDigits = (value: number): string =>
    small(value)?.padStart(2, '0') ?? format({ minimumIntegerDigits: 2 }).format(value)
  const hour = locale === 'en' ? 'numeric' : '2-digit'
  const clock = once(() => new Intl.DateTimeFormat(locale, { hour, minute: '2-digit' }))
  const day = once(() => new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short' }))
  const shortDay = once(() => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'numeric' }))
  const timeOf = (epochMs: number): string => {
    if (!FULL_DAY.has(locale)) return clock().format(epochMs)
    const at = new Date(epochMs)
    return `${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`
  }
  const timeOrDated = (epochMs: number, now: number, dayFormat: () => Intl.DateTimeFormat): string => {
    const time = timeOf(epochMs)
    return businessDate(epochMs) === businessDate(now) ? time : `${dayFormat().format(epochMs)} ${time}`
  }
  return {
    duration: (ms) => {
      const { hours, minutes, seconds } = durationParts(ms)
      if (hours > 0) return [measured(hours, 'hour'), ...(minutes > 0 ? [measured(minutes, 'minute')] : [])].join(' ')
      return minutes > 0 ? measured(minutes, 'minute') : measured(seconds, 'second')
    },
    age: (ms) => {
      const { hours, minutes, seconds } = durationParts(ms)
      if (hours >= HOURS_ALONE) return measured(hours, 'hour')
      if (hours > 0) return unbroken(`${measured(hours, 'hour')} ${twoDigits(minutes)}`)
      return minutes > 0 ? measured(minutes, 'minute') : measured(seconds, 'second')
    },
    minutes: (ms) => {
      const { hours, minutes } = durationParts(ms)
      if (hours >= HOURS_ALONE) return measured(hours, 'hour')
      return hours > 0 ? unbroken(`${measured(hours, 'hour')} ${twoDigits(minutes)}`) : measured(minutes, 'minute')
    },
    time: timeOf,
    when: (epochMs, now) => timeOrDated(epochMs, now, day),
    whenShort: (epochMs, now) => timeOrDated(epochMs, now, shortDay),
    seconds: (seconds) => measured(seconds, 'second'),
    day: (epochMs) => day().format(epochMs),
    dayAndTime: (epochMs) => `${day().format(epochMs)} ${timeOf(epochMs)}`,
    quantity: (quantity, unit) => {
      if (quantity === undefined) return '?'
      const measure = unit === undefined ? undefined : ownValue(MEASURES, unit.toUpperCase())
      if (measure) return measured(quantity, measure)
      return unit === undefined || unit.toUpperCase() === 'UN'
        ? `${plain(quantity)}×`
        : unbroken(`${plain(quantity)} ${unit}`)
    },
    amount: (value, currency) => {
      const isKnown = currency !== undefined && ISO_CURRENCY.test(currency)
      const written = isKnown
        ? format({ style: 'currency', currency: currency.toUpperCase(), ...(isSignFirst ? NARROW : {}) })
        : format({ minimumFractionDigits: 2, maximumFractionDigits: 2 })
      // The minor unit is the currency's own: 100 in a real, 1 in a Chilean peso or a guaraní, 1000 in a dinar.
      const { maximumFractionDigits = 2 } = written.resolvedOptions()
      const text = written.format(money === 'cents' ? value / 10 ** maximumFractionDigits : value)
      return isSignFirst ? text.split('\u00a0').toReversed().join('\u00a0') : text
    },
    whole: plain,
    length: measured,
  }
}
