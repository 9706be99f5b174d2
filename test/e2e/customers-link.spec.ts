import { launchChromium } from '../fixtures/headless-chromium.ts'
import { expect, test } from './kitchen.ts'

test.use({ sharesApp: true })

test("the link shows the customers' board in a browser with the age of the data, and is refused after it is switched off", async ({
  kitchen,
}) => {
  await kitchen.open()
  const { id } = kitchen.platform.place()
  await kitchen.tap(id, 'confirm')
  await kitchen.expectStatus(id, 'CONFIRMED')
  await kitchen.page().getByTestId('open-settings').click()
  await kitchen.page().locator('[data-section="screens"]').click()
  await expect(kitchen.page().getByTestId('customers-link')).toHaveAttribute('data-state', 'off')
  await kitchen.page().getByTestId('customers-open').click()
  const shown = (await kitchen.page().getByTestId('customers-url').first().textContent()) ?? ''
  // The machine may have only the loopback network.
  const url = new URL(shown.trim())
  url.hostname = '127.0.0.1'
  const browser = await launchChromium()
  const tv = await browser.newPage()
  const pageErrors: string[] = []
  tv.on('console', (message) => message.type() === 'error' && pageErrors.push(message.text()))
  await tv.goto(url.href)
  await expect(tv.locator('#preparing li')).toHaveCount(1)
  await expect(tv.locator('#age')).toHaveText('')
  expect(pageErrors).toEqual([])

  await kitchen.page().getByTestId('customers-close').click()
  await expect(kitchen.page().getByTestId('customers-link')).toHaveAttribute('data-state', 'off')
  await expect(tv.locator('#age')).toContainText('Atualizado há')
  await expect(tv.locator('#preparing li')).toHaveCount(1)
  await expect(tv.goto(url.href)).rejects.toThrow()
  await browser.close()
})
