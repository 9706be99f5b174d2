import { describe, expect, it } from 'vitest'
import { nextStepOf } from '../../../renderer/ticket/next-step.ts'
import { DEFAULT_SETTINGS } from '../../../shared/contract/settings.ts'
import { startOfWork } from '../../../shared/ticket/lateness.ts'
import { deadlineUrgency, urgencyOf } from '../../../shared/ticket/urgency.ts'
import { EVENING, minutesAgo, ticket } from '../../fixtures/board-harness/tickets.ts'

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
