import type { ElectronApplication } from '@playwright/test'
import { expect, test } from './kitchen.ts'

/** Records in the main process how the window is painted anew. */
const recordRepaints = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows()
    if (window === undefined) throw new Error('no window')
    const repaints: string[] = []
    Object.assign(globalThis, { repaints })
    const { invalidate } = window.webContents
    window.webContents.invalidate = () => {
      repaints.push('invalidate')
      invalidate.call(window.webContents)
    }
    window.on('hide', () => repaints.push('hide'))
    window.on('show', () => repaints.push('show'))
  })
const repaints = (app: ElectronApplication): Promise<string[]> =>
  app.evaluate(() => Reflect.get(globalThis, 'repaints') as string[])

test('after sleep, an unlock and a change of displays the board is painted anew, and is shown again if it draws nothing', async ({
  kitchen,
}) => {
  const { process: app, page } = await kitchen.open()
  const order = kitchen.platform.place()
  await kitchen.card(order.id).waitFor()
  await recordRepaints(app)

  await app.evaluate(({ powerMonitor }) => powerMonitor.emit('resume'))
  await expect.poll(() => repaints(app)).toEqual(['invalidate'])
  await app.evaluate(({ screen }) => screen.emit('display-metrics-changed'))
  await expect.poll(() => repaints(app)).toEqual(['invalidate', 'invalidate'])

  // The page runs, but no frame of it is drawn.
  await page.evaluate(() => {
    window.requestAnimationFrame = () => 0
  })
  await app.evaluate(({ powerMonitor }) => powerMonitor.emit('unlock-screen'))
  await expect.poll(() => repaints(app)).toEqual([...Array(3).fill('invalidate'), 'hide', 'show', 'invalidate'])
  await expect(kitchen.card(order.id)).toBeVisible()
})
