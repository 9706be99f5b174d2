import { touch } from './finger.ts'
import { expect, test } from './kitchen.ts'

test.use({ sharesApp: true })

test('touches move an order to the front, hold it and make a dish again; its courier is announced; nothing of it is sent', async ({
  kitchen,
}) => {
  const { platform } = kitchen
  await kitchen.open()
  const page = kitchen.page()
  const { id } = platform.place({ orderType: 'DELIVERY', orderTiming: 'INSTANT', itemCount: 1, startsAs: 'PREPARING' })
  const card = kitchen.card(id)
  const command = (name: string) => card.locator(`button[data-command="${name}"]`)
  const choice = (name: string) => card.locator(`button[data-choice="${name}"]`)
  await expect(card).toHaveAttribute('data-lane', 'preparing')

  // The courier arrives while it cooks.
  await expect(card).not.toHaveAttribute('data-courier-minutes')
  platform.courier(id, 'RIDER_ARRIVED_AT_STORE')
  await expect(card).toHaveAttribute('data-courier-minutes', '0')
  await expect(card.locator('.head')).toContainText('entregador aqui')
  await expect(page.getByTestId('couriers')).toHaveAttribute('data-count', '1')

  // To the front, and back by the same button.
  await touch(page, command('open'))
  await touch(page, command('first'))
  await expect(command('first')).toHaveAttribute('aria-pressed', 'true')
  await expect(card.locator('[data-first]')).toHaveCount(1)
  await touch(page, command('first'))
  await expect(command('first')).toHaveAttribute('aria-pressed', 'false')

  // One dish again.
  const line = card.locator('[data-line-id]').first()
  await touch(page, line.locator('button[data-command="again"]'))
  await touch(page, line.locator('button[data-choice="dropped"]'))
  await expect(card.locator('[data-again="dropped"]')).toContainText(/de novo 1(×| (kg|g|l|ml)\b)/)
  await expect(card.locator('[data-line-id]')).toHaveCount(2)

  // Off the wall, and back.
  await touch(page, command('hold'))
  await touch(page, choice('10'))
  await expect(card).toHaveAttribute('data-lane', 'scheduled')
  await touch(page, page.locator('button[data-filter="scheduled"]'))
  await touch(page, command('start-by-hand'))
  await expect(card).toHaveAttribute('data-lane', 'preparing')
  await expect(card.locator('[data-again="dropped"]')).toHaveCount(1)

  await expect.poll(() => page.getByTestId('couriers').getAttribute('data-count')).toBe('1')
  expect(platform.requestLog.postsFor(id, 'preparing')).toHaveLength(0)
  expect(platform.order(id)?.status).toBe('PREPARING')
})
