import { afterEach, describe, expect, it } from 'vitest'
import type { SettingsPatch } from '../../../shared/contract/settings.ts'
import type { OnceCause } from '../../../shared/ticket/alarm.ts'
import { startVirtualKitchen, type VirtualKitchen } from '../../fixtures/virtual-kitchen.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const SETTINGS: SettingsPatch = { pollIntervalSeconds: 30, confirmDeadlineMinutes: 60 }

let kitchen: VirtualKitchen
afterEach(() => kitchen.end())

/** An order that cooks. */
async function cooking(): Promise<string> {
  kitchen = startVirtualKitchen({ settings: SETTINGS })
  const { id } = kitchen.platform.place({ orderType: 'DELIVERY', orderTiming: 'INSTANT', courier: true })
  await kitchen.advance(31 * SECOND)
  kitchen.tap(id, 'confirm')
  await kitchen.advance(5 * SECOND)
  kitchen.tap(id, 'preparing')
  await kitchen.advance(31 * SECOND)
  return id
}
const kinds = (id: string): readonly string[] => {
  const timeline = kitchen.core().timeline(id)
  return timeline.ok ? timeline.value.map(({ kind }) => kind) : []
}
const ring = (id: string, cause: OnceCause) => kitchen.core().rang([{ orderId: id, cause, stage: 'plain' }])
const restart = (): void => {
  kitchen.crash()
  kitchen.start()
}

describe('a courier who arrives at an order that cooks', () => {
  it('rings once, over a restart, and waits since the first event', async () => {
    const id = await cooking()
    expect(kitchen.ticket(id)).not.toHaveProperty('courierSince')
    kitchen.platform.courier(id, 'RIDER_ARRIVED_AT_STORE')
    await kitchen.advance(31 * SECOND)
    expect(kitchen.ticket(id)).toMatchObject({ alarm: 'courier', lane: 'preparing', courier: 'at-store' })
    const since = kitchen.ticket(id)?.courierSince
    expect(since).toBeGreaterThan(kitchen.clock.now() - 32 * SECOND)
    restart()
    expect(kitchen.ticket(id)).toMatchObject({ alarm: 'courier', courierSince: since })
    ring(id, 'courier')
    expect(kitchen.ticket(id)?.alarm).toBeUndefined()
    // Twice, and out of sequence.
    kitchen.platform.courier(id, 'RIDER_ARRIVED_AT_STORE')
    kitchen.platform.courier(id, 'PICKUP_ONGOING')
    await kitchen.advance(2 * MINUTE)
    restart()
    expect(kitchen.ticket(id)).toMatchObject({ courierSince: since })
    expect(kitchen.ticket(id)?.alarm).toBeUndefined()
    expect(kinds(id).filter((kind) => kind === 'courier-alarm')).toHaveLength(1)
  })

  it('does not ring when staff have touched the ticket since, and is gone with the order', async () => {
    const id = await cooking()
    kitchen.platform.courier(id, 'RIDER_ARRIVED_AT_STORE')
    await kitchen.advance(31 * SECOND)
    kitchen.core().quietAlarm(id, 'opened')
    expect(kitchen.ticket(id)?.alarm).toBeUndefined()
    expect(kitchen.ticket(id)).toHaveProperty('courierSince')
    kitchen.platform.cancel(id, 'SYSTEMIC_ISSUES', 'Acabou')
    await kitchen.advance(31 * SECOND)
    expect(kitchen.ticket(id)).toMatchObject({ status: 'CANCELLED' })
    expect(kitchen.ticket(id)).not.toHaveProperty('courierSince')
  })
})

it('an order stands since its confirmed tap, and rings once after eight minutes', async () => {
  const id = await cooking()
  const tappedAt = kitchen.clock.now()
  kitchen.tap(id, 'ready-for-pickup')
  await kitchen.advance(MINUTE)
  expect(kitchen.ticket(id)).toMatchObject({ status: 'READY', readySince: tappedAt })
  await kitchen.advance(6 * MINUTE)
  expect(kitchen.ticket(id)?.alarm).toBeUndefined()
  await kitchen.advance(MINUTE + 2 * SECOND)
  expect(kitchen.ticket(id)?.alarm).toBe('standing')
  restart()
  expect(kitchen.ticket(id)).toMatchObject({ alarm: 'standing', readySince: tappedAt })
  ring(id, 'standing')
  await kitchen.advance(5 * MINUTE)
  restart()
  expect(kitchen.ticket(id)?.alarm).toBeUndefined()
  expect(kinds(id).filter((kind) => kind === 'standing-alarm')).toHaveLength(1)
})
