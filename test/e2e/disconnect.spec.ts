import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type KitchenApp, test } from './kitchen.ts'

async function askToDisconnect(kitchen: KitchenApp): Promise<void> {
  const page = kitchen.page()
  await page.getByTestId('open-settings').click()
  await page.getByTestId('settings-dialog').locator('[data-section="support"]').click()
  await page.getByTestId('disconnect').click()
}

test('"Disconnect this kitchen" erases the credentials, and after a restart there are none', async ({ kitchen }) => {
  const order = kitchen.platform.place()
  await kitchen.open()
  await expect(kitchen.card(order.id)).toBeVisible()
  await askToDisconnect(kitchen)
  await kitchen.page().getByTestId('disconnect-keep').click()
  await expect(kitchen.page().getByTestId('disconnected')).toBeVisible()
  await expect(kitchen.page().getByTestId('freshness')).toHaveAttribute('data-state', 'setup')
  await kitchen.close()
  await kitchen.open()
  await expect(kitchen.page().getByTestId('freshness')).toHaveAttribute('data-state', 'setup')
  expect(existsSync(join(kitchen.profile, 'ledger.db'))).toBe(true)
})

test('a disconnection with the data erases every file of the kitchen and ends the program', async ({ kitchen }) => {
  const order = kitchen.platform.place()
  const { process } = await kitchen.open()
  await expect(kitchen.card(order.id)).toBeVisible()
  await askToDisconnect(kitchen)
  const closed = process.waitForEvent('close')
  await kitchen.page().getByTestId('disconnect-erase').click()
  await closed
  await expect
    .poll(() =>
      readdirSync(kitchen.profile).filter((name) => /ledger|cache\.db|backups|quarantine|logs|erase/.test(name)),
    )
    .toEqual([])
})
