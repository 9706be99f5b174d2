import { tapAction } from '../fixtures/board-harness/touches.ts'
import { expect } from './kitchen.ts'
import { killProgram, openScreen, useOwnPort } from './open-screen.ts'
import { test } from './setup-world.ts'

/** Two programs, each of which starts more than once. */

test('main computer and screen show the same board, and a tap on a screen counts once, also when either program is killed', {
  tag: '@gate',
}, async ({ kitchen, world }) => {
  await useOwnPort(kitchen)
  await kitchen.open()
  await openScreen(kitchen, world)
  await test.step('a tap on each one is shown on the other, and a screen offers no settings of the kitchen', async () => {
    const { id } = kitchen.platform.place()
    await expect(kitchen.card(id)).toBeVisible()
    const card = () => world.page().locator(`[data-order-id="${id}"]`)
    await expect(card()).toBeVisible()
    await tapAction(world.page(), id, 'confirm')
    await kitchen.expectStatus(id, 'CONFIRMED')
    await expect(kitchen.card(id).locator('[data-truth]')).toContainText('Passe')
    await kitchen.tap(id, 'preparing')
    await expect(card()).toHaveAttribute('data-status', 'PREPARING')

    await world.page().getByTestId('open-settings').click()
    const sections = world.page().locator('[data-section]')
    await expect(sections.first()).toBeVisible()
    await expect
      .poll(() => sections.evaluateAll((all) => all.map((each) => each.getAttribute('data-section'))))
      .toEqual(['screen', 'role', 'sound', 'keyboard', 'leave', 'support'])
    await expect(world.page().getByTestId('open-setup')).toHaveCount(0)
    await world.page().keyboard.press('Escape')
  })

  await test.step('a tap on a screen is kept while the main computer is killed and the screen is restarted, and counts once', async () => {
    const { id } = kitchen.platform.place()
    const card = () => world.page().locator(`[data-order-id="${id}"]`)
    const badge = () => world.page().getByTestId('freshness')
    await expect(card()).toBeVisible()
    await expect(badge()).toHaveAttribute('data-state', 'fresh')

    // Waits until the screen shows the order that the main computer has read.
    await expect(card()).toHaveAttribute('data-status', 'CREATED')
    await killProgram(kitchen.app().process)
    await expect(badge()).toHaveAttribute('data-trouble', 'station-away')
    await expect(badge()).not.toHaveAttribute('data-state', 'fresh')
    await tapAction(world.page(), id, 'confirm')
    await expect(card().locator('[data-truth]')).toHaveAttribute('data-truth', 'here')
    await expect(card()).toHaveAttribute('data-status', 'CREATED')

    await killProgram(world.process())
    await world.open()
    await expect(card().locator('[data-truth]')).toHaveAttribute('data-truth', 'here')
    await expect(badge()).toHaveAttribute('data-trouble', /^station-(?:away|sought)$/u)

    await kitchen.open()
    await expect(card()).toHaveAttribute('data-status', 'CONFIRMED')
    await expect(card().locator('[data-truth]')).toHaveAttribute('data-truth', 'confirmed')
    await expect(badge()).toHaveAttribute('data-state', 'fresh')
    await kitchen.expectStatus(id, 'CONFIRMED')
    await kitchen.expectTapStatus(id, 'confirmed')
    expect(kitchen.platform.requestLog.postsFor(id, 'confirm')).toHaveLength(1)
  })
})
