import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bodyOf, createTestCore } from './test-core.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const YEAR = 365 * 24 * 60 * MINUTE

type TestCore = ReturnType<typeof createTestCore>
let kitchen: TestCore
beforeEach(() => {
  kitchen = createTestCore()
})
afterEach(() => kitchen.end())

describe.each([
  ['an hour', 60 * MINUTE],
  ['a year', YEAR],
])('after the platform’s dates were %s ahead', (_, aheadMs) => {
  beforeEach(async () => {
    kitchen.world.offsetMs = aheadMs
    kitchen.begin({ doneLaneMinutes: 15 })
    await kitchen.clock.advance(SECOND)
  })
  const correct = async (): Promise<void> => {
    kitchen.world.offsetMs = 0
    await kitchen.clock.advance(MINUTE)
  }

  it('an order that ended meanwhile leaves the board at its time', async () => {
    kitchen.publish('o1', 'DELIVERED', bodyOf('DELIVERED'))
    await kitchen.clock.advance(5 * MINUTE)
    expect(kitchen.ticket('o1')?.status).toBe('DELIVERED')
    await correct()
    expect(kitchen.ticket('o1')?.status).toBe('DELIVERED')
    await kitchen.clock.advance(8 * MINUTE)
    expect(kitchen.ticket('o1')?.status).toBe('DELIVERED')
    await kitchen.clock.advance(3 * MINUTE)
    expect(kitchen.ticket('o1')).toBeUndefined()
  })

  it('a scheduled order that was accepted meanwhile rings at its start', async () => {
    const timing = {
      orderTiming: 'SCHEDULED',
      preparationStartDateTime: new Date(kitchen.clock.now() + 10 * MINUTE).toISOString(),
    }
    kitchen.publish('o1', 'CREATED', bodyOf('CREATED', { timing }))
    await kitchen.clock.advance(31 * SECOND)
    kitchen.core().act({ orderId: 'o1', action: 'confirm' })
    kitchen.publish('o1', 'CONFIRMED', bodyOf('CONFIRMED', { timing }))
    await kitchen.clock.advance(31 * SECOND)
    expect(kitchen.ticket('o1')).toMatchObject({ status: 'CONFIRMED', tap: { truth: 'confirmed' } })
    await correct()
    expect(kitchen.ticket('o1')).toMatchObject({ lane: 'scheduled' })
    expect(kitchen.ticket('o1')?.alarm).toBeUndefined()
    await kitchen.clock.advance(10 * MINUTE)
    expect(kitchen.ticket('o1')).toMatchObject({ lane: 'preparing', alarm: 'start' })
  })

  it('an order whose delay alarm rang meanwhile rings again once when it is late', async () => {
    const createdAt = new Date(kitchen.clock.now()).toISOString()
    kitchen.publish('o1', 'CONFIRMED', bodyOf('CONFIRMED', { createdAt }))
    await kitchen.clock.advance(31 * SECOND)
    const ring = () => kitchen.core().rang([{ orderId: 'o1', cause: 'delayed', stage: 'plain' }])
    expect(kitchen.ticket('o1')?.alarm).toBe('delayed')
    ring()
    await correct()
    expect(kitchen.ticket('o1')?.alarm).toBe('accepted')
    await kitchen.clock.advance(13 * MINUTE + 32 * SECOND)
    expect(kitchen.ticket('o1')?.alarm).toBe('delayed')
    ring()
    await kitchen.clock.advance(5 * MINUTE)
    expect(kitchen.ticket('o1')?.alarm).toBeUndefined()
    await kitchen.reopen()
    expect(kitchen.ticket('o1')?.alarm).toBeUndefined()
  })
})
