import { exhaustRelaunches } from './exhaust-relaunches.ts'
import { expect, type KitchenApp } from './kitchen.ts'
import { type SetupWorld, test } from './setup-world.ts'

async function openScreensPage({ page }: KitchenApp): Promise<void> {
  await page().getByTestId('open-settings').click()
  await page().locator('[data-section="screens"]').click()
}

/** Opens a pairing on the main computer and reads what a person would type on the new screen. */
async function openPairing({
  page,
}: KitchenApp): Promise<{ address: string; code: string; listed: readonly string[] }> {
  await page().getByTestId('screens-open').click()
  await expect(page().getByTestId('screens-code')).toHaveText(/^\d{3} \d{3}$/u)
  const code = (await page().getByTestId('screens-code').textContent()) ?? ''
  await page().getByTestId('screens-address').first().waitFor()
  const listed = await page().getByTestId('screens-address').allTextContents()
  // The same listener on loopback.
  const port = /:\d+$/u.exec(listed[0] ?? '')?.[0] ?? ''
  return { address: `127.0.0.1${port}`, code, listed }
}

/** Types into these fields of the set-up's page and presses its button. */
async function join(world: SetupWorld, fields: { address?: string; code?: string; name?: string }): Promise<void> {
  for (const [field, text] of Object.entries(fields)) {
    await world.paste(`paste-join-${field}`, text)
    // The clipboard was read: it may have another text from now on.
    await expect(world.wizard().locator(`input[name="join-${field}"]`)).toHaveValue(text)
  }
  await world.press('join')
}

test('a second computer becomes a screen: it lists the main computer while its code is open, joins with address and code, and is removed', async ({
  kitchen,
  world,
}) => {
  await kitchen.open()
  const first = kitchen.platform.place()
  await expect(kitchen.card(first.id)).toBeVisible()
  await openScreensPage(kitchen)
  await expect(kitchen.page().getByTestId('paired-screen')).toHaveCount(0)
  await world.open()
  exhaustRelaunches(world.profile)
  await world.press('join-another')

  const shown = await openPairing(kitchen)
  const found = world.wizard().locator(shown.listed.map((address) => `[data-station="${address}"]`).join(', '))
  await expect(found).toBeVisible()
  await found.click()
  const listed = (await found.getAttribute('data-station')) ?? ''
  await expect(world.wizard().locator('input[name="join-address"]')).toHaveValue(listed)

  const outcome = world.wizard().locator('[data-outcome]')
  await join(world, {
    address: '127.0.0.1:1',
    code: shown.code.startsWith('111') ? '222222' : '111111',
    name: 'Balcão',
  })
  await expect(outcome).toHaveAttribute('data-outcome', 'unreachable')
  await join(world, { address: shown.address })
  await expect(outcome).toHaveAttribute('data-outcome', 'wrong-code')
  await join(world, { address: listed, code: shown.code })
  await expect(world.wizard().getByTestId('joined')).toBeVisible()

  const paired = kitchen.page().getByTestId('paired-screen')
  await expect(paired).toHaveCount(1)
  await expect(paired).toContainText('Balcão')
  await expect(kitchen.page().getByTestId('screens-ending')).toHaveAttribute('data-ending', 'paired')

  // The result stays until it is touched, and a touch restarts the program: here the test does.
  await world.press('open-joined')
  // It opens as a screen and shows the main computer's order and the next one.
  await world.close()
  await world.open()
  await expect(world.page().locator(`[data-order-id="${first.id}"]`)).toBeVisible()
  await expect(paired).toHaveAttribute('data-connected', 'true')
  const second = kitchen.platform.place()
  await expect(world.page().locator(`[data-order-id="${second.id}"]`)).toBeVisible()

  await paired.getByTestId('screens-revoke').click()
  await paired.getByTestId('screens-revoke-really').click()
  await expect(paired).toHaveCount(0)
  await expect(world.page().getByTestId('freshness')).not.toHaveAttribute('data-state', 'fresh')
  const third = kitchen.platform.place()
  await expect(kitchen.card(third.id)).toHaveCount(1)
  await expect(world.page().locator(`[data-order-id="${third.id}"]`)).toHaveCount(0)

  // After it has left in its settings, it has the state of a computer that was never set up.
  await world.page().getByTestId('open-settings').click()
  await world.page().locator('[data-section="leave"]').click()
  await world.page().getByTestId('leave').click()
  await world.page().getByTestId('leave-really').click()
  await expect(world.page().getByTestId('leave-really')).toHaveCount(0)
  await world.close()
  await world.open()
  await expect(world.wizard()).toBeVisible()
})
