import { afterEach, describe, expect, it } from 'vitest'
import type { OrderStatus } from '../../../electron/practice/platform/interface.ts'
import { startVirtualKitchen, type VirtualKitchen, type VirtualKitchenOptions } from '../../fixtures/virtual-kitchen.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const EVERY_FIVE_SECONDS = { pollIntervalSeconds: 5 } as const

let kitchen: VirtualKitchen
afterEach(() => kitchen.end())

const placed = async (startsAs: OrderStatus, options: VirtualKitchenOptions = {}): Promise<string> => {
  kitchen = startVirtualKitchen({ settings: EVERY_FIVE_SECONDS, ...options })
  const { id } = kitchen.platform.place({ orderType: 'TAKEOUT', orderTiming: 'INSTANT', startsAs })
  await kitchen.advance(MINUTE)
  expect(kitchen.ticket(id)?.status).toBe(startsAs)
  return id
}
/** An event by webhook. The platform itself knows nothing of it. */
const deliver = (orderId: string, eventType: string, eventId = eventType): void =>
  void kitchen.core().receiveDelivery([{ eventId, eventType, orderId, createdAt: '2026-03-02T12:00:00Z' }])

/** From now on the order is read so: `undefined`, as it is. */
const answerReads = (id: string, answer: (() => Response) | undefined): void =>
  kitchen.intercept(answer && ((path) => (path === `/orders/${id}` ? answer() : undefined)))
const status = (code: number) => () => Response.json({}, { status: code })
const kindsOf = (id: string): readonly string[] => {
  const timeline = kitchen.core().timeline(id)
  return timeline.ok ? timeline.value.map(({ kind }) => kind) : []
}
const stopOf = (id: string) => kitchen.ticket(id)?.cancelled

describe('a read that began before the event of a cancellation and ended after it', () => {
  const LATENCY = [3 * SECOND, 3 * SECOND] as const

  it.each([
    ['500', status(500)],
    ['403', status(403)],
    ['half an answer', () => new Response('{"id":', { headers: { 'content-type': 'application/json' } })],
  ])('does not contradict it: the order says stop when later reads are answered with %s', async (_, answer) => {
    const id = await placed('PREPARING', { latencyMs: LATENCY })
    deliver(id, 'PICKUP_ONGOING')
    await kitchen.advance(4 * SECOND)
    // The platform has answered the read, and the answer is on its way.
    deliver(id, 'CANCELLED')
    answerReads(id, answer)
    await kitchen.advance(20 * SECOND)
    const stop = { status: 'PREPARING', alarm: 'cancelled', cancelled: { acknowledged: false } }
    expect(kitchen.ticket(id)).toMatchObject(stop)
    kitchen.crash()
    kitchen.start()
    expect(kitchen.ticket(id)).toMatchObject(stop)
  })

  it('does not contradict it either when the clock steps during the read', async () => {
    const id = await placed('PREPARING', { latencyMs: LATENCY })
    deliver(id, 'PICKUP_ONGOING')
    await kitchen.advance(4 * SECOND)
    deliver(id, 'CANCELLED')
    answerReads(id, status(500))
    kitchen.setMachineAhead(60 * MINUTE)
    await kitchen.advance(20 * SECOND)
    expect(stopOf(id)).toMatchObject({ acknowledged: false })
  })
})

