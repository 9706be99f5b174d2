import { expect, test } from './kitchen.ts'

test.use({ sharesApp: true })

test.beforeEach(async ({ kitchen }) => {
  const { page } = await kitchen.open()
  await page.evaluate(() => Reflect.get(window, 'comanda').call['settings:change']({ undoSeconds: 3 }))
})

test('a held tap can be undone and is then not sent', { tag: '@gate' }, async ({ kitchen }) => {
  const { platform } = kitchen
  const { id } = platform.place()
  const later = platform.place().id
  // A button that appears after a tap ignores taps for a moment.
  await kitchen.expectStatus(later, 'CREATED')
  await kitchen.tap(id, 'confirm')
  await kitchen.expectTapStatus(id, 'held')
  await expect(kitchen.card(id)).toHaveAttribute('data-lane', 'new')
  await kitchen
    .card(id)
    .getByRole('button', { name: /desfazer/i })
    .click()
  await expect(kitchen.card(id).locator('[data-truth]')).toHaveCount(0)
  await expect(kitchen.card(id).locator('button[data-action="confirm"]')).toBeVisible()
  // A later tap is sent, so the undo time of the first one is over.
  await kitchen.tap(later, 'confirm')
  await kitchen.expectTapStatus(later, 'confirmed')
  expect(platform.requestLog.postsFor(id, 'confirm')).toHaveLength(0)
})

test('a held tap is sent when its undo time is over, and not before', { tag: '@gate' }, async ({ kitchen }) => {
  const { platform } = kitchen
  const { id } = platform.place()
  await kitchen.tap(id, 'confirm')
  const tappedAt = Date.now()
  await kitchen.expectTapStatus(id, 'held')
  await kitchen.expectTapStatus(id, 'confirmed')
  const [post] = platform.requestLog.postsFor(id, 'confirm')
  expect((post?.at ?? 0) - tappedAt).toBeGreaterThanOrEqual(2_500)
})

test('the button "send now" sends a held tap at once', { tag: '@gate' }, async ({ kitchen }) => {
  const { id } = kitchen.platform.place()
  await kitchen.tap(id, 'confirm')
  await kitchen
    .card(id)
    .getByRole('button', { name: /enviar/i })
    .click()
  await kitchen.expectTapStatus(id, 'confirmed')
})
