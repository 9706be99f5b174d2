import { describe, expect, it } from 'vitest'
import { eventually } from '../../fixtures/running-kitchen.ts'
import { kitchenOfIfood } from './kitchen-of-ifood.ts'

describe('an order of iFood', () => {
  it('is read, acknowledged by its ids, accepted, and dispatched by the shop', async () => {
    const { host, core, seen } = await kitchenOfIfood()
    const id = host.place('DELIVERY')
    const fresh = await seen(id, 'the order', ({ reading, status }) => reading === 'read' && status === 'CREATED')
    expect(fresh.unreadParts).toBeUndefined()
    expect(fresh.lines.filter(({ unreadParts }) => unreadParts !== undefined)).toEqual([])
    expect(fresh.pickupCode).toBe('4321')
    await eventually('the acknowledgment', () => host.waiting().length === 0)
    for (const [action, status] of [
      ['confirm', 'CONFIRMED'],
      ['preparing', 'PREPARING'],
      ['ready-for-pickup', 'READY'],
      ['dispatch', 'IN_DELIVERY'],
    ] as const) {
      expect(core().act({ orderId: id, action })).toMatchObject({ ok: true })
      await seen(id, status, (ticket) => ticket.status === status && ticket.tap?.truth === 'confirmed')
    }
    expect(host.operations(id)).toEqual(['confirm', 'startPreparation', 'readyToPickup', 'dispatch'])
    core().act({ orderId: id, action: 'delivered' })
    await seen(
      id,
      'the mark',
      ({ tap }) => tap?.action === 'delivered' && tap.truth === 'confirmed' && tap.here === true,
    )
    host.publish(id, 'CONCLUDED')
    await seen(id, 'the end', ({ status }) => status === 'CONCLUDED')
    expect(host.operations(id)).toHaveLength(4)
    expect(host.violations).toEqual([])
    await eventually('the acknowledgments', () => host.waiting().length === 0)
  })
})
