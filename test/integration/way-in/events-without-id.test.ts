import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startVirtualKitchen, type VirtualKitchen } from '../../fixtures/virtual-kitchen.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

let kitchen: VirtualKitchen
beforeEach(() => {
  kitchen = startVirtualKitchen()
})
afterEach(() => kitchen.end())

describe('events without a readable id', () => {
  it.each([
    ['absent', undefined],
    ['empty', ''],
    ['an object', { id: 'e1' }],
  ])('an event whose id is %s brings its order, with one read however often it comes', async (_how, eventId) => {
    const { id } = kitchen.platform.place()
    const event = { eventId, eventType: 'CREATED', orderId: id, createdAt: new Date(kitchen.clock.now()).toISOString() }
    kitchen.intercept((path) => (path === '/events:polling' ? Response.json([event, null]) : undefined))
    await kitchen.advance(SECOND)
    expect(kitchen.ticket(id)).toMatchObject({ reading: 'read', status: 'CREATED', lane: 'new' })
    await kitchen.advance(30 * MINUTE)
    expect(kitchen.platform.requestLog.readsOf(id)).toHaveLength(1)
    kitchen.crash()
    kitchen.start()
    await kitchen.advance(5 * MINUTE)
    expect(kitchen.ticket(id)).toMatchObject({ reading: 'read', status: 'CREATED' })
    expect(kitchen.platform.requestLog.readsOf(id)).toHaveLength(1)
  })

  it('two orders whose events have no id and whose ids look alike are both read', async () => {
    const ids = ['pedido é', 'pedido ê']
    const pages = ids.map((orderId) => ({ eventType: 'CREATED', orderId, createdAt: 'x' }))
    kitchen.intercept((path) => (path === '/events:polling' ? Response.json(pages) : undefined))
    await kitchen.advance(SECOND)
    const reads = kitchen.departures.map(({ path }) => decodeURIComponent(path)).filter((path) => /pedido/.test(path))
    expect(new Set(reads)).toEqual(new Set(ids.map((id) => `/orders/${id}`)))
  })
})
