import { expect, test } from './kitchen.ts'

test.use({ sharesApp: true })

test('a delivery code is shown as right, as wrong, or as not checked when there is no network', {
  tag: '@gate',
}, async ({ kitchen }) => {
  const { platform } = kitchen
  await kitchen.open()
  const { id } = platform.place({ orderType: 'TAKEOUT', startsAs: 'READY', deliveryCode: '4821' })
  await kitchen.tap(id, 'validateCode')
  const pad = kitchen.page().getByTestId('code-pad')
  await expect(pad).toHaveRole('dialog')
  const enter = async (code: string) => {
    await pad.locator('input').fill(code)
    await pad.locator('button[data-action="send"]').click()
  }
  await enter('9999')
  await expect(pad).toContainText('Código errado')
  await enter('4821')
  await expect(pad).toContainText('Código correto')
  expect(platform.requestLog.postsFor(id, 'validateCode')).toHaveLength(2)
  await platform.beginOutage()
  await enter('4821')
  await expect(pad.getByRole('alert').or(pad.getByRole('status'))).toContainText(/conexão|internet|plataforma/i)
  await kitchen.expectStatus(id, 'READY')
})
