import { describe, expect, it } from 'vitest'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import { openKitchenView } from '../../fixtures/board-harness/kitchen-window.ts'
import { ticket } from '../../fixtures/board-harness/tickets.ts'
import { eventually } from '../../fixtures/eventually.ts'

const board = boardForTests()

const ORDERS = [
  ticket('1'),
  ticket('2', { status: 'CONFIRMED' }),
  ticket('3', { status: 'PREPARING' }),
  ticket('4', { status: 'READY', orderType: 'TAKEOUT' }),
]
const NEXT_STEPS = ['confirm', 'preparing', 'ready-for-pickup', 'delivered']

describe('an order', () => {
  it.each(['ticket', 'card'] as const)(
    'has one button for its next step as a %s, and no other action in sight',
    async (form) => {
      const { page } = await openKitchenView(
        board,
        ORDERS,
        { newOrders: form, readyOrders: form },
        { width: 1920, height: 1080 },
      )
      for (const [at, { orderId, actions }] of ORDERS.entries()) {
        const order = page.locator(`main [data-order-id="${orderId}"]`)
        await order.locator('.act').first().waitFor()
        await eventually(async () => {
          const visible = await order
            .locator('.act')
            .evaluateAll((all) =>
              all
                .filter((one) => one.getBoundingClientRect().width > 0)
                .map((one) => one.getAttribute('data-action') ?? one.getAttribute('data-command')),
            )
          expect(actions.length).toBeGreaterThan(1)
          const isCard = (await order.getAttribute('class'))?.includes('card') === true
          expect(visible, orderId).toEqual(isCard ? [NEXT_STEPS[at]] : [NEXT_STEPS[at], 'more'])
        })
      }
    },
  )
})