describe('a cancellation that reads have contradicted', () => {
  const goOn = async (id: string): Promise<void> => {
    for (const action of ['ready-for-pickup', 'delivered'] as const) {
      expect(kitchen.tap(id, action)).toMatchObject({ ok: true })
      await kitchen.advance(15 * SECOND)
      expect(kitchen.ticket(id)?.tap).toMatchObject({ action, truth: 'confirmed' })
    }
  }

  it.each([['no longer has the order'], ['concludes the order']])(
    'does not come back as a stop when the platform %s, and the hand-over stays confirmed',
    async (how) => {
      const id = await placed('PREPARING')
      deliver(id, 'CANCELLED')
      await kitchen.advance(15 * SECOND)
      await goOn(id)
      kitchen.platform.model.conclude(id)
      if (how === 'no longer has the order') answerReads(id, status(404))
      await kitchen.advance(15 * MINUTE)
      expect(kitchen.ticket(id)).toMatchObject({ status: 'CONCLUDED', lane: 'done', cancelled: undefined })
      expect(kitchen.ticket(id)?.alarm).toBeUndefined()
      expect(kitchen.ticket(id)?.tap).toMatchObject({ action: 'delivered', truth: 'confirmed' })
      expect(kindsOf(id)).not.toContain('cancelled')
      await expect(kitchen.core().shift({ daysAgo: 0 })).resolves.toMatchObject({ value: { cancelled: 0 } })
    },
  )

  it('does not refuse a hand-over that the platform accepted before it deleted the order', async () => {
    const id = await placed('READY')
    deliver(id, 'CANCELLED')
    await kitchen.advance(15 * SECOND)
    kitchen.tap(id, 'delivered')
    answerReads(id, status(404))
    await kitchen.advance(15 * MINUTE)
    expect(kitchen.ticket(id)).toMatchObject({ status: 'CONCLUDED', cancelled: undefined })
    expect(kitchen.ticket(id)?.tap).toMatchObject({ action: 'delivered', truth: 'confirmed' })
  })

  it('holds no more after ten minutes of an active order', async () => {
    const id = await placed('PREPARING')
    deliver(id, 'CANCELLED')
    await kitchen.advance(12 * MINUTE)
    expect(kindsOf(id)).toContain('cancellation-refuted')
    expect(kitchen.ticket(id)).toMatchObject({ status: 'PREPARING', cancelled: undefined })
    deliver(id, 'CONCLUDED')
    answerReads(id, status(404))
    await kitchen.advance(15 * MINUTE)
    expect(kitchen.ticket(id)).toMatchObject({ status: 'CONCLUDED', cancelled: undefined })
  })

  it('still holds for an order whose reads may only lag', async () => {
    const id = await placed('PREPARING')
    deliver(id, 'CANCELLED')
    await kitchen.advance(15 * SECOND)
    expect(stopOf(id)).toBeUndefined()
    answerReads(id, status(404))
    await kitchen.advance(15 * MINUTE)
    expect(kitchen.ticket(id)).toMatchObject({ status: 'CANCELLED', alarm: 'cancelled' })
  })

  it('counts again when a further event states it, also over a restart', async () => {
    const id = await placed('PREPARING')
    deliver(id, 'CANCELLED')
    await kitchen.advance(12 * MINUTE)
    // The same event again is no news.
    deliver(id, 'CANCELLED')
    await kitchen.advance(15 * SECOND)
    expect(stopOf(id)).toBeUndefined()
    answerReads(id, status(500))
    deliver(id, 'CANCELLED', 'another')
    await kitchen.advance(15 * SECOND)
    expect(stopOf(id)).toMatchObject({ acknowledged: false })
    kitchen.crash()
    kitchen.start()
    expect(stopOf(id)).toMatchObject({ acknowledged: false })
  })
})

it('an order that the platform has deleted is not read again at each start', async () => {
  const id = await placed('READY')
  kitchen.tap(id, 'delivered')
  await kitchen.advance(15 * SECOND)
  answerReads(id, status(404))
  deliver(id, 'CONCLUDED')
  await kitchen.advance(15 * MINUTE)
  expect(kitchen.ticket(id)?.status).toBe('CONCLUDED')
  const { ledger, cache } = kitchen.databases.open()
  expect(cache.readTimes().get(id)).toBe(ledger.order(id)?.lastReadAt)
})

it('an order that was read as archived says stop when its cancellation comes and no read succeeds any more', async () => {
  const id = await placed('PREPARING')
  const archived = JSON.stringify({ ...kitchen.platform.order(id)?.payload, status: 'CONCLUDED' })
  answerReads(id, () => new Response(archived, { headers: { 'content-type': 'application/json' } }))
  deliver(id, 'PICKUP_ONGOING')
  await kitchen.advance(15 * SECOND)
  expect(kitchen.ticket(id)).toMatchObject({ status: 'CONCLUDED', cancelled: undefined })
  answerReads(id, status(500))
  deliver(id, 'CANCELLED')
  await kitchen.advance(15 * SECOND)
  expect(kitchen.ticket(id)).toMatchObject({ alarm: 'cancelled', cancelled: { acknowledged: false } })
})
