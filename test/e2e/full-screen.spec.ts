import type { ElectronApplication } from '@playwright/test'
import { expect, test } from './kitchen.ts'

const isFullScreen = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.isKiosk()))

test('full screen is chosen in the settings, and is kept after a restart', async ({ kitchen }) => {
  const { process: app, page } = await kitchen.open()
  await expect.poll(() => isFullScreen(app)).toEqual([false])
  await page.getByTestId('open-settings').click()
  await page.locator('[data-part="full-screen"]').getByText('Ligado', { exact: true }).click()
  await expect.poll(() => isFullScreen(app)).toEqual([true])
  await kitchen.close()
  const { process: again, page: pageAgain } = await kitchen.open()
  await expect.poll(() => isFullScreen(again)).toEqual([true])
  await pageAgain.getByTestId('open-settings').click()
  await pageAgain.locator('[data-part="full-screen"]').getByText('Desligado', { exact: true }).click()
  await expect.poll(() => isFullScreen(again)).toEqual([false])
})
