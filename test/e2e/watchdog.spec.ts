import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from './kitchen.ts'

test.use({ sharesApp: true })

const part = '[data-part="restarts-after-failure"]'

test('a computer whose systemd does not answer says so in the settings, and nothing is installed', async ({
  kitchen,
}) => {
  const { process: app, page } = await kitchen.open()
  await app.evaluate((electron) => {
    // The choice is for a package; this is the build.
    Object.defineProperty(electron.app, 'isPackaged', { get: () => true, configurable: true })
    // No manager of services for a user who has no session.
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
