import { randomUUID } from 'node:crypto'
import { type Merchant, makeOrder } from '../../electron/practice/platform/order-factory.ts'
import { type Random, seededRandom } from '../../electron/practice/platform/randomness.ts'
import { type OpenedKitchen, openKitchenApp } from '../e2e/open-kitchen.ts'
import { isPageOneBlank, type OrderKind } from './density-bounds.ts'
import { type BoardMeasures, measureBoard, recordHeights, watchBoard } from './density-page.ts'
import { eveningFood } from './evening-orders.ts'

/** Longer than the 250 ms from a change until gaps are closed (renderer/places/settle-when-calm.ts). */
const QUIET_MS = 300
/** The board closes gaps for the first time three seconds after its start. */
const UNTOUCHED_MS = 3_100
const SHOP: Merchant = { id: 'loja-centro', name: 'Cantina da Esquina', externalCode: 'LOJA-01' }
/** The moves to the end of an order; the platform refuses those that its status does not allow. */
const TO_THE_END = ['confirm', 'preparing', 'ready-for-pickup', 'dispatch', 'delivered'] as const

export type StartStatus = 'CREATED' | 'CONFIRMED' | 'PREPARING' | 'READY'

/** The built app at one size of the window, with a practice platform. Its board begins empty and is not touched. */
export type DensityApp = {
  readonly kitchen: OpenedKitchen['kitchen']
  /** Puts the next order of `random` on the platform. `ageMs`: the time since the customer sent it. */
  place(random: Random, startsAs: StartStatus, ageMs: number, kind?: OrderKind): string
  /** Open orders and their status at the platform. */
  statuses(): Readonly<Record<string, string>>
  /** Requests a poll, and waits until the board shows the platform's open orders and does not change. */
  settle(quietMs?: number): Promise<void>
  measure(): Promise<BoardMeasures>
  /** Ends every order, and waits for the empty board. */
  clear(): Promise<void>
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
    place(random, startsAs, backdateMs, kind = 'practice') {
      const at = platform.model.now() - backdateMs
      const made = makeOrder({}, { random, at, merchant: SHOP, sourceAppId: 'app' })
      // The same orders come several times, and the ledger knows every id.
      const id = randomUUID()
      const food = kind === 'evening' ? eveningFood(random) : {}
      platform.place({ startsAs, backdateMs, order: { ...made, ...food, id } })
      open.push(id)
      return id
    },
    statuses,
    settle,
    measure: () => page.evaluate(() => window.density.measure()),
    async clear() {
      for (const id of open) for (const move of TO_THE_END) platform.model.move(id, move)
      await settle()
    },
    close: end,
  }
}

/** Of twelve orders three are new, seven in preparation and two ready: the mix of a busy evening. */
const MIX = [
  'CREATED',
  'PREPARING',
  'PREPARING',
  'READY',
  'PREPARING',
  'CREATED',
  'PREPARING',
  'CONFIRMED',
  'PREPARING',
  'READY',
  'CREATED',
  'PREPARING',
] as const
const BETWEEN_ORDERS_MS = 10_000

const placeOfMix = (app: DensityApp, kind: OrderKind, random: Random, index: number, of: number): string =>
  app.place(random, MIX[index % MIX.length] ?? 'CREATED', (of - index) * BETWEEN_ORDERS_MS, kind)

/** The board of this many orders that come with one poll. */
export async function burst(app: DensityApp, kind: OrderKind, seed: number, count: number): Promise<BoardMeasures> {
  const random = seededRandom(seed)
  for (let index = 0; index < count; index += 1) placeOfMix(app, kind, random, index, count)
  await app.settle()
  const measured = await app.measure()
  await app.clear()
  return measured
}

/** The boards after each of `counts` orders. Each order comes with a poll of its own. */
export async function oneByOne(
  app: DensityApp,
  kind: OrderKind,
  seed: number,
  counts: readonly number[],
): Promise<ReadonlyMap<number, BoardMeasures>> {
  const random = seededRandom(seed)
  const most = Math.max(...counts)
  const boards = new Map<number, BoardMeasures>()
  for (let index = 0; index < most; index += 1) {
    placeOfMix(app, kind, random, index, most)
    await app.settle()
    if (counts.includes(index + 1)) boards.set(index + 1, await app.measure())
  }
  await app.clear()
  return boards
}
