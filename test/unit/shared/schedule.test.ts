import { afterEach, describe, expect, it, vi } from 'vitest'
import { parseOrder } from '../../../shared/order/order.ts'
import { promisedAtOf, timesOf } from '../../../shared/time/schedule.ts'

const NOW = Date.parse('2026-11-26T15:00:00Z')
const MINUTE = 60_000
const minutes = { preparationMinutes: 20, travelMinutes: 15 }
const at = (text: string) => Date.parse(text)

function times(timing: object, more: object = {}, createdAt: unknown = '2026-11-26T15:00:00Z') {
  const essentials = { id: 'o', status: 'CREATED', items: [{ name: 'Pizza', quantity: 1 }] }
  const parsed = parseOrder({ ...essentials, createdAt, timing, ...more })
  if (!parsed.ok) throw new Error(parsed.reason)
  return timesOf(parsed.order, NOW, minutes)
}
const scheduled = (schedule: object, more: object = {}) => ({ orderTiming: 'SCHEDULED', schedule, ...more })

afterEach(() => {
  vi.unstubAllEnvs()
})

describe('the start of a scheduled order', () => {
  const TEN = at('2026-11-27T10:00:00Z')
  it.each<[unknown, number]>([
    ['2026-11-27T10:00:00Z', TEN],
    ['2026-11-27T10:00Z', TEN],
    ['2026-11-27T10:00:00,5Z', TEN + 500],
    ['2026-11-27 10:00:00Z', TEN],
    ['2026-11-27t10:00:00z', TEN],
    ['2026-11-27T07:00:00-03', TEN],
    ['2026-11-27T07:00:00-0300', TEN],
    ['2026-11-27T10:00:00+00', TEN],
    ['2026-11-27T07:00:00-03:00[America/Sao_Paulo]', TEN],
    ['2026-11-27T07:00[America/Sao_Paulo]', TEN],
    ['20261127T100000Z', TEN],
    ['2026-11-27T10:00:00 UTC', TEN],
    ['2026/11/27 10:00Z', TEN],
    ['2026-11-27T7:00:00\u221203:00', TEN],
    ['Fri, 27 Nov 2026 10:00:00 GMT', TEN],
    [TEN / 1_000, TEN],
    [TEN, TEN],
    [String(TEN / 1_000), TEN],
    [String(TEN), TEN],
    [`/Date(${TEN})/`, TEN],
    ['2026-11-27', at('2026-11-27T00:00:00Z')],
  ])('is the preparation time before %j', (end, dueAt) => {
    expect(times(scheduled({ scheduledDateTimeEnd: end }))).toMatchObject({
      dueAt,
      startAt: dueAt - 20 * MINUTE,
      isScheduled: true,
    })
  })

  const tomorrow = { scheduledDateTimeStart: '2026-11-27T09:30:00Z', scheduledDatetimeEnd: '2026-11-27T10:00:00Z' }
  it.each<[string, object, string | undefined]>([
    ['stated', scheduled(tomorrow, { preparationStartDateTime: '2026-11-27T09:00:00Z' }), '2026-11-27T09:00:00Z'],
    [
      'equal to its creation',
      scheduled(tomorrow, { preparationStartDateTime: '2026-11-26T15:00:00Z' }),
      '2026-11-27T09:40:00Z',
    ],
    ['at once', scheduled(tomorrow, { preparationStartDateTime: '2026-11-26T15:00:05Z' }), '2026-11-27T09:40:00Z'],
    ['soon', scheduled(tomorrow, { preparationStartDateTime: '2026-11-26T15:00:06Z' }), '2026-11-26T15:00:06Z'],
    ['at the end', scheduled(tomorrow, { preparationStartDateTime: '2026-11-27T10:00:00Z' }), '2026-11-27T10:00:00Z'],
    [
      'before its creation',
      scheduled(tomorrow, { preparationStartDateTime: '2026-11-26T14:00:00Z' }),
      '2026-11-27T09:40:00Z',
    ],
    [
      'after it is due',
      scheduled(tomorrow, { preparationStartDateTime: '2026-11-27T11:00:00Z' }),
      '2026-11-27T09:40:00Z',
    ],
    [
      'absent, with the start of the schedule',
      scheduled({ scheduledDateTimeStart: '2026-11-27T10:00:00Z' }),
      '2026-11-27T09:40:00Z',
    ],
    ['absent, without a timing', { schedule: tomorrow }, '2026-11-27T09:40:00Z'],
    [
      'equal to its creation, without a schedule',
      { orderTiming: 'Scheduled', preparationStartDateTime: '2026-11-26T15:00:00Z' },
      undefined,
    ],
    ['stated, in an unknown timing', { preparationStartDateTime: '2026-11-27T09:00:00Z' }, '2026-11-27T09:00:00Z'],
    ['nowhere', { orderTiming: 'scheduled' }, undefined],
    ['a default of a program', scheduled({ scheduledDateTimeEnd: '0001-01-01T00:00:00' }), undefined],
    ['unreadable', scheduled({ scheduledDateTimeEnd: 'tomorrow' }), undefined],
  ])('that is %s', (_what, timing, start) => {
    expect(times(timing)).toMatchObject({ isScheduled: true, startAt: start === undefined ? undefined : at(start) })
  })

  it('that is equal to its creation says nothing, also when both are hours ahead', () => {
    const ahead = '2026-11-26T18:00:00Z'
    const timing = scheduled(tomorrow, { preparationStartDateTime: ahead })
    expect(times(timing, {}, ahead)).toMatchObject({ startAt: at('2026-11-27T09:40:00Z') })
  })

  it.each([
    ['ONDEMAND', false],
    ['INSTANT', false],
    ['LATER', true],
  ])('of timing %s with a time is one: %j', (orderTiming, isScheduled) => {
    expect(times({ orderTiming, schedule: tomorrow })).toMatchObject({ isScheduled })
    const start = { preparationStartDateTime: '2026-11-26T15:00:05Z' }
    expect(times({ orderTiming, ...start })).toMatchObject({ isScheduled: false, startAt: NOW + 5_000 })
  })

  it('is the travel and the preparation time before the delivery, which is due that travel time before', () => {
    const fulfillment = { orderType: 'DELIVERY', delivery: { estimatedDeliveryDateTime: '2026-11-27T10:00:00Z' } }
    expect(times({ orderTiming: 'SCHEDULED' }, { fulfillment })).toMatchObject({
      dueAt: TEN - 15 * MINUTE,
      startAt: TEN - 35 * MINUTE,
    })
    expect(times({ orderTiming: 'INSTANT' }, { fulfillment })).toMatchObject({
      dueAt: TEN - 15 * MINUTE,
      startAt: undefined,
    })
  })
})

