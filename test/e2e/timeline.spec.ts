import type { Bridge } from '../../shared/contract.ts'
import { LANGUAGES } from '../../shared/i18n/languages.ts'
import { LOCALES } from '../../shared/settings.ts'
import { expect, test } from './kitchen.ts'

test.use({ sharesApp: true })

test('the timeline contains struck lines, shows rings and taps differently and is in the order of time', async ({
  kitchen,
}) => {
  await kitchen.open()
  const { id } = kitchen.platform.place()
  const page = kitchen.page()
  const timeline = () =>
    page.evaluate(async (orderId) => {
      // The value that the preload script has set.
      const bridge = Reflect.get(window, 'comanda') as Bridge
      const answer = await bridge.call['order:timeline']({ orderId })
      return answer.ok ? answer.value : []
    }, id)
  const kinds = async () => (await timeline()).map(({ kind }) => kind)
  await expect.poll(kinds).toContain('rang')
  await kitchen.tap(id, 'confirm')
  await kitchen.expectTapStatus(id, 'confirmed')
  const line = kitchen.card(id).locator('.strike').first()
  await line.click()
  await expect.poll(kinds).toEqual(expect.arrayContaining(['rang-until', 'line-struck']))

  const story = await timeline()
  const instants = story.map(({ at }) => at)
  expect(instants).toEqual(instants.toSorted((a, b) => a - b))
  const order = story.map(({ kind }) => kind)
  expect(order.indexOf('rang-until')).toBeLessThan(order.indexOf('tapped'))

  const detail = story.find(({ kind }) => kind === 'line-struck')?.detail ?? ''
  expect(detail).toMatch(/^\d.*\s\S+/)
  for (const locale of LOCALES) {
    await page.evaluate((wanted) => Reflect.get(window, 'comanda').call['settings:change']({ locale: wanted }), locale)
    await page.locator(`html[lang="${locale}"]`).waitFor({ state: 'attached' })
    await page.getByTestId('open-history').click()
    const row = page.locator(`[data-history-order="${id}"]`)
    const { kind, story: name } = LANGUAGES[locale].history
    await row.getByRole('button', { name }).click()
    await expect(row.locator('[data-kind="line-struck"] strong')).toHaveText(kind['line-struck'])
    await expect(row.locator('[data-kind="line-struck"] bdi')).not.toHaveText(/^\d+:/)
    await expect(row.locator('[data-kind="rang"] strong')).toHaveText(kind.rang)
    await expect(row.locator('[data-kind="tapped"] strong')).toHaveText(kind.tapped)
    await page.keyboard.press('Escape')
  }
})
