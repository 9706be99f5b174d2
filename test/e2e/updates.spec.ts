import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { endByClick } from '../fixtures/app-windows.ts'
import { serveUpdateFeed, type UpdateFeed } from '../fixtures/update-feed.ts'
import { type AppImages, makeAppImages } from './fake-app-image.ts'
import { test as base, expect, type KitchenApp } from './kitchen.ts'

const OLD = '0.1.0'
const NEW = '0.2.0'
/** Time limit for a start of the complete program on a busy machine. */
const START_LIMIT_MS = 120_000

type World = { readonly feed: UpdateFeed; readonly images: AppImages }

/** The test starts the complete program twice. */
const TEST_LIMIT_MS = 600_000

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const test = base.extend<{ world: World }>({
  world: async ({ kitchen }, use, testInfo) => {
    testInfo.skip(process.platform !== 'linux', 'AppImages run on Linux')
    const folder = mkdtempSync(join(tmpdir(), 'comanda-app-images-'))
    const feed = await serveUpdateFeed()
    const images = makeAppImages(folder, feed.config(), feed.key)
    images.build(OLD)
    kitchen.install(images.installed)
    await use({ feed, images })
    await kitchen.close()
    // The version that the program has started by itself.
    const running = images.starts().filter(({ pid }) => isRunning(pid))
    for (const { pid } of running) process.kill(pid, 'SIGTERM')
    await expect.poll(() => running.filter(({ pid }) => isRunning(pid))).toEqual([])
    await feed.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  },
})

test.describe.configure({ timeout: TEST_LIMIT_MS })

const logOf = ({ profile }: KitchenApp): { event: string; version?: string }[] => {
  const folder = join(profile, 'logs')
  return readdirSync(folder)
    .filter((name) => name.endsWith('.log'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
}

async function openUpdates(kitchen: KitchenApp) {
  const page = kitchen.page()
  await page.getByTestId('open-settings').click()
  await page.getByTestId('settings-dialog').locator('[data-section="support"]').click()
  return page.getByTestId('updates')
}

async function installByHand(kitchen: KitchenApp): Promise<void> {
  const page = kitchen.page()
  await page.getByTestId('update-install').click()
  await endByClick(kitchen.app().process, page.getByTestId('update-install-now'))
}

test('a newer version is downloaded, waits while an order is open, and is installed by the button', async ({
  kitchen,
  world: { feed, images },
}) => {
  const content = images.build(NEW)
  feed.publish({ version: NEW, content })
  const before = statSync(images.file).ino
  await kitchen.open()
  const { id } = kitchen.platform.place({ orderType: 'TAKEOUT' })
  await kitchen.expectStatus(id, 'CREATED')

  const updates = await openUpdates(kitchen)
  const state = updates.getByTestId('update-state')
  await expect(state).toHaveAttribute('data-state', 'idle')
  await updates.getByTestId('update-check').click()
  await expect(state).toHaveAttribute('data-state', 'ready')
  await expect(updates.getByTestId('update-hold')).toHaveAttribute('data-hold', 'orders-open')
  await expect(updates.getByTestId('update-install')).toHaveCount(0)
  expect(statSync(images.file).ino).toBe(before)

  await kitchen.page().keyboard.press('Escape')
  for (const action of ['confirm', 'ready-for-pickup', 'delivered'] as const) await kitchen.tap(id, action)
  await kitchen.expectStatus(id, 'DELIVERED')
  await openUpdates(kitchen)
  await installByHand(kitchen)

  await expect
    .poll(() => logOf(kitchen).some(({ event, version }) => event === 'started' && version === NEW), {
      timeout: START_LIMIT_MS,
    })
    .toBe(true)
  expect(images.starts().map(({ version }) => version)).toEqual([OLD, NEW])
  expect(readFileSync(images.file)).toEqual(content)
  expect(readdirSync(dirname(images.file))).toEqual(['Comanda.AppImage'])
  // The new version works on the same data: it receives and acknowledges new events.
  const next = kitchen.platform.place()
  const events = kitchen.platform.model.events().filter(({ orderId }) => orderId === next.id)
  expect(events).toHaveLength(1)
  await expect.poll(() => events.every(({ eventId }) => kitchen.platform.wasOrderReadAfter(eventId))).toBe(true)
  await expect.poll(() => kitchen.platform.requestLog.wasEachEventAcknowledgedAfterDelivery()).toBe(true)
})
