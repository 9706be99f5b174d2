import { afterEach, describe, expect, it } from 'vitest'
import { businessDay } from '../../../shared/business-day.ts'
import { isQuietAt, isWithinHours } from '../../../shared/quiet-hours.ts'

const zoneBefore = process.env.TZ
afterEach(() => {
  process.env.TZ = zoneBefore
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
  ])('that reach over midnight, at %s', (at, isQuiet) => {
    expect(isQuietAt(night, local(at))).toBe(isQuiet)
  })
  it('are off unless they are switched on, and never when they have no length', () => {
    expect(isQuietAt({ ...night, enabled: false }, local('2026-11-21T01:00:00'))).toBe(false)
    expect(isQuietAt({ enabled: true, from: '08:00', to: '08:00' }, local('2026-11-21T08:00:00'))).toBe(false)
  })
})

describe('the business day', () => {
  it('holds the hours after midnight of the evening before', () => {
    process.env.TZ = 'America/Sao_Paulo'
    const evening = businessDay(local('2026-11-20T20:00:00'), 0)
    expect(businessDay(local('2026-11-21T03:59:59'), 0)).toEqual(evening)
    expect(businessDay(local('2026-11-21T04:00:00'), 1)).toEqual(evening)
    expect(new Date(evening.from).toISOString()).toBe('2026-11-20T07:00:00.000Z')
  })
  it('is 25 hours long when clocks go back and 23 when they go forward', () => {
    process.env.TZ = 'America/New_York'
    const autumn = businessDay(local('2026-10-31T20:00:00'), 0)
    expect(autumn.until - autumn.from).toBe(25 * HOUR_MS)
    const spring = businessDay(local('2026-03-07T20:00:00'), 0)
    expect(spring.until - spring.from).toBe(23 * HOUR_MS)
  })
})

describe('hours of the day', () => {
  it.each([
    ['2026-11-20T17:59:59', false],
    ['2026-11-20T18:00:00', true],
    ['2026-11-20T23:59:59', true],
    ['2026-11-21T00:00:00', true],
    ['2026-11-21T01:59:59', true],
    ['2026-11-21T02:00:00', false],
  ])('reach over midnight, at %s', (at, isWithin) => {
    expect(isWithinHours({ from: '18:00', to: '02:00' }, local(at))).toBe(isWithin)
  })
  it('are none when they have no length', () => {
    expect(isWithinHours({ from: '08:00', to: '08:00' }, local('2026-11-21T08:00:00'))).toBe(false)
  })
})
