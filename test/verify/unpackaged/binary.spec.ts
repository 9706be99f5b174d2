import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../e2e/kitchen.ts'
import { expect, test } from '../world.ts'

const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

test('the program is Electron in the locked version, and not the Electron host @electron', async ({ world }) => {
  const { app, page } = await world.open()
  const seen = await app.evaluate(({ app: own }) => ({
    electron: process.versions.electron,
    chrome: process.versions.chrome,
    executable: own.getPath('exe'),
  }))
  expect(seen.electron).toBe(devDependencies.electron)
  expect(seen.chrome).toMatch(/^\d+\./)
  expect(seen.executable).not.toContain('electron-host')
  expect(page.url()).toMatch(/^app:\/\/comanda\//)
})

test('the main process runs on the major version of Node that the tests run on', async ({ world }) => {
  const { app } = await world.open()
  const inside = await app.evaluate(() => process.versions.node)
  expect(inside.split('.')[0]).toBe(process.versions.node.split('.')[0])
})

test('the native modules load, and an order reaches the board', async ({ world }) => {
  const { page } = await world.open()
  const { id } = world.platform.place()
  await page.locator(`[data-order-id="${id}"]`).waitFor()
  await expect(page.getByTestId('freshness')).toHaveAttribute('data-state', 'fresh')
  expect(world.events()).not.toContain('fatal')
})

test('the page has only the bridge: no Node, no require', async ({ world }) => {
  await world.open()
  expect(await world.inPage('[typeof process, typeof require, typeof window.comanda]')).toEqual([
    'undefined',
    'undefined',
    'object',
  ])
})
