import { describe, expect, it } from 'vitest'
import { byWaiting, lineOf, shownLane } from '../../../renderer/places/board-orders.ts'
import { boardOfSnapshot, EMPTY_BOARD } from '../../../renderer/store/board-state.ts'
import { allDayCounts } from '../../../renderer/wall/counts.ts'
import { DEFAULT_SETTINGS } from '../../../shared/contract/settings.ts'
import type { Ticket } from '../../../shared/ticket/ticket.ts'
import { EVENING, line, minutesAgo, snapshotOf, ticket } from '../../fixtures/board-harness/tickets.ts'

const sequence = (...tickets: readonly Ticket[]): readonly string[] =>
  lineOf(boardOfSnapshot(snapshotOf(tickets), EMPTY_BOARD), DEFAULT_SETTINGS, 'all', EVENING).map(({ id }) => id)
const cooks = (id: string, age: number, more: Partial<Ticket> = {}) =>
  ticket(id, { status: 'PREPARING', createdAt: minutesAgo(age), ...more })

describe('the sequence of the wall', () => {
  it('begins with the order that was moved to the front', () => {
    expect(sequence(cooks('1', 20), cooks('2', 5, { isFirst: true }), cooks('3', 9))).toEqual([
      'order-2',
      'order-1',
      'order-3',
    ])
  })
  it('has an order whose courier is here before those to cook that are at most three minutes older', () => {
    const here = { courierSince: minutesAgo(1) }
    expect(sequence(cooks('1', 12), cooks('2', 9), cooks('3', 8, here))).toEqual(['order-1', 'order-3', 'order-2'])
  })
  it('has a held order with the scheduled ones, also a new one', () => {
    const held = { lane: 'scheduled', heldUntil: EVENING + 600_000, startAt: EVENING + 600_000 } as const
    const fresh = ticket('1', { status: 'CREATED', confirmBy: EVENING + 900_000, ...held })
    expect(shownLane(fresh)).toBe('scheduled')
    expect(sequence(fresh, cooks('2', 5))).toEqual(['order-2', 'order-1'])
  })
})

const again = line('Pudim', { lineId: 'a//1', again: { since: EVENING, reason: 'dropped' } })

describe('a ready order with a dish that is made again', () => {
  const ready = ticket('1', {
    status: 'READY',
    createdAt: minutesAgo(30),
    lines: [line('Pudim', { lineId: 'a', quantity: 3 }), again],
  })
  it('stands with those to cook until the dish is struck', () => {
    expect(shownLane(ready)).toBe('preparing')
    expect(shownLane({ ...ready, lines: [{ ...again, struck: true }] })).toBe('ready')
  })
  it('counts with that dish alone', () => {
    expect(allDayCounts([ready], undefined)).toMatchObject([{ name: 'Pudim', quantity: 1 }])
  })
})

it('the counter sorts by the courier who waits longest, then by the time for which an order stands', () => {
  const orders = [
    ticket('1', { status: 'READY', readySince: minutesAgo(2) }),
    ticket('2', { status: 'READY', readySince: minutesAgo(7) }),
    ticket('3', { status: 'READY', readySince: minutesAgo(1), courierSince: minutesAgo(1) }),
    ticket('4', { status: 'READY', readySince: minutesAgo(1), courierSince: minutesAgo(5) }),
  ]
  expect(orders.toSorted(byWaiting).map(({ displayId }) => displayId)).toEqual(['4', '3', '2', '1'])
})
