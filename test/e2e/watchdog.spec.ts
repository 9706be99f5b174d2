import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from './kitchen.ts'

test.use({ sharesApp: true })

const part = '[data-part="restarts-after-failure"]'

test('the settings show that systemd does not answer, and no service is installed', async ({ kitchen }) => {
  const { process: app, page } = await kitchen.open()
  await app.evaluate((electron) => {
    // Only a package offers the choice, and this is the build.
    Object.defineProperty(electron.app, 'isPackaged', { get: () => true, configurable: true })
    // As for a user without a session: there is no service manager.
    process.env.XDG_RUNTIME_DIR = '/nonexistent'
    process.env.DBUS_SESSION_BUS_ADDRESS = 'unix:path=/nonexistent'
  })
  await page.getByTestId('open-settings').click()
  await expect(page.locator(`${part} [data-watchdog]`)).toHaveAttribute('data-watchdog', 'ready')
  await page.locator(part).getByText('Ligado', { exact: true }).click()
  await expect(page.locator(`${part} [data-watchdog]`)).toHaveAttribute('data-watchdog', 'no-service')
  await expect(page.locator(part)).toContainText('Nada foi mudado.')
  expect(existsSync(join(kitchen.profile, 'config', 'systemd'))).toBe(false)
})
