import { expect, test } from '../world.ts'

const IDS = "[...document.querySelectorAll('[data-order-id]')].map((one) => one.dataset.orderId)"
/** A page is covered only after it answered for two seconds (electron/shell/screen-pulse.ts). */
const CALM_MS = 3_000
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

test('a board that hangs is covered by the list of orders of another process, and is shown again later', async ({
  world,
}) => {
  const { app, page } = await world.open()
  const { id } = world.platform.place()
  await page.locator(`[data-order-id="${id}"]`).waitFor()
  await page.waitForTimeout(CALM_MS)
  await app.evaluate(({ BrowserWindow }) => {
    const work = '{ const end = performance.now() + 4_000; while (performance.now() < end); }'
    BrowserWindow.getAllWindows()[0]
      ?.webContents.executeJavaScript(work)
      .catch(() => undefined)
  })
  await expect.poll(() => world.events(), { timeout: 10_000, intervals: [100] }).toContain('screen-covered')
  const shown = await app.evaluate(async ({ BrowserWindow }, ids) => {
    const [window] = BrowserWindow.getAllWindows()
    const cover = window?.contentView.children.find((view) => view.getVisible()) as Electron.WebContentsView | undefined
    return {
      ids: await cover?.webContents.executeJavaScript(ids),
      bounds: cover?.getBounds(),
      content: window?.getContentSize(),
      processes: [window?.webContents.getOSProcessId(), cover?.webContents.getOSProcessId()],
    }
  }, IDS)
  expect(shown.ids).toEqual([id])
  expect([shown.bounds?.width, shown.bounds?.height]).toEqual(shown.content)
  expect(new Set(shown.processes).size).toBe(2)
  await expect.poll(() => world.events(), { timeout: 15_000 }).toContain('screen-uncovered')
  expect(world.events()).not.toContain('screen-hung')
  await expect.poll(() => world.inPage(COUNT).catch(() => 0)).toBe(1)
})
