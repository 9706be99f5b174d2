import type { ElectronApplication } from '@playwright/test'
import { DEFAULT_SETTINGS } from '../../shared/contract/settings.ts'
import { printFigure } from '../fixtures/figures.ts'
import { expect, test } from './kitchen.ts'

/** In ms: from the beginning of a hang to the list of open orders; from the end of the page's process to the board. */
const BOUNDS = { listed: 8_000, board: 3_000 } as const

test.use({
  settings: { pollIntervalSeconds: 1, undoSeconds: 6, alarm: { ...DEFAULT_SETTINGS.alarm, intervalSeconds: 3 } },
})

type Shown = {
  readonly testid: string
  readonly orderIds: readonly string[]
  readonly rings: number
  readonly text: string
  /** Controls that could act on an order. */
  readonly controls: number
}

type Seen = {
  /** What the window showed, without repetitions, since the page hangs. */
  readonly shown: readonly Shown[]
  /** Monotonic ms since the begin of the hang. */
  readonly goneMs?: number
  readonly listedMs?: number
  readonly boardMs?: number
}

/** Keeps the page busy from now on, and records in the main process what the window shows. */
const occupy = (app: ElectronApplication, work: string) =>
  app.evaluate(({ webContents }, code) => {
    const [contents] = webContents.getAllWebContents()
    if (contents === undefined) throw new Error('no window')
    const seen: { -readonly [Key in keyof Seen]: Seen[Key] } = { shown: [] }
    Object.assign(globalThis, { seen })
    const beganAt = performance.now()
    const since = () => performance.now() - beganAt
    contents.executeJavaScript(code).catch(() => undefined)
    contents.once('render-process-gone', () => {
      seen.goneMs = since()
    })
    const look = `({
      testid: document.querySelector('main')?.dataset.testid ?? '',
      orderIds: [...document.querySelectorAll('main [data-order-id]')].map((one) => one.dataset.orderId),
      rings: document.querySelector('audio')?.played.length ?? 0,
      text: document.body.innerText,
      controls: document.querySelectorAll('main :is(button, input, form, script)').length,
    })`
    let isReading = false
    setInterval(() => {
      if (isReading || seen.goneMs === undefined || seen.boardMs !== undefined) return
      isReading = true
      contents
        .executeJavaScript(look)
        .then((shown: Shown) => {
          if (shown.orderIds.length === 0) return
          seen.shown = [...seen.shown, shown]
          if (shown.testid === 'safe-page') seen.listedMs ??= since()
          else seen.boardMs = since()
        })
        .catch(() => undefined)
        .finally(() => {
          isReading = false
        })
    }, 20)
  }, work)

const seenOf = (app: ElectronApplication): Promise<Seen> => app.evaluate(() => Reflect.get(globalThis, 'seen') as never)

test('when a board hangs, the open orders stand in the list that rings, the board comes back, and no tap is lost', {
  tag: ['@gate', '@figures'],
}, async ({ kitchen }) => {
  const { process: app } = await kitchen.open()
  const order = kitchen.platform.place({ raw: { items: [{ id: 'x', name: 'X-Salada', quantity: 2 }] } })
  await kitchen.card(order.id).waitFor()
  const ringing = kitchen.platform.place()
  await kitchen.card(ringing.id).waitFor()
  await kitchen.tap(order.id, 'confirm')
  // Held, or on a slow machine already sent.
  await expect(kitchen.card(order.id).locator('[data-truth]')).toBeVisible()

  await occupy(app, 'for (;;);')
  await expect.poll(async () => (await seenOf(app)).boardMs).toBeGreaterThan(0)
  const { shown, listedMs = Number.NaN, goneMs = Number.NaN, boardMs = Number.NaN } = await seenOf(app)
  printFigure('window hangs → orders in sight', listedMs, 'ms', BOUNDS.listed)
  printFigure('hung window ended → board', boardMs - goneMs, 'ms', BOUNDS.board)
  // The list is the only replacement, and it comes before the board.
  expect(listedMs).toBeLessThan(boardMs)
  const lists = shown.filter(({ testid }) => testid === 'safe-page')
  for (const { orderIds, controls } of lists) {
    expect(orderIds.toSorted()).toEqual([order.id, ringing.id].toSorted())
    expect(controls).toBe(0)
  }
  for (const part of ['A tela parou', 'só para ler', 'Lista das', '2×']) expect(lists[0]?.text).toContain(part)
  expect(Math.max(...lists.map(({ rings }) => rings))).toBeGreaterThan(0)
  expect(shown.at(-1)?.orderIds.toSorted()).toEqual([order.id, ringing.id].toSorted())
  await expect.poll(() => kitchen.platform.requestLog.postsFor(order.id, 'confirm').length).toBe(1)
})

test('a board that is busy for three seconds stays, with its typed text', async ({ kitchen }) => {
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
  await occupy(app, '{ const end = performance.now() + 3_000; while (performance.now() < end); }')
  await expect(input).toHaveValue('48')
  await expect.poll(() => seenOf(app)).not.toHaveProperty('goneMs')
})
