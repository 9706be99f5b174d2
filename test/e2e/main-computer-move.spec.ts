import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Bridge } from '../../shared/contract/contract.ts'
import { expect, type KitchenApp } from './kitchen.ts'
import { killProgram, openScreen } from './open-screen.ts'
import { type SetupWorld, test } from './setup-world.ts'

/** Two programs, each of which starts more than once. */

/** Makes the computer the main one, with the credentials, through the pages of the set-up. */
async function connect(world: SetupWorld, kitchen: KitchenApp): Promise<void> {
  const badge = world.page().getByTestId('freshness')
  await expect(badge).toHaveAttribute('data-state', 'setup')
  const { apiUrl, clientId, clientSecret } = kitchen.platform
  const kept = await world.page().evaluate(
    async ([address = '', id = '', secret = '']) => {
      const { call } = Reflect.get(window, 'comanda') as Bridge
      await call['setup:address']({ address })
      await call['setup:test']({ credentials: { clientId: id, clientSecret: secret } })
      return call['setup:keep']({ where: 'keychain' })
    },
    [apiUrl, clientId, clientSecret],
  )
  expect(kept).toMatchObject({ ok: true, value: {} })
  await expect(badge).toHaveAttribute('data-state', 'fresh')
}

test('a screen replaces a lost main computer with its copy of the data and the recovery code', async ({
  kitchen,
  world,
}) => {
  await kitchen.open()
  const { id: copied } = kitchen.platform.place()
  await expect(kitchen.card(copied)).toBeVisible()
  await openScreen(kitchen, world)
  const card = (id: string) => world.page().locator(`[data-order-id="${id}"]`)
  await expect(card(copied)).toBeVisible()

  const main = kitchen.page()
  await main.getByTestId('open-settings').click()
  await main.locator('[data-section="screens"]').click()
  await expect(main.getByTestId('recovery-code-group')).toHaveAttribute('data-state', 'no-code')
  await main.getByTestId('recovery-code-make').click()
  await expect(main.getByTestId('recovery-code')).toHaveText(/^(?:[0-9A-Z]{4}-){6}[0-9A-Z]{4}$/u)
  const code = (await main.getByTestId('recovery-code').textContent()) ?? ''
  await expect(main.getByTestId('screen-copy')).toHaveAttribute('data-at', /^\d+$/u)
  expect(readdirSync(join(world.profile, 'station-copies'))).toHaveLength(1)

  const { id: later } = kitchen.platform.place()
  await expect(card(later)).toBeVisible()

  const screen = world.page()
  await screen.getByTestId('open-settings').click()
  await screen.locator('[data-section="leave"]').click()
  // The screen cannot replace a main computer that answers.
  await expect(screen.getByTestId('promotion')).toBeVisible()
  await expect(screen.getByTestId('promotion-begin')).toHaveCount(0)
  await killProgram(kitchen.app().process)
  rmSync(join(kitchen.profile, 'ledger.db'))
  await screen.getByTestId('promotion-begin').click()
  await expect(screen.getByTestId('promotion-losses')).toBeVisible()
  await screen.getByTestId('promotion-code').fill('0000-0000')
  await screen.getByTestId('promotion-really').click()
  await expect(screen.getByTestId('promotion-outcome')).toHaveAttribute('data-outcome', 'mistyped')
  await screen.getByTestId('promotion-code').fill(code)
  await screen.getByTestId('promotion-really').click()
  await expect(screen.getByTestId('promotion-outcome')).toHaveAttribute('data-outcome', 'done')
  await world.close()

  await world.open()
  await connect(world, kitchen)
  for (const id of [copied, later]) await expect(card(id)).toHaveAttribute('data-status', 'CREATED')
  const { id: next } = kitchen.platform.place()
  await expect(card(next)).toBeVisible()
})
