import { afterEach, describe, expect, it } from 'vitest'
import type { QueuedAction } from '../../../shared/lifecycle.ts'
import { eventually, type RunningKitchen, startKitchen } from '../../fixtures/running-kitchen.ts'

let kitchen: RunningKitchen
afterEach(() => kitchen.end())

async function tapAndProve(orderId: string, action: QueuedAction, status: string): Promise<void> {
  await kitchen.seen(orderId, `${action} on offer`, (ticket) => ticket.actions.includes(action))
  expect(kitchen.station().act({ orderId, action })).toMatchObject({ ok: true })
  await kitchen.seen(
    orderId,
    `${action} confirmed`,
    ({ tap, status: read }) => tap?.action === action && tap.truth === 'confirmed' && read === status,
  )
  expect(kitchen.platform.requestLog.appliedFor(orderId, action)).toHaveLength(1)
  expect(kitchen.platform.requestLog.postsFor(orderId, action)).toHaveLength(1)
}

describe('the life of an order', () => {
  it('a delivery order goes from CREATED to DELIVERED by taps, each proved by a read', async () => {
    kitchen = await startKitchen()
    const { id } = kitchen.platform.place({ orderType: 'DELIVERY' })
    await tapAndProve(id, 'confirm', 'CONFIRMED')
    await tapAndProve(id, 'preparing', 'PREPARING')
    await tapAndProve(id, 'ready-for-pickup', 'READY')
    await tapAndProve(id, 'dispatch', 'IN_DELIVERY')
    await tapAndProve(id, 'delivered', 'DELIVERED')
    const { requestLog } = kitchen.platform
    expect(requestLog.wasEachEventAcknowledgedAfterDelivery()).toBe(true)
    expect(requestLog.violations()).toEqual([])
  })

  it('TAKEOUT ends with delivered, and dispatch is never offered', async () => {
    kitchen = await startKitchen()
    const { id } = kitchen.platform.place({ orderType: 'TAKEOUT' })
    for (const [action, status] of [
      ['confirm', 'CONFIRMED'],
      ['ready-for-pickup', 'READY'],
      ['delivered', 'DELIVERED'],
    ] as const) {
      await tapAndProve(id, action, status)
      expect(kitchen.ticket(id)?.actions).not.toContain('dispatch')
    }
    const { requestLog } = kitchen.platform
    await eventually('each event acknowledged', () => requestLog.wasEachEventAcknowledgedAfterDelivery() || undefined)
    expect(requestLog.violations()).toEqual([])
  })

  it('a delivery code is right or wrong', async () => {
    kitchen = await startKitchen()
    const { id } = kitchen.platform.place({ deliveryCode: '482913' })
    await kitchen.seen(id, 'on the board', () => true)
    expect(await kitchen.station().validateCode(id, '482913')).toEqual({ ok: true, value: { isValid: true } })
    expect(await kitchen.station().validateCode(id, '000000')).toEqual({ ok: true, value: { isValid: false } })
  })
})
