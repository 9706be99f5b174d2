import { describe, expect, it } from 'vitest'
import { isInLastCall } from '../../../shared/ticket/alarm.ts'
import { isOpen } from '../../../shared/ticket/open-ticket.ts'
import { EVENING, ticket } from '../../fixtures/board-harness/tickets.ts'

describe('an open order', () => {
  it.each([
    ['new', {}, true],
    ['being prepared', { status: 'PREPARING' }, true],
    ['finished', { status: 'CONCLUDED', lane: 'done' }, false],
    ['finished and recalled', { status: 'CONCLUDED', lane: 'done', recalled: true }, true],
    ['cancelled', { status: 'CANCELLED', cancelled: { at: 0, acknowledged: false } }, true],
    ['cancelled and acknowledged', { status: 'CANCELLED', cancelled: { at: 0, acknowledged: true } }, false],
  ] as const)('%s: %o is %s', (_name, more, expected) => {
    expect(isOpen(ticket('1', more))).toBe(expected)
  })
})

describe('the last warning', () => {
  it.each([
    [undefined, false],
    [EVENING + 120_001, false],
    [EVENING + 120_000, true],
    [EVENING - 1, true],
  ])('with the deadline %s: %s', (confirmBy, expected) => {
    expect(isInLastCall(confirmBy, EVENING)).toBe(expected)
  })
})
