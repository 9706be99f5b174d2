import { expect, it } from 'vitest'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import { line, minutesAgo, settingsWith, snapshotOf, ticket } from '../../fixtures/board-harness/tickets.ts'

const STATIONS = [
  { name: 'Chapa', keywords: ['x-'] },
  { name: 'Bebidas', keywords: ['guaraná'] },
]
const order = ticket('4801', {
  status: 'PREPARING',
  createdAt: minutesAgo(9),
  lines: ['X-Salada', 'Guaraná lata'].map((name) => line(name)),
})

const board = boardForTests()

it.each([
  ['that has joined with this role', '', 1024],
  ['whose station the shop has removed', 'Fritura', 1366],
])('the screen of one preparation station %s asks which, and marks no part before', async (_, station, width) => {
  const settings = settingsWith({ role: 'prep', stations: STATIONS, station })
  const { page } = await board.open(snapshotOf([order], { settings }), { width, height: 768, touch: true })
  const question = page.getByTestId('which-station')
  const card = page.locator('[data-order-id="order-4801"]')
  await expect.poll(() => card.textContent()).toContain('Guaraná lata')
  await expect.poll(() => question.textContent()).toContain('Qual praça?')
  await expect.poll(() => page.locator('[data-command="part-done"], [data-command="reopen-part"]').count()).toBe(0)
  await question.getByText('Bebidas').tap()
  const calls = (name: string) =>
    page.evaluate((wanted) => window.harness.calls.filter((call) => call.name === wanted).map(({ args }) => args), name)
  await expect.poll(() => calls('settings:change')).toContainEqual({ station: 'Bebidas' })
  const chosen = { version: 2, changed: [], removed: [], settings: { ...settings, station: 'Bebidas' } }
  await page.evaluate((delta) => window.harness.push(delta), chosen)
  await card.locator('[data-command="part-done"]').tap()
  await question.waitFor({ state: 'detached' })
  await expect.poll(() => calls('order:strike-line')).toHaveLength(1)
})
