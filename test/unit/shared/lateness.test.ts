import { describe, expect, it } from 'vitest'
import { nextStepOf } from '../../../renderer/ticket/next-step.ts'
import { DEFAULT_SETTINGS } from '../../../shared/contract/settings.ts'
import { onceAlarmTimes, startOfWork } from '../../../shared/ticket/lateness.ts'
import { deadlineUrgency, standingUrgency, urgencyOf } from '../../../shared/ticket/urgency.ts'
import { EVENING, minutesAgo, tap, ticket } from '../../fixtures/board-harness/tickets.ts'

const MINUTE = 60_000
const at = (more: Parameters<typeof ticket>[1], settings: Partial<typeof DEFAULT_SETTINGS> = {}) =>
  onceAlarmTimes(ticket('1', { createdAt: EVENING, ...more }), { ...DEFAULT_SETTINGS, ...settings }).find(
    ({ cause }) => cause === 'delayed',
  )?.at

describe('the delay alarm of an order is due', () => {
  it.each<[string, Parameters<typeof ticket>[1], number]>([
    ['five minutes after its promised time', { dueAt: EVENING + 40 * MINUTE }, 45],
    [
      'by its estimate, if that is before the threshold',
      { orderType: 'DELIVERY', dueAt: EVENING + 9 * MINUTE, isDueByEstimate: true },
      14,
    ],
    [
      'by the threshold, if that is before its estimate',
      { orderType: 'DELIVERY', dueAt: EVENING + 40 * MINUTE, isDueByEstimate: true },
      20,
    ],
    ['five minutes after the threshold of a delivery without one', { orderType: 'DELIVERY' }, 20],
    ['five minutes after the threshold of a pickup without one', { orderType: 'TAKEOUT' }, 15],
    [
      'counted from its start, if it is scheduled',
      { orderType: 'DELIVERY', timing: 'SCHEDULED', startAt: EVENING + 30 * MINUTE },
      50,
    ],
    ['while it is cooked', { status: 'PREPARING', orderType: 'DELIVERY' }, 20],
    [
      "also when the shop's rules accepted it later",
      { orderType: 'DELIVERY', tap: { ...tap('confirmed'), tappedAt: EVENING + 21 * MINUTE, automatic: true } },
      20,
    ],
  ])('%s', (_when, more, minutes) => {
    expect(at(more)).toBe(EVENING + minutes * MINUTE)
  })

  it('after the chosen minutes', () => {
    expect(at({ dueAt: EVENING }, { delayAlarm: { enabled: true, minutes: 12 } })).toBe(EVENING + 12 * MINUTE)
  })
})

describe('there is no delay alarm', () => {
  it.each<[string, Parameters<typeof ticket>[1]]>([
    ['before its start', { lane: 'scheduled' }],
    ['after it is ready', { status: 'READY' }],
    ['after it has left', { status: 'IN_DELIVERY' }],
    ['after it is cancelled', { cancelled: { at: EVENING, acknowledged: false } }],
    ['for an order that was put back on the board', { status: 'DELIVERED', lane: 'preparing', recalled: true }],
    ['before it was read', { reading: 'loading' }],
    ['when staff took a step after the due time', { dueAt: minutesAgo(9), tap: { ...tap('sent'), tappedAt: EVENING } }],
  ])('%s', (_when, more) => {
    expect(at(more)).toBeUndefined()
  })

  it('when it is switched off', () => {
    expect(at({}, { delayAlarm: { enabled: false, minutes: 5 } })).toBeUndefined()
  })
})

const urgency = (more: Parameters<typeof ticket>[1]) =>
  urgencyOf(ticket('1', more), DEFAULT_SETTINGS.ageMinutes, EVENING)

