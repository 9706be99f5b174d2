import { afterEach, describe, expect, it } from 'vitest'
import { startVirtualKitchen, type VirtualKitchen } from '../../fixtures/virtual-kitchen.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

let kitchen: VirtualKitchen
afterEach(() => kitchen.end())

const start = (isWithoutScreen = false): void => {
  kitchen = startVirtualKitchen({ settings: { pollIntervalSeconds: 5 }, isWithoutScreen })
}
/** An order to be ready in so many ms from now. */
const placed = async (inMs?: number): Promise<string> => {
  const timing =
    inMs === undefined ? ({ orderTiming: 'INSTANT' } as const) : { orderTiming: 'SCHEDULED' as const, dueInMs: inMs }
  const { id } = kitchen.platform.place({ orderType: 'TAKEOUT', ...timing })
  await kitchen.advance(15 * SECOND)
  return id
}
const cancel = async (id: string): Promise<void> => {
  kitchen.platform.cancel(id, 'CUSTOMER', 'Desistiu')
  await kitchen.advance(30 * SECOND)
}
const QUIET = { status: 'CANCELLED', alarm: undefined, cancelled: { acknowledged: false } }
const LOUD = { status: 'CANCELLED', alarm: 'cancelled', cancelled: { acknowledged: false } }

describe('the stop of an order', () => {
  it('that is cooked now rings', async () => {
    start()
    const id = await placed()
    await cancel(id)
    expect(kitchen.ticket(id)).toMatchObject(LOUD)
  })

  it('for tomorrow does not ring, also not when its time comes, and is there until it is acknowledged', async () => {
    start()
    const id = await placed(24 * HOUR)
    await cancel(id)
    expect(kitchen.ticket(id)).toMatchObject(QUIET)
    await kitchen.advance(23 * HOUR)
    expect(kitchen.ticket(id)).toMatchObject(QUIET)
    kitchen.crash()
    kitchen.start()
    expect(kitchen.ticket(id)).toMatchObject(QUIET)
    kitchen.core().acknowledgeCancellation(id)
    await kitchen.advance(HOUR)
    expect(kitchen.ticket(id)).toBeUndefined()
  })

  it('for tomorrow that staff have started rings', async () => {
    start()
    const id = await placed(24 * HOUR)
    kitchen.core().startByHand(id)
    await cancel(id)
    expect(kitchen.ticket(id)).toMatchObject(LOUD)
  })

  it('for the next hour rings', async () => {
    start()
    const id = await placed(HOUR)
    await cancel(id)
    expect(kitchen.ticket(id)).toMatchObject(LOUD)
  })

  it('that no screen has shown does not ring, also when a screen then shows its stop', async () => {
    start()
    kitchen.network('down')
    const { id } = kitchen.platform.place({ orderType: 'TAKEOUT', orderTiming: 'INSTANT' })
    kitchen.platform.cancel(id, 'CUSTOMER', 'Desistiu')
    await kitchen.advance(MINUTE)
    kitchen.network('up')
    await kitchen.advance(2 * MINUTE)
    expect(kitchen.ticket(id)).toMatchObject(QUIET)
    kitchen.crash()
    kitchen.start()
    await kitchen.advance(MINUTE)
    expect(kitchen.ticket(id)).toMatchObject(QUIET)
  })

  it('of a kitchen without a screen does not ring', async () => {
    start(true)
    const id = await placed()
    await cancel(id)
    expect(kitchen.ticket(id)).toMatchObject(QUIET)
  })
})
