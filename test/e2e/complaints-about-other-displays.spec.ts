import { expect, test } from './kitchen.ts'

test.use({ sharesApp: true })

/**
 * Users of other kitchen displays report these faults most often. Each test checks one of them in the complete program.
 */

test('a restart empties no board, also without a network', { tag: '@gate' }, async ({ kitchen }) => {
  const { platform } = kitchen
  const { process: app } = await kitchen.open()
  const orderIds = [platform.place().id, platform.place({ orderType: 'TAKEOUT' }).id]
  for (const id of orderIds) await kitchen.expectStatus(id, 'CREATED')
  await platform.beginOutage()
  const main = app.process()
  const ended = new Promise((done) => main.once('exit', done))
  main.kill('SIGKILL')
  await ended
  await kitchen.open()
  for (const id of orderIds) {
    await kitchen.expectStatus(id, 'CREATED')
    await expect(kitchen.card(id).locator('button[data-action="confirm"]')).toBeVisible()
  }
  await expect(kitchen.page().getByTestId('freshness')).not.toHaveAttribute('data-state', 'fresh')
})

test('the board remains when the credentials are refused during the work, and taps wait for new credentials', async ({
  kitchen,
}) => {
  const { platform } = kitchen
  await kitchen.open()
  const { id } = platform.place()
  await kitchen.expectStatus(id, 'CREATED')
  const refusal = platform.fault({
    routes: ['token'],
    effect: { kind: 'status', status: 401, body: { error: 'invalid_client' } },
  })
  platform.revokeTokens()
  const badge = kitchen.page().getByTestId('freshness')
  await expect(badge).toHaveAttribute('data-trouble', 'credentials-refused')
  await kitchen.expectStatus(id, 'CREATED')
  await kitchen.tap(id, 'confirm')
  await kitchen.expectTapStatus(id, 'queued')
  expect(platform.requestLog.appliedFor(id, 'confirm')).toHaveLength(0)
  refusal.clear()
  await kitchen.expectTapStatus(id, 'confirmed')
  await expect(badge).toHaveAttribute('data-state', 'fresh')
  expect(platform.requestLog.appliedFor(id, 'confirm')).toHaveLength(1)
})

test('no ticket is shown twice, also when its events come several times', { tag: '@gate' }, async ({ kitchen }) => {
  const { platform } = kitchen
  const pages = platform.fault({ routes: ['poll'], effect: { kind: 'duplicated', copies: 3 } })
  await kitchen.open()
  const orderIds = Array.from({ length: 3 }, () => platform.place().id)
  for (const id of orderIds) await kitchen.expectStatus(id, 'CREATED')
  const seen = pages.hits()
  await expect.poll(pages.hits).toBeGreaterThan(seen + 2)
  await expect(kitchen.page().locator('[data-order-id]:not([data-lane="done"])')).toHaveCount(orderIds.length)
  await expect(kitchen.page().locator('[data-filter="new"]')).toHaveAttribute('data-count', String(orderIds.length))
})
