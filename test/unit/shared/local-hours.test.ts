import { afterEach, describe, expect, it } from 'vitest'
import { businessDate, businessDay } from '../../../shared/time/business-day.ts'
import { isQuietAt } from '../../../shared/time/quiet-hours.ts'

const zoneBefore = process.env.TZ
afterEach(() => {
  // `process.env` would turn `undefined` into the name of a zone.
  if (zoneBefore === undefined) delete process.env.TZ
  else process.env.TZ = zoneBefore
})
const HOUR_MS = 3_600_000
const local = (text: string): number => new Date(text).getTime()

describe('quiet hours', () => {
  const night = { enabled: true, from: '23:00', to: '06:00' }
  it.each([
    ['2026-11-20T22:59:59', false],
    ['2026-11-20T23:00:00', true],
    ['2026-11-21T00:00:00', true],
    ['2026-11-21T05:59:00', true],
    ['2026-11-21T06:00:00', false],
  ])('from 23:00 to 06:00, at %s: %j', (at, isQuiet) => {
    expect(isQuietAt(night, local(at))).toBe(isQuiet)
  })
  it('are off unless they are switched on, and never when they have no length', () => {
    expect(isQuietAt({ ...night, enabled: false }, local('2026-11-21T01:00:00'))).toBe(false)
    expect(isQuietAt({ enabled: true, from: '08:00', to: '08:00' }, local('2026-11-21T08:00:00'))).toBe(false)
  })
})

describe('the business day', () => {
  // Local time, age in days, date on which the business day began. 2026-11-22 is a Sunday.
  it.each([
    ['2026-11-22T01:00:00', 0, '2026-11-21'],
    ['2026-11-22T01:00:00', 1, '2026-11-20'],
    ['2026-11-22T00:00:00', 0, '2026-11-21'],
    ['2026-11-21T23:59:59', 0, '2026-11-21'],
    ['2026-11-22T03:59:59', 0, '2026-11-21'],
    ['2026-11-22T04:00:00', 0, '2026-11-22'],
    ['2026-11-22T12:00:00', 6, '2026-11-16'],
    ['2026-12-01T02:00:00', 0, '2026-11-30'],
    ['2027-01-01T00:30:00', 0, '2026-12-31'],
    ['2027-01-01T05:00:00', 1, '2026-12-31'],
  ])('of %s, %d days ago, began on %s, in every time zone', (at, daysAgo, date) => {
    for (const zone of ['America/Sao_Paulo', 'Asia/Tokyo', 'Europe/Madrid', 'Pacific/Kiritimati', 'UTC']) {
      process.env.TZ = zone
      const { from, until } = businessDay(local(at), daysAgo)
      expect([zone, businessDate(from), businessDate(until - 1)]).toEqual([zone, date, date])
      expect(new Date(from).getHours()).toBe(4)
    }
  })
  it.each([
    ['America/New_York', '2026-11-01T01:30:00', '2026-10-31', 25],
    ['America/New_York', '2026-11-01T04:00:00', '2026-11-01', 24],
    ['America/New_York', '2026-03-08T03:30:00', '2026-03-07', 23],
    ['Europe/Madrid', '2026-03-29T01:00:00', '2026-03-28', 23],
    ['Europe/Madrid', '2026-10-25T02:30:00', '2026-10-24', 25],
    // The clocks are set forward at midnight: this day has no 00:00.
    ['America/Santiago', '2026-09-06T01:30:00', '2026-09-05', 23],
  ] as const)('in %s at %s began on %s and is %d hours long', (zone, at, date, hours) => {
    process.env.TZ = zone
    const { from, until } = businessDay(local(at), 0)
    expect(businessDate(from)).toBe(date)
    expect(until - from).toBe(hours * HOUR_MS)
    expect(businessDay(until, 1)).toEqual({ from, until })
  })
})
