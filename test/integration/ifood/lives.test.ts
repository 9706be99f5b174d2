import { describe, expect, it } from 'vitest'
import type { QueuedAction } from '../../../shared/order/lifecycle.ts'
import { type KitchenOf, kitchenOf } from '../../fixtures/kitchen-of.ts'
import { type HostOfIfood, startIfood } from '../../fixtures/platform/ifood/host.ts'
import { eventually } from '../../fixtures/running-kitchen.ts'

describe('an order of iFood', () => {
  it('is read, acknowledged by its ids, accepted, and dispatched by the shop', async () => {
    const { host, core, seen } = await kitchenOf(startIfood())
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

describe('the lives of orders', () => {
  type Kitchen = KitchenOf<HostOfIfood>
  const make = async ({ core, seen }: Kitchen, id: string, actions: readonly QueuedAction[]): Promise<void> => {
    for (const action of actions) {
      await seen(id, `${action} offered`, (ticket) => ticket.actions.includes(action))
      expect(core().act({ orderId: id, action })).toMatchObject({ ok: true })
      await seen(id, action, ({ tap }) => tap?.action === action && tap.truth === 'confirmed')
    }
  }

  it('DELIVERY with iFood’s courier leaves with the courier, and waits for no dispatch', async () => {
    const kitchen = await kitchenOf(startIfood())
    const { host, seen } = kitchen
    const id = host.place('DELIVERY', {
      delivery: { deliveredBy: 'IFOOD', pickupCode: '9876', deliveryAddress: { streetName: 'Rua A' } },
    })
    await make(kitchen, id, ['confirm'])
    host.publish(id, 'RECOMMENDED_PREPARATION_START')
    await make(kitchen, id, ['preparing', 'ready-for-pickup'])
    host.publish(id, 'ASSIGN_DRIVER')
    await seen(id, 'the courier on its way', ({ courier }) => courier === 'coming')
    host.publish(id, 'ARRIVED_AT_ORIGIN')
    const here = await seen(id, 'the courier', ({ courier, courierSince }) => courier === 'at-store' && !!courierSince)
    expect(here.pickupCode).toBe('9876')
    expect(here.actions).not.toContain('dispatch')
    host.publish(id, 'COLLECTED')
    await seen(id, 'out', ({ status, lane }) => status === 'IN_DELIVERY' && lane === 'done')
    host.publish(id, 'CONCLUDED')
    await seen(id, 'the end', ({ status }) => status === 'CONCLUDED')
    expect(host.operations(id)).toEqual(['confirm', 'startPreparation', 'readyToPickup'])
    expect(host.violations).toEqual([])
  })

  it('a courier who gave the order up is on its way no longer, and the next one is', async () => {
    const { host, seen } = await kitchenOf(startIfood())
    const id = host.place('DELIVERY', { delivery: { deliveredBy: 'IFOOD' } })
    host.publish(id, 'ASSIGN_DRIVER')
    host.publish(id, 'ARRIVED_AT_ORIGIN')
    await seen(id, 'the courier', ({ courier }) => courier === 'at-store')
    host.publish(id, 'DELIVERY_DRIVER_DEALLOCATED')
    await seen(id, 'no courier', ({ courier, courierSince }) => courier === undefined && courierSince === undefined)
    host.publish(id, 'ASSIGN_DRIVER')
    await seen(id, 'another courier', ({ courier }) => courier === 'coming')
  })

  it.each(['TAKEOUT', 'DINE_IN'] as const)('%s is called ready, and handed over here', async (type) => {
    const kitchen = await kitchenOf(startIfood())
    const { host, core, seen } = kitchen
    const id = host.place(type)
    const fresh = await seen(id, 'the order', ({ reading }) => reading === 'read')
    expect(fresh.orderType).toBe(type === 'DINE_IN' ? 'INDOOR' : type)
    expect(fresh.dueAt).toBeDefined()
    expect(fresh.unreadParts).toBeUndefined()
    await make(kitchen, id, ['confirm', 'preparing', 'ready-for-pickup'])
    expect(core().act({ orderId: id, action: 'pickedUp' })).toMatchObject({ ok: true })
    await seen(id, 'the hand-over', ({ lane, tap }) => lane === 'done' && tap?.truth === 'confirmed')
    expect(host.operations(id)).toEqual(['confirm', 'startPreparation', 'readyToPickup'])
    expect(host.violations).toEqual([])
  })

  it.each([
    ['DELIVERY', 15],
    ['TAKEOUT', 0],
  ] as const)(
    'a scheduled %s is accepted at once, started later, and due %i min before its window',
    async (type, way) => {
      const kitchen = await kitchenOf(startIfood(), { confirmStartsPreparation: true })
      const { host, seen } = kitchen
      const at = Math.ceil(Date.now() / 60_000) * 60_000
      const [start, from, to] = [2 * 3_600_000, 3 * 3_600_000, 3.5 * 3_600_000].map((ms) =>
        new Date(at + ms).toISOString(),
      )
      const id = host.place(type, {
        orderTiming: 'SCHEDULED',
        preparationStartDateTime: start,
        schedule: { deliveryDateTimeStart: from, deliveryDateTimeEnd: to },
      })
      const waiting = await seen(id, 'the order', ({ lane }) => lane === 'scheduled')
      expect(waiting.timing).toBe('SCHEDULED')
      expect(waiting.startAt).toBe(Date.parse(start ?? ''))
      expect(waiting.dueAt).toBe(Date.parse(from ?? '') - way * 60_000)
      await make(kitchen, id, ['confirm'])
      expect(host.operations(id)).toEqual(['confirm'])
    },
  )

  it('another program’s confirmation and patch are followed', async () => {
    const { host, seen } = await kitchenOf(startIfood({ hasShortCodes: true }))
    const id = host.place('DELIVERY')
    await seen(id, 'the order', ({ status }) => status === 'CREATED')
    host.publish(id, 'CONFIRMED')
    await seen(id, 'the confirmation', ({ status }) => status === 'CONFIRMED')
    host.patch(id, { items: [{ id: 'x', name: 'Sopa', quantity: 3 }] })
    const changed = await seen(id, 'the change', ({ lines }) => lines[0]?.name === 'Sopa')
    expect(changed.changes?.removed.map(({ name }) => name)).toEqual(['Pizza grande', 'Picanha'])
  })

  it('a status that is sent is a floor, and groceries’ steps count', async () => {
    const { host, seen } = await kitchenOf(startIfood())
    const id = host.place('DELIVERY', { status: 'CONFIRMED' })
    await seen(id, 'the floor', ({ status }) => status === 'CONFIRMED')
    host.publish(id, 'SEPARATION_ENDED')
    await seen(id, 'ready', ({ status }) => status === 'READY')
  })
})
