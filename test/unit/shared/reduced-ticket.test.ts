import { describe, expect, it } from 'vitest'
import { displayIdOf, quarantinedTicket, unreadTicket } from '../../../shared/ticket/reduced-ticket.ts'
import type { Ticket } from '../../../shared/ticket/ticket.ts'

const TEXT = 'text of the platform'

const full: Ticket = {
  ...unreadTicket({ orderId: 'order-4817', status: 'CANCELLED', firstSeenAt: 1_000 }),
  displayId: TEXT,
  reading: 'read',
  lane: 'preparing',
  confirmBy: 9_000,
  customerName: TEXT,
  lines: [{ lineId: '0:1', name: TEXT, quantity: 1, unit: undefined, notes: TEXT, options: [], struck: false }],
  notes: [TEXT],
  actions: ['requestCancellation'],
  tap: { tapId: 't', action: 'confirm', truth: 'conflict', tappedAt: 2_000, detail: TEXT },
  cancelled: { at: 3_000, acknowledged: false, code: TEXT, reason: TEXT },
  alarm: 'cancelled',
}

describe('the order number of an order without a display id', () => {
  it.each([
    ['order-4817', 'r-4817'],
    ['order-4817      ', 'r-4817'],
    [' ', '?'],
    ['\u200b\u2060\u3164', '?'],
    ['order\u200b\u200b\u200b\u200b\u200b\u200b', '?'],
  ])('is visible for the id %j', (orderId, shown) => {
    expect(displayIdOf(orderId)).toBe(shown)
  })
})

describe('a ticket in quarantine', () => {
  it('contains no text of the platform', () => {
    expect(JSON.stringify(quarantinedTicket(full))).not.toContain(TEXT)
  })

  it('contains its lane, its actions, its tap, its alarm and its cancellation', () => {
    expect(quarantinedTicket(full)).toMatchObject({
      orderId: 'order-4817',
      displayId: 'r-4817',
      lane: 'preparing',
      confirmBy: 9_000,
      createdAt: 1_000,
      actions: ['requestCancellation'],
      tap: { tapId: 't', truth: 'conflict' },
      alarm: 'cancelled',
      cancelled: { at: 3_000, acknowledged: false },
      quarantined: true,
    })
  })
})

describe('a ticket without content', () => {
  it('is in the last lane when its order is over, else in the first', () => {
    const laneOf = (status: string) => unreadTicket({ orderId: 'a', status, firstSeenAt: 0 }).lane
    expect([laneOf(''), laneOf('PREPARING'), laneOf('CONCLUDED')]).toEqual(['new', 'new', 'done'])
  })
})
