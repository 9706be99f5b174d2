import { randomUUID } from 'node:crypto'
import { type Merchant, makeOrder } from '../../electron/practice/platform/order-factory.ts'
import type { Random } from '../../electron/practice/platform/randomness.ts'
import { type OpenedKitchen, openKitchenApp } from '../e2e/open-kitchen.ts'
import { isPageOneBlank } from './density-bounds.ts'
import { type BoardMeasures, measureBoard, recordHeights, watchBoard } from './density-page.ts'

/** Longer than the 250 ms from a change until gaps are closed (renderer/places/settle-when-calm.ts). */
const QUIET_MS = 300
/** The board closes gaps for the first time three seconds after its start. */
const UNTOUCHED_MS = 3_100
const SHOP: Merchant = { id: 'loja-centro', name: 'Cantina da Esquina', externalCode: 'LOJA-01' }
export type StartStatus = 'CREATED' | 'CONFIRMED' | 'PREPARING' | 'READY'

/** The built app at one size of the window, with a practice platform. Its board begins empty and is not touched. */
export type DensityApp = {
  readonly kitchen: OpenedKitchen['kitchen']
  /** Puts the next order of `random` on the platform. */
  place(random: Random, startsAs: StartStatus): string
  /** Open orders and their status at the platform. */
  statuses(): Readonly<Record<string, string>>
  /** Requests a poll, and waits until the board shows the platform's open orders and does not change. */
  settle(quietMs?: number): Promise<void>
  measure(): Promise<BoardMeasures>
  close(): Promise<void>
}

const ENDED = new Set(['IN_DELIVERY', 'DELIVERED', 'CANCELLED', 'CONCLUDED'])

export async function openApp(size: string): Promise<DensityApp> {
  const { kitchen, end } = await openKitchenApp({
    platformOptions: { merchants: [SHOP] },
    settings: { pollIntervalSeconds: 1, undoSeconds: 0, doneLaneMinutes: 1 },
    provision: undefined,
    isWholeBrowser: false,
  })
  const [width = 0, height = 0] = size.split('x').map(Number)
  const { page } = await kitchen.open()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width, height })
  await page.locator('[data-testid="freshness"][data-state="fresh"]').waitFor()
  await page.locator('.pages').waitFor()
  await page.evaluate(`Object.assign(window, { measureBoard: ${measureBoard}, isPageOneBlank: ${isPageOneBlank} })`)
  await page.evaluate(recordHeights)
  await page.evaluate(watchBoard)
  await page.waitForTimeout(UNTOUCHED_MS)
  const { platform } = kitchen
  let open: string[] = []

  const statuses = (): Readonly<Record<string, string>> => {
    const found = open.map((id) => [id, platform.order(id)?.status ?? ''] as const)
    return Object.fromEntries(found.filter(([, status]) => !ENDED.has(status)))
  }
  const settle = async (quietMs = QUIET_MS): Promise<void> => {
    open = Object.keys(statuses())
    await page.evaluate(
      async ([wanted, unchangedMs]) => {
        // The interval of the polls would make a wait of a second out of each step.
        await window.comanda.call['sync:retry-now'](null)
        await window.density.whenAtRest(wanted, unchangedMs)
      },
      [statuses(), quietMs] as const,
    )
  }
  return {
    kitchen,
    place(random, startsAs) {
      const made = makeOrder({}, { random, at: platform.model.now(), merchant: SHOP, sourceAppId: 'app' })
      // The same orders come several times, and the ledger knows every id.
      const id = randomUUID()
      platform.place({ startsAs, order: { ...made, id } })
      open.push(id)
      return id
    },
    statuses,
    settle,
    measure: () => page.evaluate(() => window.density.measure()),
    close: end,
  }
}
