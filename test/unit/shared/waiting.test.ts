import { describe, expect, it } from 'vitest'
import { eventName } from '../../../shared/order/event.ts'
import type { Lane } from '../../../shared/ticket/ticket.ts'
import { courierStateOf, waitingOf } from '../../../shared/ticket/waiting.ts'

const MINUTE = 60_000
const events = (...types: readonly string[]) =>
  types.map((type, index) => ({ eventType: eventName(type), receivedAt: (index + 1) * MINUTE }))
const waiting = (types: readonly string[], status = 'PREPARING', lane: Lane = 'preparing') =>
  waitingOf({ events: events(...types), taps: [] }, status, lane)

describe('a courier waits', () => {
  it.each([
    'RIDER_ARRIVED_AT_STORE',
    'ORDER_RIDER_ARRIVED_AT_STORE',
    'riderArrivedAtStore',
    'Rider-Arrived-At-Store',
    'ARRIVED_AT_ORIGIN',
    'COURIER_ARRIVED_AT_STORE',
  ])('from the event %s on', (type) => {
    expect(waiting([type])).toEqual({ courierSince: MINUTE })
  })
  it('since the first of several arrivals', () => {
    expect(waiting(['CREATED', 'RIDER_ARRIVED_AT_STORE', 'RIDER_ARRIVED_AT_STORE'])).toEqual({
      courierSince: 2 * MINUTE,
    })
  })
  it('also when the event of its way comes after that of its arrival', () => {
    expect(waiting(['RIDER_ARRIVED_AT_STORE', 'PICKUP_ONGOING'])).toEqual({ courierSince: MINUTE })
    expect(courierStateOf(events('RIDER_ARRIVED_AT_STORE', 'PICKUP_ONGOING'))).toBe('at-store')
  })
  it.each<[string, readonly string[]]>([
    ['it has not arrived', ['PICKUP_ONGOING', 'PREPARING', 'READY_FOR_PICKUP']],
    ['it has the order', ['RIDER_ARRIVED_AT_STORE', 'ORDER_COLLECTED']],
    ['it has the order, by the name of 1.x', ['RIDER_ARRIVED_AT_STORE', 'PICKED_UP']],
    ['it arrives after the collection', ['ORDER_COLLECTED', 'RIDER_ARRIVED_AT_STORE']],
    ['the order was dispatched, and no read shows it', ['DISPATCHED', 'RIDER_ARRIVED_AT_STORE']],
    ['it is at the customer', ['ARRIVED_AT_CUSTOMER', 'RIDER_ARRIVED_AT_STORE']],
  ])('not when %s', (_when, types) => {
    expect(waiting(types)).toEqual({})
  })
  it('not for an order that a read shows as out, whatever the events', () => {
    expect(waiting(['RIDER_ARRIVED_AT_STORE'], 'IN_DELIVERY', 'done')).toEqual({})
  })
})

describe('an order is ready since', () => {
  const ready = (facts: Partial<Parameters<typeof waitingOf>[0]>, status = 'READY', lane: Lane = 'ready') =>
    waitingOf({ events: [], taps: [], ...facts }, status, lane).readySince
  const tapped = { action: 'ready-for-pickup', truth: 'confirmed', tappedAt: 3 * MINUTE } as const

  it('the event, or the confirmed tap', () => {
    expect(ready({ events: events('READY_FOR_PICKUP', 'READY_FOR_PICKUP'), readyReadAt: 9 * MINUTE })).toBe(MINUTE)
    expect(ready({ taps: [tapped], readyReadAt: 9 * MINUTE })).toBe(3 * MINUTE)
  })
  it('the first read without them', () => {
    expect(ready({ taps: [{ ...tapped, truth: 'conflict' }], readyReadAt: 9 * MINUTE })).toBe(9 * MINUTE)
  })
  it('no time before a read shows it, nor after another step', () => {
    expect(ready({ taps: [{ ...tapped, truth: 'sent' }] }, 'PREPARING')).toBeUndefined()
    expect(ready({ taps: [tapped], readyReadAt: 9 * MINUTE }, 'READY', 'done')).toBeUndefined()
  })
})
