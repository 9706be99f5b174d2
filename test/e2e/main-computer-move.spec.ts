import { rmSync } from 'node:fs'
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

test('a screen replaces a lost main computer with the orders of its own board', async ({ kitchen, world }) => {
  await kitchen.open()
  const { id: earlier } = kitchen.platform.place()
  await expect(kitchen.card(earlier)).toBeVisible()
  await openScreen(kitchen, world)
  const card = (id: string) => world.page().locator(`[data-order-id="${id}"]`)
  await expect(card(earlier)).toBeVisible()

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
  await screen.getByTestId('promotion-really').click()
  await expect(screen.getByTestId('promotion-outcome')).toHaveAttribute('data-outcome', 'done')
  await world.close()

  await world.open()
  await connect(world, kitchen)
  for (const id of [earlier, later]) await expect(card(id)).toHaveAttribute('data-status', 'CREATED')
  const { id: next } = kitchen.platform.place()
  await expect(card(next)).toBeVisible()
})
