import type { Bridge } from '../../shared/contract/contract.ts'
import type { SettingsPatch } from '../../shared/contract/settings.ts'
import { expect, type KitchenApp } from './kitchen.ts'
import { openScreen } from './open-screen.ts'
import { type SetupWorld, test } from './setup-world.ts'

/** Two programs, one of which starts twice. */
test.use({
  settings: {
    pollIntervalSeconds: 1,
    undoSeconds: 0,
    stations: [{ name: 'Tudo', keywords: ['a', 'e', 'i', 'o', 'u'] }],
  },
})

const change = (world: SetupWorld, patch: SettingsPatch) =>
  world.page().evaluate(async (wanted) => {
    const { call } = Reflect.get(window, 'comanda') as Bridge
    return call['settings:change'](wanted)
  }, patch)

/** The text about the only screen on the main computer's page "Screens". */
const useOf = (kitchen: KitchenApp) =>
  kitchen.page().evaluate(async () => {
    const { call } = Reflect.get(window, 'comanda') as Bridge
    const status = await call['screens:status'](null)
    return status.ok ? status.value.screens[0]?.use : undefined
  })

test('a screen has the view of its role; when its window and the main computer’s window have crashed, both ring for a new order', async ({
  kitchen,
  world,
}) => {
  await kitchen.open()
  await test.step('a preparation screen marks its part, then the pass has "ready" as its large button, and the customers’ board shows the order', async () => {
    const { id } = kitchen.platform.place({ orderType: 'TAKEOUT' })
    await kitchen.tap(id, 'confirm')
    await kitchen.tap(id, 'preparing')
    await kitchen.expectTapStatus(id, 'confirmed')
    await openScreen(kitchen, world, { role: 'prep' })
    await expect.poll(() => useOf(kitchen)).toEqual({ role: 'prep', station: '', rings: true })

    const card = world.page().locator(`[data-order-id="${id}"]`)
    await expect(card).toBeVisible()
    await expect(card.locator('[data-command="part-done"]')).toHaveCount(0)
    await world.page().getByTestId('which-station').getByRole('button', { name: 'Tudo' }).click()
    await expect.poll(() => useOf(kitchen)).toMatchObject({ station: 'Tudo' })
    await card.locator('[data-command="part-done"]').click()
    await expect(card.locator('[data-command="reopen-part"]')).toBeVisible()
    await expect(kitchen.card(id)).toHaveAttribute('data-status', 'PREPARING')

    await expect(change(world, { role: 'pass' })).resolves.toMatchObject({ ok: true })
    await expect.poll(() => useOf(kitchen)).toMatchObject({ role: 'pass' })
    await card.locator('.act-primary[data-action="ready-for-pickup"]').click()
    await kitchen.expectStatus(id, 'READY')

    await expect(change(world, { role: 'customers', locale: 'en' })).resolves.toMatchObject({ ok: true })
    await expect(world.page().locator('[data-column="ready"] h2')).toHaveText('Ready')
    await expect(world.page().locator('[data-column="ready"] .customers-id')).toHaveCount(1)
    await expect.poll(() => world.page().locator('button').count()).toBe(0)
    await expect(kitchen.page().locator('html')).toHaveAttribute('lang', 'pt-BR')
  })

  await test.step('while the windows of main computer and screen have crashed, a new order rings at both; a window that paints it ends this', async () => {
    await expect(change(world, { role: 'all', rings: false })).resolves.toMatchObject({ ok: true })
    const address = world.page().url()
    const programs = [kitchen.app().process, world.process()]
    for (const program of programs) {
      await program.evaluate(({ BrowserWindow, shell }) => {
        Reflect.set(globalThis, 'beeps', 0)
        shell.beep = () => Reflect.set(globalThis, 'beeps', Number(Reflect.get(globalThis, 'beeps')) + 1)
        return BrowserWindow.getAllWindows()[0]?.loadURL('about:blank')
      })
    }
    const { id } = kitchen.platform.place()
    for (const program of programs) {
      await expect.poll(() => program.evaluate(() => Number(Reflect.get(globalThis, 'beeps')))).toBeGreaterThan(0)
    }
    await world
      .process()
      .evaluate(
        ({ BrowserWindow }, url) => BrowserWindow.getAllWindows()[0]?.loadURL(url),
        address.startsWith('https://') ? 'app://comanda/index.html' : address,
      )
    await world.page().locator(`[data-order-id="${id}"]`).waitFor()
    const isUnseen = () =>
      world.page().evaluate(async (orderId) => {
        const { call } = Reflect.get(window, 'comanda') as Bridge
        const board = await call['board:snapshot'](null)
        return board.ok && board.value.tickets.some((ticket) => ticket.orderId === orderId && ticket.unseen === true)
      }, id)
    await expect.poll(isUnseen).toBe(false)
  })
})
