import { expect, test } from '../world.ts'

/** With address and client id the entry is smaller than the 2,560 bytes that Windows permits. */
const LONG_SECRET = 'x'.repeat(1_900)

test.describe('a client secret of 1,900 characters', () => {
  test.use({ platformOptions: { clientSecret: LONG_SECRET } })
  test('is found in the keychain at the next start', async ({ world }) => {
    const first = await world.open()
    await expect(first.page.getByTestId('freshness')).toHaveAttribute('data-state', 'fresh')
    await world.close()
    const second = await world.open()
    await expect(second.page.getByTestId('freshness')).toHaveAttribute('data-state', 'fresh')
  })
})