describe('urgency', () => {
  it.each([
    ['DELIVERY', 9.9, 'calm'],
    ['DELIVERY', 10, 'warn'],
    ['DELIVERY', 15, 'late'],
    ['TAKEOUT', 4.9, 'calm'],
    ['TAKEOUT', 5, 'warn'],
    ['TAKEOUT', 10, 'late'],
    ['SOMETHING_NEW', 10, 'late'],
  ])('of %s after %d minutes is %s', (orderType, minutes, expected) => {
    expect(urgency({ orderType, createdAt: minutesAgo(minutes) })).toBe(expected)
  })

  it('depends on the promised time if there is one', () => {
    const from = (created: number, due: number) => urgency({ createdAt: minutesAgo(created), dueAt: minutesAgo(-due) })
    expect(from(29, 11)).toBe('calm')
    expect(from(30, 10)).toBe('warn')
    expect(from(40, 0)).toBe('late')
    expect(from(1, -1)).toBe('late')
  })

  it('does not apply to orders that are done, cancelled, waiting for their start or not read', () => {
    const createdAt = minutesAgo(300)
    expect(urgency({ createdAt, status: 'DELIVERED' })).toBe('calm')
    expect(urgency({ createdAt, lane: 'scheduled' })).toBe('calm')
    expect(urgency({ createdAt, reading: 'loading' })).toBe('calm')
    expect(urgency({ createdAt, cancelled: { at: 0, acknowledged: false } })).toBe('calm')
  })

  it('of a scheduled order depends on its start, not on its placement', () => {
    const scheduled = ticket('1', { timing: 'SCHEDULED', createdAt: minutesAgo(300), startAt: minutesAgo(2) })
    expect(startOfWork(scheduled)).toBe(minutesAgo(2))
    expect(urgencyOf(scheduled, DEFAULT_SETTINGS.ageMinutes, EVENING)).toBe('calm')
  })

  it('of a confirmation is highest in its last two minutes', () => {
    expect(deadlineUrgency(minutesAgo(-2.1), EVENING)).toBe('calm')
    expect(deadlineUrgency(minutesAgo(-2), EVENING)).toBe('warn')
    expect(deadlineUrgency(EVENING, EVENING)).toBe('late')
  })
})

describe('the next step', () => {
  it.each([
    ['CREATED', 'DELIVERY', 'confirm'],
    ['CONFIRMED', 'DELIVERY', 'preparing'],
    ['PREPARING', 'TAKEOUT', 'ready-for-pickup'],
    ['READY', 'DELIVERY', 'dispatch'],
    ['READY', 'TAKEOUT', 'delivered'],
    ['IN_DELIVERY', 'DELIVERY', 'delivered'],
    ['DELIVERED', 'DELIVERY', undefined],
  ])('of %s %s is %s', (status, orderType, expected) => {
    expect(nextStepOf(ticket('1', { status, orderType }))).toBe(expected)
  })

  it('is absent for an unknown status', () => {
    expect(nextStepOf(ticket('1', { status: 'AWAITING_DRONE' }))).toBeUndefined()
  })

  it('is only the confirmation while an order waits for its start', () => {
    expect(nextStepOf(ticket('1', { lane: 'scheduled' }))).toBe('confirm')
    expect(nextStepOf(ticket('1', { lane: 'scheduled', status: 'CONFIRMED' }))).toBeUndefined()
  })

  it('is never a cancellation', () => {
    expect(nextStepOf(ticket('1', { actions: ['requestCancellation', 'validateCode'] }))).toBeUndefined()
  })
})

describe('food that stands ready', () => {
  const standing = { delivery: { warn: 5, late: 8 }, takeout: { warn: 3, late: 4 } }
  it.each([
    ['DELIVERY', 4.9, 'calm'],
    ['DELIVERY', 5, 'warn'],
    ['DELIVERY', 8, 'late'],
    ['TAKEOUT', 3, 'warn'],
    ['INDOOR', 4, 'late'],
  ])('of a %s for %d minutes is %s', (orderType, minutes, urgency) => {
    const ready = { ...ticket('1', { status: 'READY', orderType }), readySince: EVENING - minutes * MINUTE }
    expect(standingUrgency(ready, standing, EVENING)).toBe(urgency)
    expect(onceAlarmTimes(ready, { ...DEFAULT_SETTINGS, standingMinutes: standing })).toEqual([
      { cause: 'standing', at: ready.readySince + (orderType === 'DELIVERY' ? 8 : 4) * MINUTE },
    ])
  })
})
