import { afterEach, describe, expect, it } from 'vitest'
import type { QueuedAction } from '../../../shared/order/lifecycle.ts'
import { startVirtualKitchen, type VirtualKitchen } from '../../fixtures/virtual-kitchen.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

let kitchen: VirtualKitchen
afterEach(() => kitchen.end())

type Answer = number | 'lost'

/**
 * An accepted order. The answers to the calls of its next step come one after the other, and the platform has archived the order
 * at the first one. It publishes no event of that.
 */
async function stepOnArchived(answers: readonly Answer[], action: QueuedAction = 'preparing') {
  kitchen = startVirtualKitchen({ settings: { pollIntervalSeconds: 5 } })
  const { id } = kitchen.platform.place({ orderType: 'TAKEOUT', orderTiming: 'INSTANT', startsAs: 'CONFIRMED' })
  await kitchen.advance(6 * SECOND)
  const archived = JSON.stringify({ ...kitchen.platform.order(id)?.payload, status: 'CONCLUDED' })
  let calls = 0
  kitchen.intercept((path) => {
    if (path === `/orders/${id}` && calls >= answers.length) {
      return new Response(archived, { headers: { 'content-type': 'application/json' } })
    }
    if (!path.startsWith(`/orders/${id}/`)) return undefined
    const answer = answers[Math.min(calls, answers.length - 1)] ?? 500
    calls += 1
    return Response.json({}, { status: answer === 'lost' ? 504 : answer })
  })
  expect(kitchen.tap(id, action)).toMatchObject({ ok: true })
  await kitchen.advance(2 * MINUTE)
  expect(kitchen.ticket(id)).toMatchObject({ status: 'CONCLUDED', lane: 'done' })
  return id
}
const event = (orderId: string, eventType: string): void =>
  void kitchen.core().receiveDelivery([{ eventId: eventType, eventType, orderId, createdAt: '2026-03-02T12:00:00Z' }])
const kindsOf = (id: string): readonly string[] => {
  const timeline = kitchen.core().timeline(id)
  return timeline.ok ? timeline.value.map(({ kind }) => kind) : []
}

describe('a step of an order that a read then shows as archived', () => {
  it.each<[string, readonly Answer[], object]>([
    ['409: it was refused', [409], { truth: 'conflict', reason: 'invalid-transition' }],
    ['422: it was refused', [422], { truth: 'conflict', reason: 'invalid-transition' }],
    ['400: it was refused', [400], { truth: 'conflict', reason: 'rejected' }],
    ['202: it was applied', [202], { truth: 'confirmed' }],
    ['a lost answer, then 409: nothing shows whether it was applied', ['lost', 409], { truth: 'concluded' }],
    ['a lost answer, then 422', ['lost', 422], { truth: 'concluded' }],
    ['two lost answers, then 409', ['lost', 'lost', 409], { truth: 'concluded' }],
  ])('%s', async (_, answers, truth) => {
    const id = await stepOnArchived(answers)
    expect(kitchen.ticket(id)?.tap).toMatchObject({ action: 'preparing', ...truth })
    kitchen.crash()
    kitchen.start()
    await kitchen.advance(MINUTE)
    expect(kitchen.ticket(id)?.tap).toMatchObject({ action: 'preparing', ...truth })
    expect(kitchen.core().snapshot().unsettledTaps).toBe(0)
  })

  it.each<[string, readonly Answer[]]>([
    ['409', [409]],
    ['a lost answer, then 409', ['lost', 409]],
  ])('%s: its own event proves it later', async (_, answers) => {
    const id = await stepOnArchived(answers)
    event(id, 'PREPARING')
    await kitchen.advance(MINUTE)
    expect(kitchen.ticket(id)?.tap).toMatchObject({ truth: 'confirmed', reason: undefined })
  })

  it.each<[string, readonly Answer[]]>([
    ['202', [202]],
    ['a lost answer, then 409', ['lost', 409]],
  ])('%s: a cancellation that comes later corrects it, in the history and the figures too', async (_, answers) => {
    const id = await stepOnArchived(answers)
    event(id, 'CANCELLED')
    await kitchen.advance(MINUTE)
    expect(kitchen.ticket(id)).toMatchObject({ status: 'CANCELLED', alarm: 'cancelled' })
    expect(kitchen.ticket(id)?.tap).toMatchObject({ truth: 'conflict', reason: 'order-cancelled' })
    expect(kindsOf(id).filter((kind) => kind === 'confirmed')).toHaveLength(
      kindsOf(id).filter((kind) => kind === 'confirmation-withdrawn').length,
    )
    const history = await kitchen.core().history({ daysAgo: 0, search: '', page: 0 })
    const milestones = history.ok ? history.value.entries[0]?.milestones : undefined
    expect(milestones?.confirmedAt).toBeUndefined()
  })

  it('a request to cancel: nothing shows whether it was granted, until the cancellation comes', async () => {
    const id = await stepOnArchived([202], 'requestCancellation')
    expect(kitchen.ticket(id)?.tap).toMatchObject({ truth: 'concluded' })
    event(id, 'CANCELLED')
    await kitchen.advance(MINUTE)
    expect(kitchen.ticket(id)).toMatchObject({ status: 'CANCELLED', tap: { truth: 'confirmed' } })
  })
})

