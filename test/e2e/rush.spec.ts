import { expect, test } from './kitchen.ts'
import { tapEverything } from './tap-everything.ts'

const ORDERS = 30

test.use({ sharesApp: true })

test('no ticket remains on the board after its order has left the kitchen, also when many orders change quickly', async ({
  kitchen,
}) => {
  const { page } = await kitchen.open()
  await tapEverything(page)
  const { platform } = kitchen
  const orderIds = Array.from({ length: ORDERS }, () => platform.place({ orderType: 'TAKEOUT' }).id)
  await expect
    .poll(() => orderIds.every((id) => platform.order(id)?.status === 'DELIVERED'), { timeout: 120_000 })
    .toBe(true)
  await expect(page.locator('.pages [data-order-id]')).toHaveCount(0)
})
