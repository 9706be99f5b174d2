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
const readsSince = (id: string, since: number): number =>
  kitchen.departures.filter(({ path, at }) => path === `/orders/${id}` && at >= since).length
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

  it('is repeated: the move of another device is shown', async () => {
    const id = await acceptedOrder()
    const lag = answerWithPresentBody(id)
    kitchen.platform.model.move(id, 'preparing')
    await kitchen.advance(20 * SECOND)
    lag.end()
    await kitchen.advance(20 * SECOND)
    expect(kitchen.ticket(id)?.status).toBe('PREPARING')
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

  it('is not repeated for ever, and not for an event that the status has passed', async () => {
    const id = await acceptedOrder()
    const since = kitchen.clock.now()
    await kitchen.advance(MINUTE)
    expect(readsSince(id, since)).toBe(0)
    answerWithPresentBody(id)
    kitchen.platform.model.move(id, 'preparing')
    await kitchen.advance(20 * MINUTE)
    expect(readsSince(id, since)).toBeLessThan(25)
    const later = kitchen.clock.now()
    await kitchen.advance(20 * MINUTE)
    expect(readsSince(id, later)).toBe(0)
    expect(kitchen.ticket(id)).toMatchObject({ status: 'CONFIRMED', reading: 'read' })
  })
})