describe('a time without an offset', () => {
  const end = { scheduledDateTimeEnd: '2026-11-27T10:00:00' }
  it.each<[string, string, string, boolean]>([
    ['of a shop whose time makes the order new', '2026-11-26T12:00:00', '2026-11-27T13:00:00Z', false],
    ['of a host whose UTC makes the order new', '2026-11-26T14:59:00', '2026-11-27T10:00:00Z', false],
    ['of neither', '2026-11-25T12:00:00', '2026-11-27T10:00:00Z', true],
    ['of a shop, an hour before', '2026-11-26T11:00:00', '2026-11-27T13:00:00Z', false],
    ['of a shop, two minutes ahead', '2026-11-26T12:02:00', '2026-11-27T13:00:00Z', false],
    ['of neither, by a minute', '2026-11-26T12:03:00', '2026-11-27T10:00:00Z', true],
    ['beside others that have one', '2026-11-26T15:00:00Z', '2026-11-27T10:00:00Z', true],
  ])('%s', (_whose, createdAt, dueAt, isZoneDoubtful) => {
    vi.stubEnv('TZ', 'America/Sao_Paulo')
    expect(times(scheduled(end), {}, createdAt)).toMatchObject({ dueAt: at(dueAt), isZoneDoubtful })
  })
})

it('an order is promised as scheduled, else as estimated', () => {
  const promised = (scheduledDateTimeEnd?: string, estimatedDeliveryDateTime?: string) => {
    const parsed = parseOrder({ id: 'o', schedule: { scheduledDateTimeEnd }, delivery: { estimatedDeliveryDateTime } })
    return parsed.ok ? promisedAtOf(parsed.order, NOW) : 'unreadable'
  }
  const [one, other] = ['2026-11-26T18:00:00Z', '2026-11-26T19:00:00Z']
  expect([promised(one, other), promised(undefined, other), promised()]).toEqual([at(one), at(other), undefined])
})
