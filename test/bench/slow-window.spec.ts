import type { Page } from '@playwright/test'
import { test } from '../e2e/kitchen.ts'
import { printFigure } from '../fixtures/figures.ts'

/** A slow kitchen computer. */
const SLOW_PROCESSOR = 4
/** One second less than the time after which a window counts as hung (electron/shell/screen-pulse.ts). */
const NO_ANSWER_BOUND_MS = 4_000

test('a window draws a thousand orders four times as slowly, at once and after a start', async ({ kitchen }) => {
  const { process: app, page } = await kitchen.open()
  const slow = async (fresh: Page): Promise<void> => {
    const devTools = await fresh.context().newCDPSession(fresh)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: SLOW_PROCESSOR })
  }
  await slow(page)
  /** The longest time in ms for which the loaded window has not answered the main process. A loading one never answers. */
  await app.evaluate(({ webContents }) => {
    const [contents] = webContents.getAllWebContents()
    Object.assign(globalThis, { longestAnswer: 0, ends: 0 })
    contents?.on('render-process-gone', () => Object.assign(globalThis, { ends: 1 }))
    let loads = 0
    const count = (): void => {
      loads += 1
    }
    contents?.on('did-start-loading', count)
    contents?.on('did-stop-loading', count)
    const next = (): void => {
      const asked = performance.now()
      const before = loads
      const done = (): void => {
        const answerMs = before === loads ? performance.now() - asked : 0
        const longest = Math.max(Number(Reflect.get(globalThis, 'longestAnswer')), answerMs)
        Object.assign(globalThis, { longestAnswer: longest })
        setTimeout(next, 20)
      }
      contents?.executeJavaScript('0').then(done, done)
    }
    next()
  })
  const longest = () => app.evaluate(() => Number(Reflect.get(globalThis, 'longestAnswer')))
  const last = Array.from({ length: 1_000 }, () => kitchen.platform.place()).at(-1)
  await kitchen.card(last?.id ?? '').waitFor({ state: 'attached', timeout: 120_000 })
  const atOnce = await longest()
  await page.reload()
  await kitchen.card(last?.id ?? '').waitFor({ state: 'attached', timeout: 120_000 })
  await app.evaluate(() => new Promise((resolve) => setTimeout(resolve, 3_000)))
  printFigure('a window four times as slow draws a thousand orders: no answer for', atOnce, 'ms', NO_ANSWER_BOUND_MS)
  printFigure('… and starts with them: no answer for', await longest(), 'ms', NO_ANSWER_BOUND_MS)
  printFigure('… ends of the window', await app.evaluate(() => Number(Reflect.get(globalThis, 'ends'))), 'times', 0)
})
