import { readdirSync } from 'node:fs'
import { endByClick } from '../fixtures/app-windows.ts'
import { expect, test } from './kitchen.ts'

test('a disconnection with the data erases every file of the kitchen and ends the program', async ({ kitchen }) => {
  const order = kitchen.platform.place()
  const { process } = await kitchen.open()
  await expect(kitchen.card(order.id)).toBeVisible()
  await kitchen.page().getByTestId('open-settings').click()
  await kitchen.page().locator('[data-section="support"]').click()
  await kitchen.page().getByTestId('disconnect').click()
  await endByClick(process, kitchen.page().getByTestId('disconnect-erase'))
  await expect
    .poll(() =>
      readdirSync(kitchen.profile).filter((name) => /ledger|cache\.db|backups|quarantine|logs|erase/.test(name)),
    )
    .toEqual([])
})
