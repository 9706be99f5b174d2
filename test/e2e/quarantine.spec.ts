import type { ElectronApplication } from '@playwright/test'
import { printFigure } from '../fixtures/figures.ts'
import { expect, type RunningApp, test } from './kitchen.ts'

const POISON = 'Veneno de teste'
/** From the second crash of the window to the board with the other orders. */
const BOARD_BOUND_MS = 2_000

type Seen = {
  readonly deaths: number
  readonly text: string
  readonly orderIds: readonly string[]
}

/** Runs in the page first: hangs in the turn in which the item is added to the document, before it is painted. */
function hangOn(poison: string): void {
  new MutationObserver(() => {
    if (!document.body?.textContent?.includes(poison)) return
    console.warn('poison-drawn')
    for (;;);
  }).observe(document, { childList: true, subtree: true, characterData: true })
}

/**
 * From now on a window that draws the item hangs and is killed immediately. The program itself would kill it after six
 * seconds.
 */
async function poisonWindow({ process: app, page }: RunningApp): Promise<void> {
  await app.evaluate(({ webContents }) => {
    const [contents] = webContents.getAllWebContents()
    if (contents === undefined) throw new Error('no window')
    Object.assign(globalThis, { deaths: 0 })
    contents.on('render-process-gone', () => {
      Object.assign(globalThis, { deaths: Number(Reflect.get(globalThis, 'deaths')) + 1 })
    })
    contents.on('console-message', ({ message }) => {
      if (message === 'poison-drawn') contents.forcefullyCrashRenderer()
    })
  })
  // For the documents of later windows, and for this one.
  await page.addInitScript(hangOn, POISON)
  await page.evaluate(hangOn, POISON)
}

/** The content of the window, read through the main process, because the test cannot use the page of a crashed window. */
const seenIn = (app: ElectronApplication): Promise<Seen> =>
  app.evaluate(async ({ webContents }) => {
    const deaths = Number(Reflect.get(globalThis, 'deaths'))
    const [contents] = webContents.getAllWebContents()
    const look = `({
      text: document.body.textContent,
      orderIds: [...document.querySelectorAll('[data-order-id]')].map((card) => card.dataset.orderId),
    })`
    const nothing = { text: '', orderIds: [] }
    const seen = await Promise.race([
      contents?.executeJavaScript(look).catch(() => nothing) ?? nothing,
      new Promise((resolve) => setTimeout(() => resolve(nothing), 200)),
    ])
    return { deaths, ...(seen as typeof nothing) }
  })

test('a ticket that crashed the window twice is shown on the board by its number, beside the other tickets', {
  tag: '@figures',
}, async ({ kitchen }) => {
  const opened = await kitchen.open()
  const { process: app } = opened
  const neighbour = kitchen.platform.place({ startsAs: 'PREPARING' })
  await kitchen.card(neighbour.id).waitFor()
  await poisonWindow(opened)
  const poisoned = kitchen.platform.place({
    startsAs: 'PREPARING',
    raw: { items: [{ id: 'x', name: POISON, quantity: 1 }] },
  })
  await expect.poll(async () => (await seenIn(app)).deaths, { intervals: [20] }).toBe(2)
  const crashedAt = performance.now()
  await expect
    .poll(async () => (await seenIn(app)).orderIds, { intervals: [20] })
    .toEqual(expect.arrayContaining([neighbour.id, poisoned.id]))
  printFigure('second crash of the window → board', performance.now() - crashedAt, 'ms', BOARD_BOUND_MS)
  const later = kitchen.platform.place({ startsAs: 'PREPARING' })
  await expect.poll(async () => (await seenIn(app)).orderIds).toContain(later.id)
  const { deaths, text } = await seenIn(app)
  expect(deaths).toBe(2)
  expect(text).not.toContain(POISON)
})
