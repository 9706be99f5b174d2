import { tapAction } from '../fixtures/board-harness/touches.ts'
import { expect } from './kitchen.ts'
import { killProgram, openScreen } from './open-screen.ts'
import { type SetupWorld, test } from './setup-world.ts'

/** Five programs, four of which start twice and two a third time. */
test.setTimeout(300_000)
test.use({
  settings: {
    pollIntervalSeconds: 1,
    undoSeconds: 0,
    stations: [{ name: 'Tudo', keywords: ['a', 'e', 'i', 'o', 'u'] }],
  },
})

const card = (world: SetupWorld, orderId: string) => world.page().locator(`[data-order-id="${orderId}"]`)

test('a station and four screens work on one order; when the station and a screen are killed, each tap still counts once', async ({
  kitchen,
  moreWorlds,
}) => {
  await kitchen.open()
  const first = kitchen.platform.place()
  await expect(kitchen.card(first.id)).toBeVisible()
  const [prep, pass, counter, customers] = await moreWorlds(4)
  if (!prep || !pass || !counter || !customers) throw new Error('The test needs four screens')
  const screens = [prep, pass, counter, customers]
  await openScreen(kitchen, prep, { role: 'prep', name: 'Chapa' })
  await openScreen(kitchen, pass, { role: 'pass', name: 'Passe' })
  await openScreen(kitchen, counter, { role: 'counter', name: 'Balcão' })
  await openScreen(kitchen, customers, { role: 'customers', name: 'Clientes' })

  // The order is started at the station. The only part is prepared, the pass sets it to ready, and counter and
  // customers see it.
  // A window drops a second tap on one order within 800 ms, so each tap here is in another window.
  await tapAction(pass.page(), first.id, 'confirm')
  await kitchen.expectStatus(first.id, 'CONFIRMED')
  await kitchen.tap(first.id, 'preparing')
  await expect(customers.page().locator('[data-column="preparing"] .customers-id')).toHaveCount(1)
  await expect(card(prep, first.id)).toHaveAttribute('data-status', 'PREPARING')
  await card(prep, first.id).locator('.act-primary[data-command="part-done"]').click()
  await expect(card(prep, first.id).locator('[data-command="reopen-part"]')).toBeVisible()
  await card(pass, first.id).locator('.act-primary[data-action="ready-for-pickup"]').click()
  await kitchen.expectStatus(first.id, 'READY')
  await expect(card(counter, first.id)).toHaveAttribute('data-status', 'READY')
  await expect(customers.page().locator('[data-column="ready"] .customers-id')).toHaveCount(1)
  for (const action of ['confirm', 'preparing', 'ready-for-pickup'] as const) {
    expect(kitchen.platform.requestLog.postsFor(first.id, action)).toHaveLength(1)
  }

  const second = kitchen.platform.place()
  await expect(card(pass, second.id)).toHaveAttribute('data-status', 'CREATED')
  await killProgram(kitchen.app().process)
  for (const screen of screens) {
    await expect(screen.page().getByTestId('freshness')).not.toHaveAttribute('data-state', 'fresh')
  }
  await tapAction(pass.page(), second.id, 'confirm')
  await expect(card(pass, second.id).locator('[data-truth]')).toHaveAttribute('data-truth', 'here')
  await killProgram(pass.process())
  await pass.open()
  await kitchen.open()
  await kitchen.expectStatus(second.id, 'CONFIRMED')
  for (const screen of [prep, pass]) {
    await expect(card(screen, second.id)).toHaveAttribute('data-status', 'CONFIRMED')
  }
  for (const screen of screens) {
    await expect(screen.page().getByTestId('freshness')).toHaveAttribute('data-state', 'fresh')
  }
  expect(kitchen.platform.requestLog.postsFor(second.id, 'confirm')).toHaveLength(1)
})
