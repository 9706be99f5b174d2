import { describe, expect, it, vi } from 'vitest'
import { createFormats, zoneOffsets } from '../../../shared/text/formats.ts'

const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ')

const UNITS = { KG: 'kilogram', g: 'gram', L: 'liter', ML: 'milliliter', OZ: 'ounce', LB: 'pound', GAL: 'gallon' }

describe('formats', () => {
  const pt = createFormats('pt-BR', 'decimal')
  const en = createFormats('en', 'decimal')

  it.each([
    [2, undefined, '2×'],
    [1, 'UN', '1×'],
    [0.5, 'KG', '0,5 kg'],
    [1.25, 'kg', '1,25 kg'],
    [0.3333, 'KG', '0,333 kg'],
    [1.5, 'UN', '1,5×'],
    [2, 'DUZIA', '2 DUZIA'],
    [2, 'un', '2×'],
    [3, 'constructor', '3 constructor'],
    [1250, 'UN', '1.250×'],
    [undefined, undefined, '?'],
    [undefined, 'KG', '?'],
  ])('writes %d of %s as %s', (quantity, unit, shown) => {
    expect(plain(pt.quantity(quantity, unit))).toBe(shown)
    expect(pt.quantity(quantity, unit)).not.toContain(' ')
  })

  it.each(['pt-BR', 'es', 'en', 'de'])('writes numbers, units and times as Intl does: %s', (locale) => {
    const formats = createFormats(locale, 'decimal')
    const unitOf = (value: number, unit: string) =>
      plain(
        new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 3 }).format(
          value,
        ),
      )
    for (const value of [0, 1, 9, 10, 59, 999, 0.5, 1.25, 12.125, 1000, 12_345.678, 0.12345]) {
      expect(formats.whole(value)).toBe(new Intl.NumberFormat(locale, { maximumFractionDigits: 3 }).format(value))
      for (const [code, unit] of Object.entries(UNITS))
        expect(plain(formats.quantity(value, code))).toBe(unitOf(value, unit))
      expect(plain(formats.seconds(value))).toBe(unitOf(value, 'second'))
      expect(plain(formats.length(value, 'meter'))).toBe(unitOf(value, 'meter'))
    }
    const clock = new Intl.DateTimeFormat(locale, { hour: locale === 'en' ? 'numeric' : '2-digit', minute: '2-digit' })
    const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short' })
    for (const at of [new Date(2026, 2, 2, 0, 5), new Date(2026, 2, 2, 9, 0), new Date(2026, 2, 2, 23, 59)].map(
      Number,
    )) {
      expect(formats.time(at)).toBe(clock.format(at))
      expect(formats.day(at)).toBe(weekday.format(at))
    }
    expect(plain(formats.duration(11 * 3_600_000))).toBe(unitOf(11, 'hour'))
    expect(plain(formats.age(8 * 60_000))).toBe(unitOf(8, 'minute'))
    expect(plain(formats.age(65 * 60_000))).toBe(`${unitOf(1, 'hour')} 05`)
  })

  it.each([
    [-4_000, '0 s'],
    [12_400, '12 s'],
    [59_999, '59 s'],
    [60_000, '1 min'],
    [3_600_000, '1 h'],
    [3_900_000, '1 h 5 min'],
  ])('writes %i ms as %s', (ms, shown) => {
    expect(plain(pt.duration(ms))).toBe(shown)
  })

  it('names the day of a time that is not today', () => {
    const noon = new Date(2026, 2, 2, 12).getTime()
    expect(plain(pt.when(noon + 3 * 3_600_000, noon))).toBe('15:00')
    expect(plain(pt.when(noon + 13 * 3_600_000, noon))).toBe('01:00')
    expect(plain(pt.when(noon + 24 * 3_600_000, noon))).toBe('ter., 3 de mar. 12:00')
    expect(plain(pt.whenShort(noon + 24 * 3_600_000, noon))).toBe('03/03 12:00')
    expect(plain(en.when(noon - 9 * 3_600_000, noon))).toMatch(/^Mon, Mar 2 3:00/)
  })

  it.each([
    [-4_000, '0 s'],
    [3_599_999, '59 min'],
    [3_600_000, '1 h 00'],
    [35_999_999, '9 h 59'],
    [36_000_000, '10 h'],
    [600_000_000, '166 h'],
  ])('writes an age of %i ms as %s', (ms, shown) => {
    expect(plain(pt.age(ms))).toBe(shown)
    expect(pt.age(ms)).not.toContain(' ')
  })

  it('shows an amount as sent, in its currency', () => {
    expect(plain(pt.amount(87.5, 'BRL'))).toBe('R$ 87,50')
    expect(plain(en.amount(1234.5, 'BRL'))).toBe('R$1,234.50')
    const es = createFormats('es', 'decimal')
    expect(['BRL', 'MXN'].map((currency) => plain(es.amount(1150.5, currency)))).toEqual(['R$ 1150,50', '$ 1150,50'])
    expect(plain(pt.amount(87.5, undefined))).toBe('87,50')
    expect(plain(pt.amount(87.5, 'not a currency'))).toBe('87,50')
  })

  it('reads cents where the connection sends cents', () => {
    const cents = createFormats('pt-BR', 'cents')
    expect(plain(cents.amount(8750, 'BRL'))).toBe('R$ 87,50')
    expect(plain(cents.amount(8750, undefined))).toBe('87,50')
  })

  it('reads the minor unit of the currency, if it has one', () => {
    const cents = createFormats('pt-BR', 'cents')
    expect(plain(cents.amount(8750, 'CLP'))).toBe('CLP 8.750')
    expect(plain(cents.amount(8750, 'KWD'))).toBe('KWD 8,750')
    expect(plain(pt.amount(8750, 'PYG'))).toBe('PYG 8.750')
  })
})

it.each([
  ['America/New_York', '300 240'],
  ['Europe/Madrid', '-60 -120'],
  ['Asia/Tokyo', '-540 -540'],
])('the offsets of %s in winter and in summer are %s', (zone, offsets) => {
  vi.stubEnv('TZ', zone)
  expect(zoneOffsets(Date.UTC(2026, 0, 15))).toBe(offsets)
  vi.unstubAllEnvs()
})
