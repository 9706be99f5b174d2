import { expect, type Kitchen, test } from './kitchen.ts'

const ORDERS = 100
/** So many are in the kitchen at a time. */
const OPEN = 40
const LOOK_MS = 200
const BETWEEN_TAPS_MS = 500
/** A tap that was refused because its ticket had moved is repeated. */
const MOST_TRIES = 10
const STEPS = ['confirm', 'preparing', 'ready-for-pickup', 'delivered']

test.use({ settings: { pollIntervalSeconds: 1, undoSeconds: 0 } })
test.describe.configure({ timeout: 180_000 })

/** Taps every next step that the board offers, many in one picture: cards and tickets change places while others are measured. */
const tapEverything = (kitchen: Kitchen): Promise<void> =>
  kitchen.page().evaluate(
    ({ steps, tries, pause }) => {
      const buttons = steps.map((step) => `main [data-order-id] button[data-action="${step}"]`).join(',')
      let tried = new Map<string, number>()
      setInterval(() => {
        const offered = new Map<string, number>()
        for (const button of document.querySelectorAll<HTMLElement>(buttons)) {
          const order = button.closest<HTMLElement>('[data-order-id]')?.dataset.orderId
          const key = `${order} ${button.dataset.action}`
          const count = tried.get(key) ?? 0
          offered.set(key, count + 1)
          if (count < tries) button.click()
        }
        tried = offered
      }, pause)
    },
    { steps: STEPS, tries: MOST_TRIES, pause: BETWEEN_TAPS_MS },
  )

test('no ticket stays on the board after its order has left the kitchen, however quickly many orders take their steps', async ({
  kitchen,
}) => {
  const { page } = await kitchen.open()
  await tapEverything(kitchen)
  const { platform } = kitchen
  const open = new Set<string>()
  let placed = 0
  while (placed < ORDERS || open.size > 0) {
    for (const id of open) if (platform.model.order(id)?.status === 'DELIVERED') open.delete(id)
    for (; open.size < OPEN && placed < ORDERS; placed += 1) open.add(platform.place({ orderType: 'TAKEOUT' }).id)
    await page.waitForTimeout(LOOK_MS)
  }
  const onPages = page.locator('.pages [data-order-id]')
  await expect(onPages).toHaveCount(0)
})
