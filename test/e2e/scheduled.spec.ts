import { expect, test } from './kitchen.ts'

const MINUTE_MS = 60_000
/** The practice platform lets the preparation begin so long before the time for which the order was placed. */
const PREPARATION_MS = 25 * MINUTE_MS

test('a scheduled order waits in its lane and is raised at its own time, not before', async ({ kitchen }) => {
  const { platform } = kitchen
  await kitchen.open()
  const { id, payload } = platform.place({ orderTiming: 'SCHEDULED', dueInMs: PREPARATION_MS + 15_000 })
  const startAt = Date.parse(payload.timing.preparationStartDateTime ?? '')
  await kitchen.expectStatus(id, 'CREATED')
  await kitchen.tap(id, 'confirm')
  await kitchen.expectTruth(id, 'confirmed')
  await expect(kitchen.card(id)).toHaveAttribute('data-lane', 'scheduled')
  await expect(kitchen.card(id)).toHaveAttribute('data-lane', 'preparing', { timeout: 20_000 })
  expect(Date.now()).toBeGreaterThanOrEqual(startAt)
  expect(Date.now() - startAt).toBeLessThan(5_000)
})

test('a scheduled order can be begun by hand, which tells the platform nothing', async ({ kitchen }) => {
  const { platform } = kitchen
  await kitchen.open()
  const { id } = platform.place({ orderTiming: 'SCHEDULED', dueInMs: 120 * MINUTE_MS, startsAs: 'CONFIRMED' })
  await expect(kitchen.card(id)).toHaveAttribute('data-lane', 'scheduled')
  await kitchen.page().locator('button[data-filter="scheduled"]').click()
  await kitchen.card(id).locator('button[data-command="open"]').click()
  await kitchen.card(id).locator('button[data-command="start-by-hand"]').click()
  await expect(kitchen.card(id)).toHaveAttribute('data-lane', 'preparing')
  expect(platform.requestLog.postsFor(id, 'preparing')).toHaveLength(0)
  await kitchen.close()
  await kitchen.open()
  await expect(kitchen.card(id)).toHaveAttribute('data-lane', 'preparing')
})

test('an order on demand is held until the platform asks for it', async ({ kitchen }) => {
  const { platform } = kitchen
  await kitchen.open()
  const { id } = platform.place({ orderTiming: 'ONDEMAND', startsAs: 'CONFIRMED' })
  await expect(kitchen.card(id)).toHaveAttribute('data-lane', 'scheduled')
  await kitchen.page().waitForTimeout(3_000)
  await expect(kitchen.card(id)).toHaveAttribute('data-lane', 'scheduled')
  expect(platform.requestPreparation(id)).toBe(true)
  await expect(kitchen.card(id)).toHaveAttribute('data-lane', 'preparing')
})
