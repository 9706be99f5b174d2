import { UNDO_SECONDS } from '../../shared/contract/values.ts'
import { expect, test } from './kitchen.ts'

test.use({ sharesApp: true })

test('a held tap can be undone and is then not sent', { tag: '@gate' }, async ({ kitchen }) => {
  const { platform } = kitchen
  const { page } = await kitchen.open()
  await page.evaluate(
    (undoSeconds) => Reflect.get(window, 'comanda').call['settings:change']({ undoSeconds }),
    UNDO_SECONDS.max,
  )
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
