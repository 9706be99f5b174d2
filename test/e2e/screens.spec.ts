import { mergeTests } from '@playwright/test'
import type { Bridge } from '../../shared/contract.ts'
import { tapAction } from '../fixtures/board-harness/hands.ts'
import { keepFromRelaunch } from './keep-from-relaunch.ts'
import { expect, type Kitchen, test as kitchenTest } from './kitchen.ts'
import { type SetupWorld, test as setupTest } from './setup-world.ts'

const test = mergeTests(kitchenTest, setupTest)
/** Two programs, each of which starts more than once. */
test.setTimeout(120_000)

/** Pairs by the calls of the pages, which `pairing.spec.ts` presses, and opens the second program as a screen. */
async function openScreen(kitchen: Kitchen, world: SetupWorld): Promise<void> {
  const shown = await kitchen.page().evaluate(async () => {
    const { call } = Reflect.get(window, 'comanda') as Bridge
    const opened = await call['screens:open-pairing'](null)
    if (!opened.ok || opened.value.pairing.state !== 'open') throw new Error('No pairing is open')
    return { code: opened.value.pairing.code, port: /:(\d+)$/u.exec(opened.value.addresses[0] ?? '')?.[1] }
  })
  const address = shown.port === undefined ? '127.0.0.1' : `127.0.0.1:${shown.port}`
  await world.open()
  keepFromRelaunch(world.profile)
  const joined = await world.page().evaluate(
    async ([to = '', code = '']) => {
      const { call } = Reflect.get(window, 'comanda') as Bridge
      return call['screens:join']({ address: to, code, name: 'Passe' })
    },
    [address, shown.code],
  )
  expect(joined).toMatchObject({ ok: true, value: { outcome: 'joined' } })
  await world.close()
  await world.open()
}

const killed = async (program: ReturnType<Kitchen['app']>['process']): Promise<void> => {
  const child = program.process()
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}

test('a tap on a screen is kept while the station is dead, over the death of the screen, and counts once', async ({
  kitchen,
  world,
}) => {
  await kitchen.open()
  const { id } = kitchen.platform.place()
  await expect(kitchen.card(id)).toBeVisible()
  await openScreen(kitchen, world)
  const card = () => world.page().locator(`[data-order-id="${id}"]`)
  const badge = () => world.page().getByTestId('freshness')
  await expect(card()).toBeVisible()
  await expect(badge()).toHaveAttribute('data-state', 'fresh')

  await killed(kitchen.app().process)
  await expect(badge()).toHaveAttribute('data-trouble', 'station-away')
  await expect(badge()).not.toHaveAttribute('data-state', 'fresh')
  await tapAction(world.page(), id, 'confirm')
  await expect(card().locator('[data-truth]')).toHaveAttribute('data-truth', 'here')
  await expect(card()).toHaveAttribute('data-status', 'CREATED')

  await killed(world.process())
  await world.open()
  await expect(card().locator('[data-truth]')).toHaveAttribute('data-truth', 'here')
  await expect(badge()).toHaveAttribute('data-trouble', /^station-(?:away|sought)$/u)

  await kitchen.open()
  await expect(card()).toHaveAttribute('data-status', 'CONFIRMED')
  await expect(card().locator('[data-truth]')).toHaveAttribute('data-truth', 'confirmed')
  await expect(badge()).toHaveAttribute('data-state', 'fresh')
  await kitchen.expectStatus(id, 'CONFIRMED')
  await kitchen.expectTruth(id, 'confirmed')
  expect(kitchen.platform.ledger.postsFor(id, 'confirm')).toHaveLength(1)
})

test('station and screen show one board: a tap of each is seen on the other, and a screen offers no settings of the kitchen', async ({
  kitchen,
  world,
}) => {
  await kitchen.open()
  const { id } = kitchen.platform.place()
  await expect(kitchen.card(id)).toBeVisible()
  await openScreen(kitchen, world)
  const card = world.page().locator(`[data-order-id="${id}"]`)
  await expect(card).toBeVisible()
  await tapAction(world.page(), id, 'confirm')
  await kitchen.expectStatus(id, 'CONFIRMED')
  await expect(kitchen.card(id).locator('[data-truth]')).toContainText('Passe')
  await kitchen.tap(id, 'preparing')
  await expect(card).toHaveAttribute('data-status', 'PREPARING')

  await world.page().getByTestId('open-settings').click()
  const sections = world.page().locator('[data-section]')
  await expect(sections.first()).toBeVisible()
  expect(await sections.evaluateAll((all) => all.map((each) => each.getAttribute('data-section')))).toEqual([
    'screen',
    'leave',
    'support',
  ])
  await expect(world.page().getByTestId('open-setup')).toHaveCount(0)
})
