import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bodyOf, createTestStation } from './test-station.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const YEAR = 365 * 24 * 60 * MINUTE

type TestStation = ReturnType<typeof createTestStation>
let kitchen: TestStation
beforeEach(() => {
  kitchen = createTestStation()
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

  it('an order that came meanwhile and is not read yet continues to ring', async () => {
    kitchen.publish('o1', 'CREATED')
    await kitchen.clock.advance(MINUTE)
    expect(kitchen.ticket('o1')).toMatchObject({ reading: 'loading', alarm: 'new' })
    await correct()
    expect(kitchen.ticket('o1')).toMatchObject({ reading: 'loading', alarm: 'new' })
  })
})
