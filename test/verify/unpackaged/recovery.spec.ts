import { expect, test } from '../world.ts'

const COUNT = "document.querySelectorAll('main [data-order-id]').length"

test('a renderer that crashes comes back with its orders, and the polls go on meanwhile', async ({ world }) => {
  const { app, page } = await world.open()
  const { id } = world.platform.place()
  await page.locator(`[data-order-id="${id}"]`).waitFor()
  const before = world.wire.polls()
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer())
  await expect.poll(() => world.events(), { timeout: 30_000 }).toContain('screen-gone')
  await expect.poll(() => world.inPage(COUNT).catch(() => 0), { timeout: 60_000 }).toBe(1)
  expect(world.wire.polls()).toBeGreaterThan(before)
  expect(app.process().exitCode).toBeNull()
})
