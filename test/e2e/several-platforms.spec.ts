import { type Host1, startHost1 } from '../fixtures/platform/open-delivery-1/host.ts'
import { type RecordedPlatform, startRecordedPlatform } from '../fixtures/platform/recorded-platform.ts'
import { test as base, expect } from './kitchen.ts'

/** One app with two platforms: of Open Delivery v2 and of 1.x. */
const test = base.extend<{ host: Host1; house: RecordedPlatform }>({
  // biome-ignore lint/correctness/noEmptyPattern: a fixture without others needs the pattern
  host: async ({}, use) => {
    const host = await startHost1()
    await use(host)
    await host.close()
  },
  // biome-ignore lint/correctness/noEmptyPattern: a fixture without others needs the pattern
  house: async ({}, use) => {
    const house = await startRecordedPlatform()
    await use(house)
    await house.close()
  },
  provision: async ({ host, house }, use) => {
    const credentialsOf = ({ apiUrl, clientId, clientSecret }: RecordedPlatform | Host1) => ({
      apiUrl,
      clientId,
      clientSecret,
    })
    await use({
      apiUrl: undefined,
      clientId: undefined,
      clientSecret: undefined,
      connections: [
        { ...credentialsOf(house), name: 'Casa' },
        { ...credentialsOf(host), name: 'Keeta', dialect: 'open-delivery-1' },
      ],
    })
  },
})
test.use({ needsOwnApp: true })

test('two platforms with one order id have two tickets, each with its platform’s name, and a tap reaches its own', {
  tag: '@gate',
}, async ({ kitchen, host, house }) => {
  const { page } = await kitchen.open()
  const { id } = house.place({ orderType: 'DELIVERY' })
  host.place('DELIVERY', { sendPreparing: true, sendDelivered: true }, id)
  const ticketOf = (name: string) => page.locator(`article[data-order-id="${id}"][data-connection="${name}"]`)
  for (const name of ['Casa', 'Keeta']) {
    await expect(ticketOf(name)).toHaveAttribute('data-status', 'CREATED')
    await expect(ticketOf(name)).toContainText(name)
  }
  await ticketOf('Keeta').locator('button[data-action="confirm"]').click()
  await expect(ticketOf('Keeta')).toHaveAttribute('data-status', 'CONFIRMED')
  expect(house.order(id)?.status).toBe('CREATED')
  expect(host.operations(id)).toEqual(['confirm'])

  await house.beginOutage()
  const badge = page.getByTestId('freshness')
  await expect(badge).toHaveAttribute('data-connection', 'Casa')
  await badge.click()
  const rows = page.getByTestId('freshness-list').locator('li[data-connection]')
  await expect(rows).toHaveCount(2)
  await expect(rows.and(page.locator('[data-connection="Keeta"]'))).toHaveAttribute('data-state', 'fresh')
  await house.endOutage()
  await expect(badge).not.toHaveAttribute('data-connection')
  await page.keyboard.press('Escape')

  await page.getByTestId('open-settings').click()
  await page.locator('[data-section="platforms"]').click()
  const section = page.getByTestId('settings-section')
  await section.locator('[data-connection="Keeta"] button[data-command="pause"]').click()
  await expect(section.locator('[data-connection="Keeta"] button[data-command="resume"]')).toBeVisible()
  await section.locator('[data-connection="Keeta"] button[data-command="remove"]').click()
  // Its order is open.
  await expect(section.locator('button[data-command="confirm"]')).toHaveCount(0)
  // A poll that was under way may still arrive.
  const polls = host.polledAt.length + 1
  const pollsOfHouse = () => house.requestLog.requestsTo('poll').length
  const before = pollsOfHouse()
  await expect.poll(pollsOfHouse).toBeGreaterThan(before + 2)
  expect(host.polledAt.length).toBeLessThanOrEqual(polls)
})
