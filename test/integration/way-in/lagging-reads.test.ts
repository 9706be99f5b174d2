import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startVirtualKitchen, type VirtualKitchen } from '../../fixtures/virtual-kitchen.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

let kitchen: VirtualKitchen
beforeEach(() => {
  kitchen = startVirtualKitchen({ settings: { pollIntervalSeconds: 5 } })
})
afterEach(() => kitchen.end())

/** From now on reads of the order are answered with its present body, whatever happens to it. */
function answerWithPresentBody(id: string): { end(): void } {
  const order = kitchen.platform.order(id)
  const text = JSON.stringify({ ...order?.payload, status: order?.status })
  kitchen.intercept((path) =>
    path === `/orders/${id}` ? new Response(text, { headers: { 'content-type': 'application/json' } }) : undefined,
  )
  return { end: () => kitchen.intercept(undefined) }
}
const acceptedOrder = async (): Promise<string> => {
  const { id } = kitchen.platform.place({ orderType: 'DELIVERY', orderTiming: 'INSTANT', startsAs: 'CONFIRMED' })
  await kitchen.advance(6 * SECOND)
  expect(kitchen.ticket(id)?.status).toBe('CONFIRMED')
  return id
}

describe('a read that shows the order as it was before its event', () => {
  it.each([
    ['a second', SECOND],
    ['nine minutes', 9 * MINUTE],
  ])('is repeated: the stop is shown when the platform’s reads lag by %s', async (_, lagMs) => {
    const id = await acceptedOrder()
    const lag = answerWithPresentBody(id)
    kitchen.platform.cancel(id, 'CUSTOMER', 'Desistiu')
    await kitchen.advance(5 * SECOND + lagMs)
    lag.end()
    await kitchen.advance(40 * SECOND)
    expect(kitchen.ticket(id)).toMatchObject({ status: 'CANCELLED', alarm: 'cancelled' })
  })

  it('is repeated after a restart too', async () => {
    const id = await acceptedOrder()
    const lag = answerWithPresentBody(id)
    kitchen.platform.cancel(id, 'CUSTOMER', 'Desistiu')
    await kitchen.advance(20 * SECOND)
    kitchen.crash()
    kitchen.start()
    await kitchen.advance(20 * SECOND)
    lag.end()
    await kitchen.advance(40 * SECOND)
    expect(kitchen.ticket(id)?.status).toBe('CANCELLED')
  })
})

describe('a tap that was applied and answered with 409', () => {
  const applied = { routes: ['preparing'], effect: { kind: 'status', status: 409, applied: true }, times: 1 } as const

  it('is confirmed by a later read, although the reads after the answer lag behind it', async () => {
    const id = await acceptedOrder()
    const lag = answerWithPresentBody(id)
    kitchen.platform.fault(applied)
    kitchen.tap(id, 'preparing')
    await kitchen.advance(MINUTE)
    lag.end()
    await kitchen.advance(MINUTE)
    expect(kitchen.ticket(id)).toMatchObject({ status: 'PREPARING', tap: { truth: 'confirmed' } })
    expect(kitchen.ticket(id)?.tap?.reason).toBeUndefined()
    expect(kitchen.platform.requestLog.postsFor(id, 'preparing')).toHaveLength(1)
  })
})

describe('an order that the platform no longer has', () => {
  const event = (orderId: string, eventType: string) =>
    kitchen.core().receiveDelivery([{ eventId: eventType, eventType, orderId, createdAt: new Date().toISOString() }])

  const ending = MINUTE
  it.each([
    [
      'CANCELLED',
      ending,
      { status: 'CANCELLED', alarm: 'cancelled', tap: { truth: 'conflict', reason: 'order-cancelled' } },
    ],
    ['DELIVERED', ending, { status: 'CONCLUDED', lane: 'done', tap: { truth: 'confirmed' } }],
    ['PICKUP_ONGOING', 11 * MINUTE, { status: 'CONFIRMED', tap: { truth: 'conflict', reason: 'not-found' } }],
  ])('after the event %s: a tap that was answered ends within %i ms', async (eventType, withinMs, expected) => {
    const id = await acceptedOrder()
    kitchen.intercept((path) => {
      if (!path.startsWith(`/orders/${id}`)) return undefined
      return Response.json({}, { status: path.endsWith('preparing') ? 202 : 404 })
    })
    kitchen.tap(id, 'preparing')
    event(id, eventType)
    if (withinMs > ending) {
      await kitchen.advance(withinMs - 2 * MINUTE)
      expect(kitchen.ticket(id)).toMatchObject({ status: 'CONFIRMED', tap: { truth: 'sent' } })
    }
    await kitchen.advance(Math.min(withinMs, 2 * MINUTE))
    expect(kitchen.ticket(id)).toMatchObject(expected)
  })
})

it('an order that was read as archived before its cancellation came shows the stop', async () => {
  const id = await acceptedOrder()
  kitchen.tap(id, 'preparing')
  await kitchen.advance(10 * SECOND)
  const archived = JSON.stringify({ ...kitchen.platform.order(id)?.payload, status: 'CONCLUDED' })
  kitchen.intercept((path) =>
    path === `/orders/${id}` ? new Response(archived, { headers: { 'content-type': 'application/json' } }) : undefined,
  )
  kitchen.tap(id, 'ready-for-pickup')
  await kitchen.advance(10 * SECOND)
  expect(kitchen.ticket(id)).toMatchObject({ status: 'CONCLUDED', lane: 'done', tap: { truth: 'confirmed' } })
  const event = { eventId: 'stop', eventType: 'CANCELLED', orderId: id, createdAt: new Date().toISOString() }
  kitchen.core().receiveDelivery([event])
  await kitchen.advance(10 * SECOND)
  expect(kitchen.ticket(id)).toMatchObject({
    status: 'CANCELLED',
    alarm: 'cancelled',
    cancelled: { acknowledged: false },
  })
})
