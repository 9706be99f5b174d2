import { businessDate } from './business-day.ts'
import { durationParts } from './duration.ts'
import { ownValue } from './own-value.ts'

/** Numbers, times and amounts in the language of the screen, all formatted by `Intl`. */
export type Formats = {
  /** "12 s", "8 min", "1 h 5 min": rounded down, never negative. */
  readonly duration: (ms: number) => string
  /** At most as wide as "59 min": "1 h 05", and from ten hours only the hours. */
  readonly age: (ms: number) => string
  /** "19:42" in this computer's time zone. */
  readonly time: (epochMs: number) => string
  /** "19:42", or with its day when that is not the business day of `now`: "sex., 20 de nov. 19:42". */
  readonly when: (epochMs: number, now: number) => string
  /** "90 s", as in the settings. */
  readonly seconds: (seconds: number) => string
  /** "qui., 19 de nov." */
  readonly day: (epochMs: number) => string
  /** "2×" for pieces, "0,5 kg" for other units. */
  readonly quantity: (quantity: number, unit: string | undefined) => string
  /** The amount as the platform sent it. Without a currency a plain number. */
  readonly amount: (value: number, currency: string | undefined) => string
  readonly whole: (value: number) => string
  /** "5,5 mm", "1,5 m". */
  readonly length: (value: number, unit: 'millimeter' | 'meter') => string
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

const MAX_DECIMALS = 3
/** From this many hours, an age has no minutes. */
const HOURS_ALONE = 10
const ISO_CURRENCY = /^[A-Za-z]{3}$/

/** Non-breaking space: a number and its unit stay on one line. */
const unbroken = (text: string): string => text.replaceAll(' ', '\u00a0')

/** The computer's time zone. A formatter keeps the zone in which it was made. */
export const timeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** `money`: unit of this connection's amounts (`settings.dialect.money`). */
export function createFormats(locale: string, money: 'decimal' | 'cents', zone = timeZone()): Formats {
  const made = new Map<string, Intl.NumberFormat>()
  // Intl formatters are slow to create and fast to use, and a board needs few of them.
  const format = (options: Intl.NumberFormatOptions): Intl.NumberFormat => {
    const key = JSON.stringify(options)
    const known = made.get(key) ?? new Intl.NumberFormat(locale, options)
    made.set(key, known)
    return known
  }
  const measured = (value: number, unit: string): string =>
    unbroken(format({ style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: MAX_DECIMALS }).format(value))
  const plain = format({ maximumFractionDigits: MAX_DECIMALS })
  const twoDigits = format({ minimumIntegerDigits: 2 })
  const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', timeZone: zone })
  const day = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short', timeZone: zone })
  return {
    duration: (ms) => {
      const { hours, minutes, seconds } = durationParts(ms)
      if (hours > 0) return `${measured(hours, 'hour')} ${measured(minutes, 'minute')}`
      return minutes > 0 ? measured(minutes, 'minute') : measured(seconds, 'second')
    },
    age: (ms) => {
      const { hours, minutes, seconds } = durationParts(ms)
      if (hours >= HOURS_ALONE) return measured(hours, 'hour')
      if (hours > 0) return unbroken(`${measured(hours, 'hour')} ${twoDigits.format(minutes)}`)
      return minutes > 0 ? measured(minutes, 'minute') : measured(seconds, 'second')
    },
    time: (epochMs) => clock.format(epochMs),
    when: (epochMs, now) => {
      const time = clock.format(epochMs)
      return businessDate(epochMs) === businessDate(now) ? time : `${day.format(epochMs)} ${time}`
    },
    seconds: (seconds) => measured(seconds, 'second'),
    day: (epochMs) => day.format(epochMs),
    quantity: (quantity, unit) => {
      const measure = unit === undefined ? undefined : ownValue(MEASURES, unit.toUpperCase())
      if (measure) return measured(quantity, measure)
      return unit === undefined || unit.toUpperCase() === 'UN'
        ? `${plain.format(quantity)}×`
        : unbroken(`${plain.format(quantity)} ${unit}`)
    },
    amount: (value, currency) => {
      const written =
        currency !== undefined && ISO_CURRENCY.test(currency)
          ? format({ style: 'currency', currency: currency.toUpperCase() })
          : format({ minimumFractionDigits: 2, maximumFractionDigits: 2 })
      // The minor unit is the currency's own: 100 in a real, 1 in a Chilean peso or a guaraní, 1000 in a dinar.
      const { maximumFractionDigits = 2 } = written.resolvedOptions()
      return written.format(money === 'cents' ? value / 10 ** maximumFractionDigits : value)
    },
    whole: (value) => plain.format(value),
    length: measured,
  }
}
