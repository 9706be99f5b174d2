import { describe, expect, it } from 'vitest'
import type { StoredEvent } from '../../../electron/storage/ports.ts'
import { lagWaitMs } from '../../../electron/sync/read-results.ts'

const MINUTE = 60_000
const AT = 1_000_000_000

const event = (eventType: string, ageMs = 0): StoredEvent => ({
  seq: 1,
  eventId: eventType,
  orderId: 'o',
  eventType,
  receivedAt: AT - ageMs,
  metadata: undefined,
})
const wait = (status: string, events: readonly StoredEvent[], attempts = 0) =>
  lagWaitMs({ status, at: AT, attempts }, events, () => 1)

describe('a read lags', () => {
  it.each([
    ['CREATED', 'CONFIRMED'],
    ['CONFIRMED', 'PREPARING'],
    ['PREPARING', 'READY_FOR_PICKUP'],
    ['READY', 'DISPATCHED'],
    ['READY', 'DELIVERED'],
    ['DELIVERED', 'CONCLUDED'],
    ['CREATED', 'CANCELLED'],
    ['DELIVERED', 'CANCELLED'],
    ['ON_THE_GRILL', 'CANCELLED'],
  ])('when it shows %s after the event %s', (status, type) => {
    expect(wait(status, [event('CREATED'), event(type)])).toBe(1_000)
  })

  it.each([
    ['CONFIRMED', 'CONFIRMED'],
    ['READY', 'PREPARING'],
    ['CANCELLED', 'READY_FOR_PICKUP'],
    ['CANCELLED', 'CANCELLED'],
    ['CANCELLED', 'CONCLUDED'],
    ['CONCLUDED', 'CANCELLED'],
    ['ON_THE_GRILL', 'PREPARING'],
    ['READY', 'RIDER_ARRIVED_AT_STORE'],
    ['CREATED', 'constructor'],
  ])('not when it shows %s after the event %s', (status, type) => {
    expect(wait(status, [event(type)])).toBeUndefined()
  })

  it('for two minutes after the event of a move, and for ten after a stop', () => {
    expect(wait('CREATED', [event('CONFIRMED', 2 * MINUTE - 1)])).toBeDefined()
    expect(wait('CREATED', [event('CONFIRMED', 2 * MINUTE)])).toBeUndefined()
    expect(wait('CREATED', [event('CANCELLED', 10 * MINUTE - 1)])).toBeDefined()
    expect(wait('CREATED', [event('CANCELLED', 10 * MINUTE)])).toBeUndefined()
    // Received by a clock that was ahead.
    expect(wait('CREATED', [event('CANCELLED', -60 * MINUTE)])).toBeUndefined()
  })

  it('with growing pauses', () => {
    const pauses = [0, 1, 2, 9].map((attempts) => wait('CREATED', [event('CONFIRMED')], attempts))
    expect(pauses).toEqual([1_000, 2_000, 4_000, 30_000])
  })
})
