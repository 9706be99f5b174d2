import { mergeTests } from '@playwright/test'
import { keepFromRelaunch } from './keep-from-relaunch.ts'
import { expect, test as kitchenTest } from './kitchen.ts'
import { test as setupTest } from './setup-world.ts'

const test = mergeTests(kitchenTest, setupTest)

test('a new screen lists the station while its code is open, and a tap on it fills in the address', async ({
  kitchen,
  world,
}) => {
  await kitchen.open()
  await kitchen.page().getByTestId('open-settings').click()
  await kitchen.page().locator('[data-section="screens"]').click()
  await world.open()
  keepFromRelaunch(world.profile)
  await world.chooseLanguage('pt-BR')
  await world.press('join-another')

  await kitchen.page().getByTestId('screens-open').click()
  const code = (await kitchen.page().getByTestId('screens-code').textContent()) ?? ''
  await kitchen.page().getByTestId('screens-address').first().waitFor()
  const addresses = await kitchen.page().getByTestId('screens-address').allTextContents()
  const found = world.wizard().locator(addresses.map((address) => `[data-station="${address}"]`).join(', '))
  await expect(found).toBeVisible()
  await found.click()
  await expect(world.wizard().locator('input[name="join-address"]')).toHaveValue(
    (await found.getAttribute('data-station')) ?? '',
  )
  await world.paste('join-code', code)
  await world.paste('join-name', 'Balcão')
  await world.press('join')
  await expect(world.wizard().getByTestId('joined')).toBeVisible()
})
