import type { ElectronApplication } from '@playwright/test'
import { DEFAULT_SETTINGS } from '../../shared/contract/settings.ts'
import { printFigure } from '../fixtures/figures.ts'
import { expect, test } from './kitchen.ts'

/** From the beginning of a hang to the visible list of open orders. */
const LISTED_BOUND_MS = 2_000
const BOARD_ADDRESS = 'app://comanda/index.html'
const COVER_ADDRESS = 'app://comanda/cover-at-rest.html'

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

const addressesIn = (app: ElectronApplication) =>
  app.evaluate(({ webContents }) => webContents.getAllWebContents().map((one) => one.getURL()))

/**
 * Occupies the page of the board and returns what was seen when the list of orders was removed, or the window was ended
 * without it. The page can be covered only after it has answered ten times in a row (screen-pulse.ts): then the process of
 * the list is started. On a very slow machine a late answer begins a new count, so it is tried again.
 */
async function cover(app: ElectronApplication, busyMs: number): Promise<Seen> {
  for (;;) {
    await expect.poll(() => addressesIn(app)).toEqual([BOARD_ADDRESS, COVER_ADDRESS])
    await occupy(app, busyMs, 'X-Salada')
    const isOver = async () => {
      const { listedMs, uncoveredMs, goneMs, answeredMs } = await seenOf(app)
      return listedMs === undefined ? (goneMs ?? answeredMs) !== undefined : uncoveredMs !== undefined
    }
    await expect.poll(isOver).toBe(true)
    const seen = await seenOf(app)
    if (seen.listedMs !== undefined) return seen
  }
}

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

test('when a window hangs, the open orders are visible, the board comes back, and no tap is lost', {
  tag: '@figures',
}, async ({ kitchen }) => {
  const { process: app } = await kitchen.open()
  const order = kitchen.platform.place({ raw: { items: [{ id: 'x', name: 'X-Salada', quantity: 2 }] } })
  await kitchen.card(order.id).waitFor()
  await kitchen.tap(order.id, 'confirm')
  // Held, or on a slow machine already sent.
  await expect(kitchen.card(order.id).locator('[data-truth]')).toBeVisible()

  const { listedMs = Number.NaN, goneMs = Number.NaN, uncoveredMs = Number.NaN, text } = await cover(app, 0)
  printFigure('window hangs → orders in sight', listedMs, 'ms', LISTED_BOUND_MS)
  printFigure('window hangs → window ended', goneMs, 'ms')
  printFigure('window hangs → board', uncoveredMs, 'ms')
  for (const part of ['A tela não responde', 'só para ler', 'Lista das', '2×']) expect(text).toContain(part)
  expect(text).not.toContain('Tentar abrir')
  // The reloaded board replaces the list. The window is never empty.
  expect(uncoveredMs).toBeGreaterThan(goneMs)
  await expect.poll(() => boardIds(app)).toEqual([order.id])
  await expect.poll(() => kitchen.platform.requestLog.postsFor(order.id, 'confirm').length).toBe(1)
})

test('a window that is busy for three seconds is covered, and keeps typed text', { tag: '@figures' }, async ({
  kitchen,
}) => {
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

  const seen = await cover(app, 3_000)
  printFigure('window busy for three seconds → orders in sight', seen.listedMs ?? Number.NaN, 'ms', LISTED_BOUND_MS)
  expect(seen).not.toHaveProperty('goneMs')
  await expect(input).toHaveValue('48')
  // Removes the text from the page of the list, because this page would refresh itself.
  await expect.poll(() => addressesIn(app)).toEqual([BOARD_ADDRESS, COVER_ADDRESS])
})

test('the list covers a board in full screen, with the size of the display', async ({ kitchen }) => {
  const { process: app } = await kitchen.open()
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setKiosk(true))
  const order = kitchen.platform.place({ raw: { items: [{ id: 'x', name: 'X-Salada', quantity: 2 }] } })
  await kitchen.card(order.id).waitFor()
  await cover(app, 3_000)
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
