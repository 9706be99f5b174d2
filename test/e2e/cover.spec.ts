import type { ElectronApplication } from '@playwright/test'
import { DEFAULT_SETTINGS } from '../../shared/settings.ts'
import { expect, test } from './kitchen.ts'

/** Time limit from the beginning of a hang to the visible list of open orders. */
const LISTED_MS = 2_000
/** A page can be covered only after it has answered for two seconds (screen-pulse.ts). */
const CALM_MS = 3_000

type Seen = {
  /** Monotonic ms since the begin of the work; absent: not visible yet. */
  readonly listedMs?: number
  readonly uncoveredMs?: number
  readonly goneMs?: number
  /** The text of the list when it was read. */
  readonly text: string
  readonly answeredMs?: number
}

test.use({
  settings: { pollIntervalSeconds: 1, undoSeconds: 6, alarm: { ...DEFAULT_SETTINGS.alarm, intervalSeconds: 2 } },
})

/**
 * Keeps the page of the board busy from now on. Measures in the main process when the window shows the list: when it is
 * visible, two frames were drawn with it, and its text contains the order.
 */
const occupy = (app: ElectronApplication, ms: number, orderName: string) =>
  app.evaluate(
    ({ webContents, BrowserWindow }, { busyMs, name }) => {
      const [contents] = webContents.getAllWebContents()
      const [window] = BrowserWindow.getAllWindows()
      if (contents === undefined || window === undefined) throw new Error('no window')
      const seen: { -readonly [Key in keyof Seen]: Seen[Key] } = { text: '' }
      Object.assign(globalThis, { seen })
      const beganAt = performance.now()
      const since = () => performance.now() - beganAt
      const work =
        busyMs === 0 ? 'for (;;);' : `{ const end = performance.now() + ${busyMs}; while (performance.now() < end); }`
      contents.executeJavaScript(work).then(
        () => {
          seen.answeredMs = since()
        },
        () => undefined,
      )
      contents.once('render-process-gone', () => {
        seen.goneMs = since()
      })
      let isReading = false
      setInterval(() => {
        const cover = window.contentView.children.find((view) => view.getVisible()) as
          | Electron.WebContentsView
          | undefined
        if (cover === undefined) {
          if (seen.listedMs !== undefined) seen.uncoveredMs ??= since()
          return
        }
        if (isReading || seen.listedMs !== undefined) return
        isReading = true
        const read =
          'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(document.body.innerText))))'
        cover.webContents
          .executeJavaScript(read)
          .then((text: string) => {
            if (!text.includes(name)) return
            seen.listedMs = since()
            seen.text = text
          })
          .catch(() => undefined)
          .finally(() => {
            isReading = false
          })
      }, 10)
    },
    { busyMs: ms, name: orderName },
  )

const seenOf = (app: ElectronApplication): Promise<Seen> => app.evaluate(() => Reflect.get(globalThis, 'seen') as never)

const boardIds = (app: ElectronApplication) =>
  app.evaluate(
    ({ webContents }) =>
      Promise.race([
        webContents
          .getAllWebContents()[0]
          ?.executeJavaScript(
            "[...document.querySelectorAll('main [data-order-id]')].map((one) => one.dataset.orderId)",
          )
          .catch(() => []),
        new Promise((resolve) => setTimeout(() => resolve([]), 500)),
      ]) as Promise<string[]>,
  )

