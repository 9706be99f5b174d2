import { describe, expect, it } from 'vitest'
import { mustInterrupt, needsAttention } from '../../../renderer/practice/interruption.ts'
import { createComandaStore } from '../../../renderer/store/comanda-store.ts'
import type { BoardSnapshot } from '../../../shared/contract/contract.ts'
import type { Ticket } from '../../../shared/ticket/ticket.ts'
import { snapshotOf, ticket } from '../../fixtures/board-harness/tickets.ts'

const OPEN = ticket('1', { status: 'PREPARING' })
const PRACTICE = { name: 'outage', endsAt: 1, known: new Set([OPEN.orderId]), notice: 'clock' } as const

function real(tickets: readonly Ticket[], more: Partial<BoardSnapshot> = {}, isStale = false, isStaleSilenced = false) {
  const store = createComandaStore()
  store.getState().applySnapshot(snapshotOf(tickets, more), 0)
  store.getState().changeSound({ isStale, isStaleSilenced })
  return store.getState()
}

describe('a practice ends', () => {
  it.each([
    ['when a real order comes', real([OPEN, ticket('2', { status: 'CONFIRMED' })]), true],
    ['when an order that was open rings', real([{ ...OPEN, alarm: 'delayed' }]), true],
    ['when an order that was open is cancelled', real([{ ...OPEN, status: 'CANCELLED', alarm: 'cancelled' }]), true],
    ['when the real board is out of date', real([OPEN], {}, true), true],
    ['when it has a new notice', real([OPEN], { notice: 'storage-full' }), true],
    ['not for orders and notices from before its start', real([OPEN], { notice: 'clock' }), false],
    ['not when an order leaves', real([]), false],
    ['not for a notice that ends', real([OPEN], { notice: '' }), false],
    ['not while the sound of an old board is silenced', real([OPEN], {}, true, true), false],
  ] as const)('%s', (_when, state, expected) => {
    expect(mustInterrupt(state, PRACTICE)).toBe(expected)
  })
})

it('a practice may not begin while the real kitchen needs attention', () => {
  expect(needsAttention(real([{ ...OPEN, alarm: 'new' }], {}, true))).toBe('ringing')
  expect(needsAttention(real([OPEN], {}, true))).toBe('stale')
  expect(needsAttention(real([OPEN]))).toBeUndefined()
})
