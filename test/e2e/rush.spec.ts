import { expect, test } from './kitchen.ts'
import { tapEverything } from './tap-everything.ts'

const ORDERS = 50
/** Number of orders that are in the kitchen at the same time. */
const OPEN = 30
const HANG_MS = 150_000

test.use({ sharesApp: true })

test('no ticket remains on the board after its order has left the kitchen, also when many orders change quickly', async ({
  kitchen,
}) => {
  const { page } = await kitchen.open()
  await tapEverything(page)
  const { platform } = kitchen
  const open = new Set<string>()
  let placed = 0
  const inKitchen = (): number => {
    for (const id of open) if (platform.model.order(id)?.status === 'DELIVERED') open.delete(id)
    for (; open.size < OPEN && placed < ORDERS; placed += 1) open.add(platform.place({ orderType: 'TAKEOUT' }).id)
    return open.size
  }
  await expect.poll(inKitchen, { timeout: HANG_MS }).toBe(0)
  const onPages = page.locator('.pages [data-order-id]')
  await expect(onPages).toHaveCount(0)
})
