import { expect, it } from 'vitest'
import type { Ticket } from '../../../shared/ticket/ticket.ts'
import { eventually } from '../../fixtures/running-kitchen.ts'
import { kitchenOfSeveral } from './kitchen-of-several.ts'
import { isNew } from './three-connections.ts'
import { threePlatforms } from './three-platforms.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

it('a window shows the right age when the first platform tells its time after another one’s orders are shown', async () => {
  const { shops } = await threePlatforms({ firstSkewMs: HOUR_MS, skewMs: HOUR_MS })
  const [first, second] = shops
  await first.fail('outage')
  const id = second.place()
  const kitchen = await kitchenOfSeveral([first.given, second.given])
  await kitchen.seen('Rua', id, 'new', isNew)
  await first.heal()
  const { core } = kitchen
  await eventually('the first one is fresh', () =>
    core()
      .snapshot()
      .freshness.connections?.every(({ state }) => state === 'fresh'),
  )
  // What a window has that was open from the beginning.
  let shown: Ticket | undefined
  const ages = kitchen.deltas.flatMap(({ changed, clock }) => {
    shown = changed.findLast(({ platformOrderId }) => platformOrderId === id) ?? shown
    return shown === undefined || clock === undefined ? [] : Math.abs(clock.platformNow - shown.createdAt)
  })
  expect(ages.length).toBeGreaterThan(0)
  expect(Math.max(...ages)).toBeLessThan(MINUTE_MS)
})
