import type { CDPSession } from '@playwright/test'
import { windowProcessOf } from '../fixtures/process-tree.ts'
import { expect, type KitchenApp, test } from './kitchen.ts'
import { tapEverything } from './tap-everything.ts'

/** `npm run test:soak -- "memory of the window"`: the memory of the window while the built app processes orders. */

const ORDERS = Number(process.env.COMANDA_WINDOW_ORDERS ?? 400)
/** The first orders are not measured, because code is compiled and chunks of dialogs are loaded. */
const WARM_ORDERS = 100
/** Interval of figures that are only printed. Only the figures of an empty board are compared. */
const REPORT_EVERY = 200
/** Orders that are in the kitchen at the same time. */
const OPEN = 40
const DIALOG_EVERY = 25
const ORDERS_A_DAY = 150
const MAX_GROWTH_MB = 0.5
/**
 * Allowed difference of nodes and listeners of an empty board, for example of a menu that was opened once. Nodes of an
 * earlier picture that React still references also count.
 */
const SLACK = 100
const MB = 1_048_576
const CHECK_INTERVAL_MS = 200
/** An order remains on the board for a minute after its last step. */
const EMPTY_MS = 600_000

test.describe.configure({ timeout: 2 * EMPTY_MS + ORDERS * 3_000 })
test.use({ settings: { pollIntervalSeconds: 1, undoSeconds: 0, doneLaneMinutes: 1, fullScreen: true } })

type Figures = {
  readonly orders: number
  /** On the board. */
  readonly tickets: number
  /** MB of JavaScript in use, after a collection. */
  readonly heap: number
  readonly nodes: number
  readonly listeners: number
  readonly detached: number
  /** MB of the window's process; absent where the system has no /proc. */
  readonly rss: number | undefined
}

async function figuresOf(kitchen: KitchenApp, devTools: CDPSession, orders: number): Promise<Figures> {
  for (let collection = 0; collection < 3; collection += 1) await devTools.send('HeapProfiler.collectGarbage')
  const { nodes, jsEventListeners } = await devTools.send('Memory.getDOMCounters')
  const { usedSize } = await devTools.send('Runtime.getHeapUsage')
  const { detachedNodes } = await devTools.send('DOM.getDetachedDomNodes')
  const rss = windowProcessOf(kitchen.app().process.process().pid ?? 0)?.rss
  const tickets = await kitchen.page().locator('main [data-order-id]').count()
  return {
    orders,
    tickets,
    heap: usedSize / MB,
    nodes,
    listeners: jsEventListeners,
    detached: detachedNodes.length,
    rss,
  }
}

test('the window frees the memory of orders that have left the board', async ({ kitchen }) => {
  const { page } = await kitchen.open()
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('DOM.enable')
  await tapEverything(page)
  const { platform } = kitchen
  const isOver = (id: string): boolean => ['DELIVERED', 'CONCLUDED'].includes(platform.model.order(id)?.status ?? '')
  const open = new Set<string>()
  let placed = 0

  const measure = async (): Promise<Figures> => {
    const figures = await figuresOf(kitchen, devTools, placed)
    const { orders, tickets, heap, nodes, listeners, detached, rss } = figures
    console.log(
      `after ${orders} orders, ${tickets} on the board: heap ${heap.toFixed(2)} MB, ${nodes} nodes, ${listeners} listeners, ` +
        `${detached} detached trees, RSS ${rss?.toFixed(0) ?? '?'} MB`,
    )
    return figures
  }
  const openHistory = async (): Promise<void> => {
    await page.getByTestId('open-history').click()
    await page.getByTestId('history-dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByTestId('history-dialog').waitFor({ state: 'detached' })
  }
  /** Processes orders until this number was placed, and waits until all of them have left the board. */
  const processUntil = async (until: number): Promise<Figures> => {
    while (placed < until || open.size > 0) {
      for (const id of open) if (isOver(id)) open.delete(id)
      while (open.size < OPEN && placed < until) {
        open.add(platform.place({ orderType: 'TAKEOUT' }).id)
        placed += 1
        if (placed % DIALOG_EVERY === 0) await openHistory()
        if (placed % REPORT_EVERY === 0) await measure()
      }
      await page.waitForTimeout(CHECK_INTERVAL_MS)
    }
    await expect(page.locator('main [data-order-id]')).toHaveCount(0, { timeout: EMPTY_MS })
    return measure()
  }

  const first = await processUntil(WARM_ORDERS)
  const last = await processUntil(WARM_ORDERS + ORDERS)
  const growth = ((last.heap - first.heap) / (last.orders - first.orders)) * ORDERS_A_DAY
  console.log(`heap: ${growth.toFixed(3)} MB a day of ${ORDERS_A_DAY} orders`)
  expect(growth).toBeLessThanOrEqual(MAX_GROWTH_MB)
  expect(last.nodes).toBeLessThanOrEqual(first.nodes + SLACK)
  expect(last.listeners).toBeLessThanOrEqual(first.listeners + SLACK)
})
