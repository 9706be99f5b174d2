import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from './kitchen.ts'

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? filesBelow(path) : [path]
  })
}

const filesWith = (folder: string, secret: string): readonly string[] =>
  filesBelow(folder).filter((path) => readFileSync(path).includes(secret))

test('the secret is moved from the file to the keychain, and no file of the profile contains it', {
  tag: '@gate',
}, async ({ kitchen }) => {
  const { platform, profile } = kitchen
  await kitchen.open()
  await expect(kitchen.page().getByTestId('freshness')).toHaveAttribute('data-state', 'fresh')
  const hash = new URL(platform.apiUrl).pathname.split('/')[1] ?? ''
  expect(hash.length).toBeGreaterThan(8)
  expect(filesWith(profile, platform.clientSecret)).toEqual([])
  await kitchen.close()
  expect(filesWith(profile, platform.clientSecret)).toEqual([])
  expect(filesWith(join(profile, 'logs'), hash)).toEqual([])
  await kitchen.open()
  await expect(kitchen.page().getByTestId('freshness')).toHaveAttribute('data-state', 'fresh')
})

test.describe('refused credentials', () => {
  test.use({ provision: { clientSecret: 'not-the-right-one' } })
  test('are reported on the screen', async ({ kitchen }) => {
    await kitchen.open()
    const badge = kitchen.page().getByTestId('freshness')
    await expect(badge).toHaveAttribute('data-state', 'setup')
    await expect(badge).toHaveAttribute('data-trouble', 'credentials-refused')
  })
})
