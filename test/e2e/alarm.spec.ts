import type { Bridge } from '../../shared/contract/contract.ts'
import { expect, type KitchenApp, test } from './kitchen.ts'

/** The main process beeps after a window has missed two rings (electron/station/alarms.ts). */
const BEEP_LIMIT_MS = 30_000
/** The shortest interval that the settings allow. */
const RING_SECONDS = 2

test.use({ sharesApp: true })

async function storyOf(kitchen: KitchenApp, orderId: string): Promise<readonly string[]> {
  const answer = await kitchen.page().evaluate((id) => {
    // The value that the preload script has set.
    const bridge = Reflect.get(window, 'comanda') as Bridge
    return bridge.call['order:timeline']({ orderId: id })
  }, orderId)
  return answer.ok ? answer.value.map(({ kind, detail }) => `${kind} ${detail ?? ''}`.trim()) : []
}

test('a new order rings after its ticket is shown and until it is accepted, and the timeline has this order', {
  tag: '@gate',
}, async ({ kitchen }) => {
  await kitchen.open()
  const { id } = kitchen.platform.place()
  await expect.poll(() => storyOf(kitchen, id)).toContain('rang new')
  const story = await storyOf(kitchen, id)
  expect(story.indexOf('shown')).toBeLessThan(story.indexOf('rang new'))
  await kitchen.tap(id, 'confirm')
  await kitchen.expectTapStatus(id, 'confirmed')
  await expect.poll(async () => (await storyOf(kitchen, id)).some((one) => one.startsWith('rang-until new'))).toBe(true)
})

test('the main process beeps for a new order while the window shows no board', async ({ kitchen }) => {
  const { process, page } = await kitchen.open()
  const address = page.url()
  await page.evaluate((intervalSeconds) => {
    const { call } = Reflect.get(window, 'comanda') as Bridge
    return call['settings:change']({ alarm: { intervalSeconds } })
  }, RING_SECONDS)
  await process.evaluate(({ BrowserWindow, shell }) => {
    const { beep } = shell
    shell.beep = () => {
      Object.assign(globalThis, { hasBeeped: true })
      shell.beep = beep
    }
    return BrowserWindow.getAllWindows()[0]?.loadURL('about:blank')
  })
  const { id } = kitchen.platform.place()
  const hasBeeped = () => process.evaluate(() => Reflect.get(globalThis, 'hasBeeped') === true)
  await expect.poll(hasBeeped, { timeout: BEEP_LIMIT_MS }).toBe(true)
  await process.evaluate(
    ({ BrowserWindow }, url) => BrowserWindow.getAllWindows()[0]?.loadURL(url),
    address.startsWith('https://') ? 'app://comanda/index.html' : address,
  )
  await kitchen.card(id).waitFor()
  await expect.poll(() => storyOf(kitchen, id)).toContain('beeped new')
})
