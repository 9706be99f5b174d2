import { tapAction } from '../../fixtures/board-harness/touches.ts'
import { STRANGE_ANSWERS } from '../../fixtures/strange-bytes.ts'
import { expect, test } from '../world.ts'

const WATCH_MS = 8_000
const ORDERS = 12
/** Chromium opens six connections to one host over HTTP/1.1. */
const MAX_CONNECTIONS = 6
const MAX_READS_AND_TAPS = 5

test('answers that the standard Response refuses do not stop the program or the polling', async ({ world }) => {
  const { app, page } = await world.open()
  const first = world.platform.place()
  await page.locator(`[data-order-id="${first.id}"]`).waitFor()
  const left = world.proxy.answerPollsWith(Object.values(STRANGE_ANSWERS))
  await expect.poll(left, { timeout: 60_000 }).toBe(0)
  const second = world.platform.place()
  await page.locator(`[data-order-id="${second.id}"]`).waitFor()
  expect(app.process().exitCode).toBeNull()
  expect(world.events()).not.toContain('fatal')
  expect(world.events()).not.toContain('unawaited-network-rejection')
})

test('a tap whose connection ends without an answer is not sent again by the network', async ({ world }) => {
  const { page } = await world.open()
  const { id } = world.platform.place()
  await page.locator(`[data-order-id="${id}"]`).waitFor()
  const hasEnded = world.proxy.endNextPost()
  await tapAction(page, id, 'confirm')
  await expect.poll(hasEnded).toBe(true)
  // Only the program may repeat the call, after it has seen the failure.
  await expect.poll(world.events).toContain('platform-call-failed')
})

test('a platform that answers no read and no tap gets at most five of them, and polls continue', async ({ world }) => {
  const { page } = await world.open()
  await expect(page.getByTestId('freshness')).toHaveAttribute('data-state', 'fresh')
  const release = world.proxy.holdOrders()
  const orders = Array.from({ length: ORDERS }, () => world.platform.place())
  await expect.poll(() => world.proxy.held()).toBeGreaterThan(0)
  const before = world.proxy.polls()
  await page.waitForTimeout(WATCH_MS)
  expect(world.proxy.held()).toBeLessThanOrEqual(MAX_READS_AND_TAPS)
  expect(world.proxy.polls() - before).toBeGreaterThanOrEqual(4)
  expect(world.proxy.connections().most).toBeLessThanOrEqual(MAX_CONNECTIONS)
  release()
  await expect(page.locator('main [data-order-id]')).toHaveCount(orders.length, { timeout: 60_000 })
})
