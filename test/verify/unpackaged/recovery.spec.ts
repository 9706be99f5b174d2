import { expect, test } from '../world.ts'

const IDS = "[...document.querySelectorAll('[data-order-id]')].map((one) => one.dataset.orderId)"
const COUNT = "document.querySelectorAll('main [data-order-id]').length"

test('after a crash of the renderer the board is back with its orders, and polling continues', async ({ world }) => {
  const { app, page } = await world.open()
  const { id } = world.platform.place()
  await page.locator(`[data-order-id="${id}"]`).waitFor()
  const before = world.proxy.polls()
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer())
  await expect.poll(() => world.events(), { timeout: 30_000 }).toContain('screen-gone')
  await expect.poll(() => world.inPage(COUNT).catch(() => 0), { timeout: 60_000 }).toBe(1)
  await expect.poll(() => world.proxy.polls()).toBeGreaterThan(before)
  expect(app.process().exitCode).toBeNull()
})

test('a board that hangs is replaced by the list of orders, and comes back', async ({ world }) => {
  const { app, page } = await world.open()
  const { id } = world.platform.place()
  await page.locator(`[data-order-id="${id}"]`).waitFor()
  await app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]
      ?.webContents.executeJavaScript('for (;;);')
      .catch(() => undefined)
  })
  const ids = () => world.inPage(IDS).catch(() => [])
  await expect.poll(() => world.events(), { timeout: 30_000, intervals: [100] }).toContain('screen-hung')
  await expect.poll(ids, { timeout: 30_000, intervals: [100] }).toEqual([id])
  await expect.poll(() => world.inPage(COUNT).catch(() => 0), { timeout: 60_000 }).toBe(1)
})
