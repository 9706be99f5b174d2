import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Bridge } from '../../shared/contract.ts'
import { exhaustRelaunches } from './exhaust-relaunches.ts'
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

test('a screen takes over from the main computer: the main computer stops, and the screen continues with every order', async ({
  kitchen,
  world,
}) => {
  await kitchen.open()
  const { id } = kitchen.platform.place()
  await expect(kitchen.card(id)).toBeVisible()
  await openScreen(kitchen, world)
  const card = (order: string) => world.page().locator(`[data-order-id="${order}"]`)
  const openScreensPage = async (): Promise<void> => {
    await kitchen.page().getByTestId('open-settings').click()
    await kitchen.page().locator('[data-section="screens"]').click()
  }
  await openScreensPage()
  // Without a recovery code there is no hand-over.
  await expect(kitchen.page().getByTestId('paired-screen')).toBeVisible()
  await expect(kitchen.page().getByTestId('hand-over')).toHaveCount(0)
  await kitchen.page().getByTestId('recovery-code-make').click()
  const code = (await kitchen.page().getByTestId('recovery-code').textContent()) ?? ''
  exhaustRelaunches(kitchen.profile)
  await kitchen.page().getByTestId('hand-over').click()
  await kitchen.page().getByTestId('hand-over-really').click()
  await expect(kitchen.page().getByTestId('handed-over')).toBeVisible()
  // From now on the program does not poll, also after a crash.
  await killProgram(kitchen.app().process)
  await kitchen.open()
  const polls = () => kitchen.platform.requestLog.requestsTo('poll').length
  await openScreensPage()
  await expect(kitchen.page().getByTestId('handed-over')).toHaveAttribute('data-state', 'ready')
  const made = polls()

  const screen = world.page()
  await screen.getByTestId('open-settings').click()
  await screen.locator('[data-section="leave"]').click()
  await expect(screen.getByTestId('promotion-station')).toHaveAttribute('data-handed', 'true')
  await screen.getByTestId('promotion-begin').click()
  await screen.getByTestId('promotion-code').fill(code)
  await screen.getByTestId('promotion-really').click()
  await expect(screen.getByTestId('promotion-outcome')).toHaveAttribute('data-outcome', 'done')
  await expect(kitchen.page().getByTestId('handed-over')).toHaveAttribute('data-state', 'taken')
  await expect(kitchen.page().getByTestId('take-back')).toHaveCount(0)
  expect(polls()).toBe(made)
  await killProgram(world.process())

  await world.open()
  await connect(world, kitchen)
  const { id: next } = kitchen.platform.place()
  for (const order of [id, next]) await expect(card(order)).toHaveAttribute('data-status', 'CREATED')
  await expect(kitchen.card(next)).toHaveCount(0)
})
