import { expect, type KitchenApp, test } from './kitchen.ts'

test.use({ sharesApp: true })

const payments = (method: Readonly<Record<string, string | number>>) => ({
  prepaid: method.type === 'PREPAID' ? 87.5 : 0,
  pending: method.type === 'PREPAID' ? 0 : 87.5,
  methods: [{ value: 87.5, currency: 'BRL', ...method }],
})

const brl = (value: number) => ({ value, currency: 'BRL' })
/** An order whose total is the sum of its payments. */
const total = { itemsPrice: brl(87.5), otherFees: brl(0), discount: brl(0), orderAmount: brl(87.5) }

async function openCounter(kitchen: KitchenApp): Promise<void> {
  await kitchen.open()
  await kitchen.page().locator('button[data-view="counter"]').click()
}

test('the counter shows the code, the amount and the change of an order, and hands the order over', {
  tag: '@gate',
}, async ({ kitchen }) => {
  const { platform } = kitchen
  await openCounter(kitchen)
  const { id } = platform.place({
    orderType: 'TAKEOUT',
    deliveryCode: '4821',
    raw: { total, payments: payments({ type: 'PENDING', method: 'CASH', changeFor: 100 }) },
  })
  const inKitchen = kitchen.page().locator(`[data-strip-order="${id}"]`)
  await expect(kitchen.page().locator(`.counter-new [data-order-id="${id}"]`)).toBeVisible()
  await platform.place({
    orderType: 'TAKEOUT',
    startsAs: 'READY',
    raw: { total, payments: payments({ type: 'PREPAID', method: 'PIX' }) },
  })
  for (const step of ['confirm', 'ready-for-pickup'] as const) {
    await kitchen.page().locator('button[data-view="kitchen"]').click()
    await kitchen.tap(id, step)
    await kitchen.expectTapStatus(id, 'confirmed')
  }
  await kitchen.page().locator('button[data-view="counter"]').click()
  await expect(inKitchen).toHaveCount(0)
  const card = kitchen.card(id)
  const number = card.locator('.handover-number')
  await expect(number).toHaveText(platform.order(id)?.payload.fulfillment.takeout?.pickupCode ?? 'none')
  await expect
    .poll(() => number.evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize)))
    .toBeGreaterThan(50)
  await expect(card.locator('[data-payment]')).toContainText('R$ 87,50')
  await expect(card.locator('.handover-change')).toContainText('R$ 12,50')
  await kitchen.tap(id, 'validateCode')
  const pad = kitchen.page().getByTestId('code-pad')
  for (const key of '4821') await pad.locator('.code-keys').getByRole('button', { name: key, exact: true }).click()
  await pad.locator('button[data-action="send"]').click()
  await expect(pad.getByRole('status')).toHaveAttribute('data-outcome', 'valid')
  // The same button, in the same place, is now the hand-over.
  await pad.locator('button[data-action="send"][data-step="delivered"]').click()
  await expect(pad).toHaveCount(0)
  await expect.poll(() => platform.order(id)?.status).toBe('DELIVERED')
  expect(platform.requestLog.appliedFor(id, 'delivered')).toHaveLength(1)
  expect(platform.requestLog.violations()).toEqual([])
})
