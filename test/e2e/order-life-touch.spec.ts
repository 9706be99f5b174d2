import { cutOrOverlapping } from '../fixtures/board-harness/geometry.ts'
import { touch } from './finger.ts'
import { expect, type KitchenApp, test } from './kitchen.ts'

test.use({ sharesApp: true })

const LIFE = [
  ['confirm', 'CONFIRMED', 'preparing'],
  ['preparing', 'PREPARING', 'preparing'],
  ['ready-for-pickup', 'READY', 'ready'],
  ['dispatch', 'IN_DELIVERY', 'done'],
  ['delivered', 'DELIVERED', 'done'],
] as const
/** The next step of an order has a button of at least this height and width, in CSS pixels. */
const MIN_BUTTON = 44

/** Touches the button of the order's next step, which must be completely visible and not covered. */
async function step(kitchen: KitchenApp, orderId: string, action: string): Promise<void> {
  const button = kitchen.card(orderId).locator(`.act-primary[data-action="${action}"]`)
  await expect(button).toBeVisible()
  await expect(async () => {
    const box = await button.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(MIN_BUTTON)
  }).toPass()
  await expect(button).toBeInViewport({ ratio: 1 })
  await touch(kitchen.page(), button)
}

test('touches take a delivery order from CREATED to DELIVERED, and nothing is cut or covered', {
  tag: '@gate',
}, async ({ kitchen }) => {
  const { platform } = kitchen
  const earlierEvents = platform.model.events().length
  // A busy board: five orders in preparation beside the new one.
  for (let order = 0; order < 5; order += 1) platform.place({ startsAs: 'PREPARING' })
  await kitchen.open()
  const page = kitchen.page()
  await expect(page.locator('main [data-order-id]:not([data-lane="done"])')).toHaveCount(5)
  // One dish: an order higher than the wall has "Pronto" on its last side only.
  const { id } = platform.place({ orderType: 'DELIVERY', itemCount: 1 })
  for (const [action, status, lane] of LIFE) {
    await expect.poll(() => page.evaluate(cutOrOverlapping)).toEqual([])
    // A dispatched order has moved from the wall to the pane of those that are out.
    if (action === 'delivered') await touch(page, page.locator('button[data-filter="done"]'))
    await step(kitchen, id, action)
    await kitchen.expectStatus(id, status)
    await kitchen.expectTapStatus(id, 'confirmed')
    await expect(kitchen.card(id)).toHaveAttribute('data-lane', lane)
    expect(platform.requestLog.postsFor(id, action)).toHaveLength(1)
    expect(platform.requestLog.appliedFor(id, action)).toHaveLength(1)
    expect(platform.order(id)?.status).toBe(status)
  }
  await expect.poll(() => page.evaluate(cutOrOverlapping)).toEqual([])
  await expect(kitchen.card(id).locator('button[data-action]')).toHaveCount(0)
  await expect.poll(() => platform.requestLog.wasEachEventAcknowledgedAfterDelivery()).toBe(true)
  const events = () => platform.model.events().slice(earlierEvents)
  await expect.poll(() => events().every(({ eventId }) => platform.wasOrderReadAfter(eventId))).toBe(true)
  expect(events().length).toBeGreaterThanOrEqual(LIFE.length)
  expect(platform.requestLog.violations()).toEqual([])
})