describe('an order that was read, and that the platform no longer has', () => {
  it.each([
    ['CANCELLED', 'CANCELLED', { truth: 'conflict', reason: 'order-cancelled' }],
    ['CONCLUDED', 'CONCLUDED', { truth: 'conflict', reason: 'order-over' }],
  ])('after the event %s it is over within a minute, with its waiting taps', async (eventType, status, tap) => {
    kitchen = startVirtualKitchen({ settings: { pollIntervalSeconds: 5 } })
    const { id } = kitchen.platform.place({ orderType: 'TAKEOUT', orderTiming: 'INSTANT', startsAs: 'CONFIRMED' })
    await kitchen.advance(6 * SECOND)
    kitchen.intercept((path) => (path.startsWith(`/orders/${id}`) ? Response.json({}, { status: 404 }) : undefined))
    expect(kitchen.tap(id, 'preparing')).toMatchObject({ ok: true })
    expect(kitchen.tap(id, 'ready-for-pickup')).toMatchObject({ ok: true })
    await kitchen.advance(SECOND)
    event(id, eventType)
    await kitchen.advance(MINUTE)
    expect(kitchen.ticket(id)).toMatchObject({ status, tap })
    expect(kitchen.core().snapshot().unsettledTaps).toBe(0)
  })

  it('without such an event it may come back: its taps are tried for two minutes', async () => {
    kitchen = startVirtualKitchen({ settings: { pollIntervalSeconds: 5 } })
    const { id } = kitchen.platform.place({ orderType: 'TAKEOUT', orderTiming: 'INSTANT', startsAs: 'CONFIRMED' })
    await kitchen.advance(6 * SECOND)
    kitchen.intercept((path) => (path.startsWith(`/orders/${id}`) ? Response.json({}, { status: 404 }) : undefined))
    expect(kitchen.tap(id, 'preparing')).toMatchObject({ ok: true })
    await kitchen.advance(MINUTE)
    expect(kitchen.ticket(id)).toMatchObject({ status: 'CONFIRMED', tap: { truth: 'queued' } })
  })
})

describe('an order that the platform no longer has before its first read', () => {
  async function neverRead(eventType: string): Promise<string> {
    kitchen = startVirtualKitchen({ settings: { pollIntervalSeconds: 5, doneLaneMinutes: 30 } })
    const { id } = kitchen.platform.place({ orderType: 'TAKEOUT', orderTiming: 'INSTANT' })
    kitchen.intercept((path) => (path === `/orders/${id}` ? Response.json({}, { status: 404 }) : undefined))
    await kitchen.advance(6 * SECOND)
    expect(kitchen.ticket(id)).toMatchObject({ status: '', reading: 'loading', lane: 'new' })
    event(id, eventType)
    await kitchen.advance(11 * MINUTE)
    return id
  }

  it.each(['DELIVERED', 'CONCLUDED'])('after the event %s it is done, and leaves the board', async (eventType) => {
    const id = await neverRead(eventType)
    expect(kitchen.ticket(id)).toMatchObject({ status: 'CONCLUDED', reading: 'unreadable', lane: 'done' })
    expect(kitchen.ticket(id)?.alarm).toBeUndefined()
    await kitchen.advance(31 * MINUTE)
    expect(kitchen.ticket(id)).toBeUndefined()
  })

  it('after the event CANCELLED it says stop until staff have seen it', async () => {
    const id = await neverRead('CANCELLED')
    const stop = { status: 'CANCELLED', reading: 'unreadable', lane: 'new', cancelled: { acknowledged: false } }
    expect(kitchen.ticket(id)).toMatchObject(stop)
    await kitchen.advance(31 * MINUTE)
    expect(kitchen.ticket(id)).toMatchObject(stop)
  })
})
