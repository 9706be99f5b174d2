import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OrdersDeclaration } from '../../../electron/platform/discovery.ts'
import { bodyOf, createTestCore } from './test-core.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const POLLING_REFUSED = { kind: 'refused', status: 404 } as const

let kitchen: ReturnType<typeof createTestCore>
let declaration: OrdersDeclaration | undefined
let checks: number[]
let deliveredEvents: number

beforeEach(() => {
  declaration = { unsupported: [], supportsPolling: false }
  checks = []
  deliveredEvents = 0
  kitchen = createTestCore({
    readDeclaration: () => {
      checks.push(kitchen.clock.now() - kitchen.startedAt)
      return Promise.resolve(declaration)
    },
  })
  kitchen.world.pollAnswer = POLLING_REFUSED
  kitchen.begin({ pollIntervalSeconds: 30 })
})
afterEach(() => kitchen.end())

/** Delivers an order as a webhook does. */
const deliver = (orderId: string) => {
  deliveredEvents += 1
  kitchen.world.bodies.set(orderId, bodyOf('CREATED'))
  return kitchen
    .core()
    .receiveDelivery([{ eventId: `d${deliveredEvents}`, orderId, eventType: 'CREATED', createdAt: 'x' }])
}
const freshness = () => kitchen.core().snapshot().freshness
const pollsSince = (ms: number) => kitchen.world.polls.filter((at) => at >= ms)

/** The first deliveries during a minute and a half: the declaration is known, and the next poll is a check. */
const deliveriesWork = async () => {
  await kitchen.clock.advance(5 * SECOND)
  deliver('a')
  await kitchen.clock.advance(90 * SECOND)
}

describe('a platform that declares that it cannot be polled', () => {
  it('is not polled while deliveries work: its declaration is read instead, and the board is fresh', async () => {
    await deliveriesWork()
    deliver('b')
    const from = kitchen.clock.now() - kitchen.startedAt
    await kitchen.clock.advance(5 * MINUTE)
    expect(pollsSince(from)).toEqual([])
    expect(checks.filter((at) => at >= from).length).toBeGreaterThanOrEqual(4)
    expect(freshness()).toMatchObject({ state: 'fresh', trouble: undefined })
    expect(kitchen.ticket('b')).toMatchObject({ status: 'CREATED' })
  })

  it('is shown as unreachable when its declaration cannot be read', async () => {
    await deliveriesWork()
    deliver('b')
    declaration = undefined
    await kitchen.clock.advance(4 * MINUTE)
    expect(freshness()).toMatchObject({ state: 'stale', trouble: 'network' })
  })

  it('is polled again after ten minutes without a delivery, and the failure is shown', async () => {
    await deliveriesWork()
    await kitchen.clock.advance(14 * MINUTE)
    expect(pollsSince(12 * MINUTE).length).toBeGreaterThan(0)
    expect(freshness()).toMatchObject({ state: 'stale', trouble: 'platform' })
  })

  it('is polled again as soon as it declares polling', async () => {
    await deliveriesWork()
    declaration = { unsupported: [], supportsPolling: true }
    deliver('b')
    await kitchen.clock.advance(2 * MINUTE)
    const from = kitchen.clock.now() - kitchen.startedAt
    await kitchen.clock.advance(2 * MINUTE)
    expect(pollsSince(from).length).toBeGreaterThan(0)
  })

  it('gets no second cancellation request when a delivery reports the first within five seconds', async () => {
    await deliveriesWork()
    deliver('b')
    await kitchen.clock.advance(MINUTE)
    const requests: string[] = []
    kitchen.world.act = ({ action }) => {
      requests.push(action)
      return { kind: 'unavailable', cause: 'timeout' }
    }
    const cancellation = { code: 'UNAVAILABLE_ITEM', reason: 'Acabou' } as const
    kitchen.core().act({ orderId: 'b', action: 'requestCancellation', cancellation })
    await kitchen.clock.advance(3 * SECOND)
    kitchen
      .core()
      .receiveDelivery([{ eventId: 'event-b', orderId: 'b', eventType: 'CANCELLATION_REQUESTED', createdAt: 'x' }])
    await kitchen.clock.advance(2 * MINUTE)
    expect(requests).toEqual(['requestCancellation'])
    expect(kitchen.ticket('b')?.tap).toMatchObject({ truth: 'sent' })
  })
})
