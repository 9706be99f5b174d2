import { afterEach, beforeEach, expect, it } from 'vitest'
import { bodyOf, createTestCore } from './test-core.ts'

const SECOND = 1_000
const POLL = 31 * SECOND
const BURGER = { id: 'i1', name: 'Burger', quantity: 1 }
const JUICE = { id: 'i2', name: 'Suco', quantity: 1 }

let kitchen: ReturnType<typeof createTestCore>
beforeEach(() => {
  kitchen = createTestCore()
  kitchen.begin()
})
afterEach(() => kitchen.end())

const show = async (status: string, more: object): Promise<void> => {
  kitchen.publish('o1', status, bodyOf(status, more))
  await kitchen.clock.advance(POLL)
}
const ticket = () => kitchen.ticket('o1')
const entries = (kind: string) => {
  const timeline = kitchen.core().timeline('o1')
  return timeline.ok ? timeline.value.filter((entry) => entry.kind === kind).map(({ detail }) => detail) : []
}

it('a change after acceptance stands on the ticket and rings until a touch; what changed is no longer struck', async () => {
  await show('CREATED', { items: [BURGER, JUICE] })
  kitchen.core().act({ orderId: 'o1', action: 'confirm' })
  await show('CONFIRMED', { items: [BURGER, JUICE] })
  expect([ticket()?.alarm, ticket()?.changes]).toEqual([undefined, undefined])
  for (const { lineId } of ticket()?.lines ?? []) kitchen.core().strikeLine('o1', lineId, true)

  await show('PREPARING', { items: [{ ...BURGER, quantity: 3 }, JUICE], observations: 'rápido' })
  expect(ticket()).toMatchObject({
    alarm: 'changed',
    changes: { removed: [], notesBefore: [] },
    lines: [
      { quantity: 3, struck: false, was: { quantity: 1 } },
      { name: 'Suco', struck: true },
    ],
  })
  expect(entries('changed')).toEqual(['1× Burger → 3× Burger · *'])

  // A second change before the touch is compared with what staff saw.
  await show('PREPARING', { items: [{ ...BURGER, quantity: 2 }] })
  expect(ticket()).toMatchObject({ lines: [{ was: { quantity: 1 } }], changes: { removed: [{ name: 'Suco' }] } })

  kitchen.core().quietAlarm('o1', 'silenced')
  expect(ticket()).toMatchObject({ alarm: undefined, lines: [{ was: { quantity: 1 } }] })
  kitchen.core().quietAlarm('o1', 'opened')
  expect(ticket()?.changes).toBeUndefined()
  expect(ticket()?.lines).toMatchObject([{ quantity: 2, struck: false }])
  expect(ticket()?.lines[0]).not.toHaveProperty('was')
})

it('a change that the platform takes back leaves no mark', async () => {
  await show('CONFIRMED', { items: [BURGER] })
  await show('CONFIRMED', { items: [BURGER, JUICE] })
  expect(ticket()?.lines).toMatchObject([{}, { isAdded: true }])
  await show('CONFIRMED', { items: [BURGER] })
  expect(ticket()?.changes).toBeUndefined()
})

it('a cancellation that is taken back says so until a touch, and a second one is a stop again', async () => {
  await show('PREPARING', { items: [BURGER] })
  await show('CANCELLED', { items: [BURGER] })
  kitchen.core().acknowledgeCancellation('o1')
  await show('PREPARING', { items: [BURGER] })
  expect(ticket()).toMatchObject({ cancellationWithdrawn: true, alarm: 'changed', lane: 'preparing' })
  expect(entries('cancellation-withdrawn')).toHaveLength(1)
  await kitchen.clock.advance(SECOND)
  kitchen.core().quietAlarm('o1', 'opened')
  expect(ticket()?.cancellationWithdrawn).toBeUndefined()
  await show('CANCELLED', { items: [BURGER] })
  expect(ticket()).toMatchObject({ alarm: 'cancelled', cancelled: { acknowledged: false } })
})

it('an order that was accepted elsewhere before it was seen rings, until a touch', async () => {
  await show('CONFIRMED', {})
  expect(ticket()?.alarm).toBe('accepted')
  kitchen.core().quietAlarm('o1', 'opened')
  expect(ticket()?.alarm).toBeUndefined()
})

it('another address and another time stand on the ticket and ring while it is cooked, until a touch', async () => {
  const at = (street: string, scheduledDateTimeEnd: string, more: object = {}) => ({
    items: [BURGER],
    fulfillment: { orderType: 'DELIVERY', delivery: { address: { street }, ...more } },
    timing: { orderTiming: 'INSTANT', schedule: { scheduledDateTimeEnd } },
  })
  const [ten, eleven] = ['2026-03-02T10:00:00Z', '2026-03-02T11:00:00Z']
  await show('CREATED', at('Rua A', ten))
  kitchen.core().act({ orderId: 'o1', action: 'confirm' })
  await show('PREPARING', at('Rua A', ten))
  await show('PREPARING', at('Rua A', ten, { estimatedDeliveryDateTime: eleven }))
  expect([ticket()?.alarm, ticket()?.changes]).toEqual([undefined, undefined])
  await show('PREPARING', at('Rua B', eleven))
  expect(ticket()).toMatchObject({
    alarm: 'changed',
    changes: {
      facts: [
        { fact: 'address', was: 'Rua A', now: 'Rua B' },
        { fact: 'time', was: String(Date.parse(ten)), now: String(Date.parse(eleven)) },
      ],
    },
  })
  expect(entries('changed')).toEqual(['*'])
  kitchen.core().quietAlarm('o1', 'opened')
  expect(ticket()?.changes).toBeUndefined()
})

it('the bag of an order with another dish is checked anew; its number of bags stays', async () => {
  await show('READY', { items: [BURGER] })
  kitchen.core().tickBag('o1', ['allergy'], true)
  kitchen.core().countBags('o1', 2)
  await show('READY', { items: [BURGER] })
  expect(ticket()?.bag).toEqual({ ticked: ['allergy'], bags: 2 })
  await show('READY', { items: [{ ...BURGER, name: 'X-Salada' }] })
  expect(ticket()?.bag).toEqual({ ticked: [], bags: 2 })
})
