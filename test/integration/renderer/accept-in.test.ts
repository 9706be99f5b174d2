import { expect, it } from 'vitest'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import { openKitchenView } from '../../fixtures/board-harness/kitchen-window.ts'
import { ticket } from '../../fixtures/board-harness/tickets.ts'

const board = boardForTests()

it('the preparation time of a new order is chosen by touch, and accepts the order with it', async () => {
  const size = { width: 1366, height: 768, touch: true }
  const { card, calls } = await openKitchenView(board, [ticket('1'), ticket('2')], { preparationMinutes: 25 }, size)
  const order = card('1')
  await order.locator('button[data-command="open"]').tap()
  const choice = order.locator('[data-testid="preparation-minutes"]')
  const minutes = choice.locator('[data-command="accept-in"]')
  const offered = () => minutes.evaluateAll((all) => all.map((one) => one.getAttribute('data-minutes')))
  await expect.poll(offered).toEqual(['20', '25', '30'])
  await expect.poll(() => choice.locator('[data-usual]').getAttribute('data-minutes')).toBe('25')
  const sizes = () =>
    minutes.evaluateAll((all) =>
      all.flatMap((one) => [one.getBoundingClientRect().width, one.getBoundingClientRect().height]),
    )
  await expect.poll(async () => Math.min(...(await sizes()))).toBeGreaterThanOrEqual(40)
  await choice.locator('[data-command="longer"]').tap()
  await expect.poll(offered).toEqual(['35', '40', '45'])
  await choice.locator('[data-minutes="45"]').tap()
  await expect
    .poll(() => calls('order:act'))
    .toEqual([{ orderId: 'order-1', action: 'confirm', preparationMinutes: 45 }])
})
