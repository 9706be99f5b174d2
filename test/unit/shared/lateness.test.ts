import { describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '../../../shared/contract/settings.ts'
import { delayAlarmAt } from '../../../shared/ticket/lateness.ts'
import { EVENING, minutesAgo, tap, ticket } from '../../fixtures/board-harness/tickets.ts'

const MINUTE = 60_000
const at = (more: Parameters<typeof ticket>[1], settings: Partial<typeof DEFAULT_SETTINGS> = {}) =>
  delayAlarmAt(ticket('1', { createdAt: EVENING, ...more }), { ...DEFAULT_SETTINGS, ...settings })

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
