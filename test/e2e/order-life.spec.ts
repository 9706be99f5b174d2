import { expect, test } from './kitchen.ts'
import { killProgram } from './open-screen.ts'

test.use({ sharesApp: true })

test('a step that the platform answers with 409 is shown with its reason, the order is read again, and nothing is repeated', {
  tag: '@gate',
}, async ({ kitchen }) => {
  const { platform } = kitchen
  await kitchen.open()
  const { id } = platform.place()
  await kitchen.expectStatus(id, 'CREATED')
  platform.fault({
    routes: ['confirm'],
    times: 1,
    effect: { kind: 'status', status: 409, body: { code: 'INVALID_ORDER_STATE_TRANSITION', message: 'not now' } },
  })
  const readsBefore = platform.requestLog.readsOf(id).length
  await kitchen.tap(id, 'confirm')
  await kitchen.expectTapStatus(id, 'conflict')
  await expect(kitchen.card(id).locator('[data-truth]')).toContainText('not now')
  await kitchen.expectStatus(id, 'CREATED')
  await expect.poll(() => platform.requestLog.readsOf(id).length).toBeGreaterThan(readsBefore)
  expect(platform.requestLog.postsFor(id, 'confirm')).toHaveLength(1)
  await kitchen.tap(id, 'confirm')
  await kitchen.expectTapStatus(id, 'confirmed')
})

test('kill -9 while a tap waits without a network loses nothing: the same board comes back, and the tap counts once', {
  tag: '@gate',
}, async ({ kitchen }) => {
  const { platform } = kitchen
  await kitchen.open()
  const ids = [platform.place({ orderType: 'DELIVERY' }).id, platform.place({ orderType: 'TAKEOUT' }).id]
  const [first = '', second = ''] = ids
  await kitchen.tap(first, 'confirm')
  await kitchen.expectTapStatus(first, 'confirmed')
  await kitchen.expectStatus(second, 'CREATED')
  await platform.beginOutage()
  await kitchen.tap(second, 'confirm')
  await kitchen.expectTapStatus(second, 'queued')
  // By id: places are stored within two seconds, so after an earlier end the orders can stand in another sequence.
  const boardSeen = () =>
    kitchen.page().evaluate(() =>
      Object.fromEntries(
        [...document.querySelectorAll('[data-order-id]:not([data-lane="done"])')].map((card) => [
          card.getAttribute('data-order-id'),
          {
            status: card.getAttribute('data-status'),
            lane: card.getAttribute('data-lane'),
            truth: card.querySelector('[data-truth]')?.getAttribute('data-truth'),
            lines: card.querySelectorAll('li').length,
          },
        ]),
      ),
    )
  // The whole tickets have replaced the cards.
  for (const id of ids) await expect(kitchen.card(id).locator('li')).not.toHaveCount(0)
  const before = await boardSeen()
  await killProgram(kitchen.app().process)
  await kitchen.open()
  await kitchen.card(second).waitFor()
  await expect.poll(boardSeen).toEqual(before)
  await platform.endOutage()
  await kitchen.expectTapStatus(second, 'confirmed')
  await kitchen.expectStatus(second, 'CONFIRMED')
  expect(platform.requestLog.appliedFor(second, 'confirm')).toHaveLength(1)
})
