import { startHost1 } from '../fixtures/platform/open-delivery-1/host.ts'
import { test as base, expect } from './kitchen.ts'

/** A host of Open Delivery 1.x, which the file of credentials names with its dialect. */
const test = base.extend<{ host: Awaited<ReturnType<typeof startHost1>> }>({
  // biome-ignore lint/correctness/noEmptyPattern: a fixture without others needs the pattern
  host: async ({}, use) => {
    const host = await startHost1()
    await use(host)
    await host.close()
  },
  provision: async ({ host }, use) => {
    const { apiUrl, clientId, clientSecret } = host
    await use({ apiUrl, clientId, clientSecret, dialect: 'open-delivery-1' })
  },
})
test.use({ needsOwnApp: true })

test('an order of Open Delivery 1.x is moved with taps, and a customer’s wish to cancel is answered', {
  tag: '@gate',
}, async ({ kitchen, host }) => {
  const { page } = await kitchen.open()
  const id = host.place('TAKEOUT')
  await kitchen.expectStatus(id, 'CREATED')
  await kitchen.tap(id, 'confirm')
  await kitchen.expectStatus(id, 'CONFIRMED')
  await kitchen.expectTapStatus(id, 'confirmed')
  await expect(kitchen.card(id).locator('button[data-action="preparing"]')).toHaveAttribute('data-goes', 'here')
  await kitchen.tap(id, 'preparing')
  await expect(kitchen.card(id).locator('button[data-action="ready-for-pickup"]')).toBeVisible()
  host.ask(id)
  const wish = page.locator(`[data-cancellation-of="${id}"]`)
  await expect(wish).toContainText('O cliente quer cancelar')
  await wish.locator('button[data-action="denyCancellation"]').click()
  await expect(wish).toHaveCount(0)
  await expect.poll(() => host.operations(id)).toEqual(['confirm', 'denyCancellation'])
  await kitchen.expectTapStatus(id, 'confirmed')
  host.ask(id)
  await wish.locator('button[data-action="acceptCancellation"]').click()
  await kitchen.expectStatus(id, 'CANCELLED')
})