test('when a window hangs, the open orders are visible within two seconds, the board comes back, and no tap is lost', {
  tag: '@measuring',
}, async ({ kitchen }) => {
  const { process: app } = await kitchen.open()
  const order = kitchen.platform.place({ raw: { items: [{ id: 'x', name: 'X-Salada', quantity: 2 }] } })
  await kitchen.card(order.id).waitFor()
  await kitchen.page().waitForTimeout(CALM_MS)
  await kitchen.tap(order.id, 'confirm')
  await kitchen.expectTapStatus(order.id, 'held')

  await occupy(app, 0, 'X-Salada')
  await expect.poll(async () => (await seenOf(app)).uncoveredMs).toBeGreaterThan(0)
  const { listedMs = Number.NaN, goneMs = Number.NaN, uncoveredMs = Number.NaN, text } = await seenOf(app)
  const inMs = (value: number) => `${Math.round(value)} ms`
  console.log(
    `orders in sight ${inMs(listedMs)} after the hang, window ended after ${inMs(goneMs)}, board after ${inMs(uncoveredMs)}`,
  )
  expect(listedMs).toBeLessThan(LISTED_MS)
  expect(goneMs).toBeGreaterThan(5_000)
  for (const part of ['A tela não responde', 'só para ler', 'Lista das', '2×']) expect(text).toContain(part)
  expect(text).not.toContain('Tentar abrir')
  // The reloaded board replaces the list. The window is never empty.
  expect(uncoveredMs).toBeGreaterThan(goneMs)
  await expect.poll(() => boardIds(app)).toEqual([order.id])
  await expect.poll(() => kitchen.platform.requestLog.postsFor(order.id, 'confirm').length).toBe(1)
})

test('a window that is busy for one second is not covered; a window that is busy for three seconds is, and keeps typed text', {
  tag: '@measuring',
}, async ({ kitchen }) => {
  const { process: app, page } = await kitchen.open()
  const order = kitchen.platform.place({
    orderType: 'TAKEOUT',
    startsAs: 'READY',
    deliveryCode: '4821',
    raw: { items: [{ id: 'x', name: 'X-Salada', quantity: 2 }] },
  })
  await kitchen.tap(order.id, 'validateCode')
  const input = page.getByTestId('code-pad').locator('input')
  await input.fill('48')
  await page.waitForTimeout(CALM_MS)

  await occupy(app, 1_000, 'X-Salada')
  await expect.poll(async () => (await seenOf(app)).answeredMs).toBeGreaterThan(0)
  // A late cover would appear within this time.
  await page.waitForTimeout(500)
  await expect.poll(() => seenOf(app)).not.toHaveProperty('listedMs')

  await occupy(app, 3_000, 'X-Salada')
  await expect.poll(async () => (await seenOf(app)).uncoveredMs).toBeGreaterThan(0)
  const seen = await seenOf(app)
  console.log(
    `busy for three seconds: covered from ${Math.round(seen.listedMs ?? 0)} to ${Math.round(seen.uncoveredMs ?? 0)} ms`,
  )
  expect(seen.listedMs).toBeLessThan(LISTED_MS)
  expect(seen).not.toHaveProperty('goneMs')
  await expect(input).toHaveValue('48')
  // Removes the text from the page of the list, because this page would refresh itself.
  const addresses = () => app.evaluate(({ webContents }) => webContents.getAllWebContents().map((one) => one.getURL()))
  await expect.poll(addresses).toEqual(['app://comanda/index.html', 'app://comanda/cover-at-rest.html'])
})

test('the list covers a board in full screen, with the size of the display', { tag: '@measuring' }, async ({
  kitchen,
}) => {
  const { process: app } = await kitchen.open()
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setKiosk(true))
  const order = kitchen.platform.place({ raw: { items: [{ id: 'x', name: 'X-Salada', quantity: 2 }] } })
  await kitchen.card(order.id).waitFor()
  await kitchen.page().waitForTimeout(CALM_MS)
  await occupy(app, 3_000, 'X-Salada')
  await expect.poll(async () => (await seenOf(app)).listedMs).toBeGreaterThan(0)
  const sizes = await app.evaluate(({ BrowserWindow, screen }) => {
    const [window] = BrowserWindow.getAllWindows()
    return {
      isKiosk: window?.isKiosk(),
      cover: window?.contentView.children[0]?.getBounds(),
      display: screen.getPrimaryDisplay().size,
    }
  })
  expect(sizes).toMatchObject({ isKiosk: true, cover: { x: 0, y: 0, ...sizes.display } })
})
