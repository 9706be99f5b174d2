import { expect, type KitchenApp, test } from './kitchen.ts'

test.use({ sharesApp: true })

async function askToCancel(kitchen: KitchenApp, orderId: string): Promise<void> {
  await kitchen.tap(orderId, 'requestCancellation')
  const dialog = kitchen.page().getByTestId('cancel-dialog')
  await expect(dialog).toHaveRole('dialog')
  const send = dialog.locator('button[data-action="send"]')
  await expect(send).toBeDisabled()
  await dialog.locator('input[type="radio"][value="UNAVAILABLE_ITEM"]').check({ force: true })
  await send.click()
  await expect(dialog).toBeHidden()
}

test.describe('a cancellation that the kitchen requests', () => {
  test.describe('and the platform accepts', () => {
    test('counts as cancelled only after the platform has cancelled the order', { tag: '@gate' }, async ({
      kitchen,
    }) => {
      const { platform } = kitchen
      await kitchen.open()
      const { id } = platform.place({ cancellation: { answer: 'silent', delayMs: 0 } })
      await askToCancel(kitchen, id)
      await kitchen.expectTapStatus(id, 'sent')
      await kitchen.expectStatus(id, 'CREATED')
      expect(platform.decideCancellation(id, 'accept')).toBe(true)
      await kitchen.expectStatus(id, 'CANCELLED')
      await kitchen.expectTapStatus(id, 'confirmed')
      const [post] = platform.requestLog.postsFor(id, 'requestCancellation')
      expect(post?.body).toMatchObject({ code: 'UNAVAILABLE_ITEM', mode: 'MANUAL', reason: expect.any(String) })
      expect(platform.requestLog.appliedFor(id, 'requestCancellation')).toHaveLength(1)
      expect(platform.requestLog.violations()).toEqual([])
    })
  })

  test.describe('and the platform denies', () => {
    test('shows the denial, and the order continues', { tag: '@gate' }, async ({ kitchen }) => {
      await kitchen.open()
      const { id } = kitchen.platform.place({ cancellation: { answer: 'deny', delayMs: 300 } })
      await askToCancel(kitchen, id)
      await kitchen.expectTapStatus(id, 'conflict')
      await kitchen.expectStatus(id, 'CREATED')
      await kitchen.tap(id, 'confirm')
      await kitchen.expectTapStatus(id, 'confirmed')
      expect(kitchen.platform.order(id)?.status).toBe('CONFIRMED')
      expect(kitchen.platform.requestLog.violations()).toEqual([])
    })
  })
})

test('the ticket of an order that the platform cancels shows a stop until staff acknowledge it', {
  tag: '@gate',
}, async ({ kitchen }) => {
  const { platform } = kitchen
  await kitchen.open()
  const { id } = platform.place()
  await kitchen.tap(id, 'confirm')
  await kitchen.expectTapStatus(id, 'confirmed')
  platform.cancel(id, 'CUSTOMER', 'O cliente desistiu')
  await kitchen.expectStatus(id, 'CANCELLED')
  await expect(kitchen.card(id)).toContainText('O cliente desistiu')
  await expect(kitchen.card(id).locator('button[data-action]')).toHaveCount(1)
  await expect(kitchen.card(id)).toHaveAttribute('data-lane', 'preparing')
  await kitchen.card(id).locator('button[data-action="acknowledge"]').click()
  await expect(kitchen.card(id)).toHaveAttribute('data-lane', 'done')
  await expect(kitchen.card(id).locator('button[data-action="acknowledge"]')).toHaveCount(0)
  await expect.poll(() => platform.requestLog.wasEachEventAcknowledgedAfterDelivery()).toBe(true)
})
