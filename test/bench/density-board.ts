import { randomUUID } from 'node:crypto'
import { type Merchant, makeOrder } from '../../electron/practice/platform/order-factory.ts'
import { seededRandom } from '../../electron/practice/platform/randomness.ts'
import type { BoardSnapshot } from '../../shared/contract/contract.ts'
import { atEachSize, type WindowSize } from '../fixtures/board-harness/at-each-size.ts'
import { atRest } from '../fixtures/board-harness/at-rest.ts'
import type { ServedBoard } from '../fixtures/board-harness/served-board.ts'
import { startVirtualKitchen } from '../fixtures/virtual-kitchen.ts'
import type { OrderKind } from './density-bounds.ts'
import { type BoardMeasures, measureBoard, recordHeights } from './density-page.ts'
import { eveningFood } from './evening-orders.ts'

const SHOP: Merchant = { id: 'loja-centro', name: 'Cantina da Esquina', externalCode: 'LOJA-01' }
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
/** Polls and reads of forty orders, in virtual time. */
const UNTIL_READ_MS = 20_000

/** This many orders, as a core sends them to a window that opens. */
async function boardOf(kind: OrderKind, seed: number, count: number): Promise<BoardSnapshot> {
  const kitchen = startVirtualKitchen({ seed, platform: { merchants: [SHOP] }, settings: { pollIntervalSeconds: 1 } })
  const random = seededRandom(seed)
  for (let index = 0; index < count; index += 1) {
    const backdateMs = (count - index) * BETWEEN_ORDERS_MS
    const at = kitchen.platform.model.now() - backdateMs
    const made = makeOrder({}, { random, at, merchant: SHOP, sourceAppId: 'app' })
    const food = kind === 'evening' ? eveningFood(random) : {}
    kitchen.platform.place({
      startsAs: MIX[index % MIX.length] ?? 'CREATED',
      backdateMs,
      order: { ...made, ...food, id: randomUUID() },
    })
  }
  await kitchen.advance(UNTIL_READ_MS)
  const snapshot = structuredClone(kitchen.core().snapshot())
  await kitchen.end()
  const unread = snapshot.tickets.filter(({ reading }) => reading !== 'read').length
  if (snapshot.tickets.length !== count || unread > 0) throw new Error(`${count} orders are not on the board`)
  return snapshot
}

/** The board of this many orders at each size, in the built renderer. A new size places all orders anew. */
export async function measureAtOnce(
  served: ServedBoard,
  sizes: readonly WindowSize[],
  { kind, seed, count }: { readonly kind: OrderKind; readonly seed: number; readonly count: number },
): Promise<readonly BoardMeasures[]> {
  const { page } = await served.open(await boardOf(kind, seed, count), {
    reducedMotion: true,
    ownWindow: true,
    beforeLoad: async (fresh) => {
      await fresh.addInitScript(recordHeights)
    },
  })
  await page.locator('main .pages').waitFor()
  const measured: BoardMeasures[] = []
  await atEachSize(page, sizes, async () => {
    await page.locator('.pages[data-measured]').waitFor()
    await atRest(page)
    measured.push(await page.evaluate(measureBoard))
  })
  await page.context().close()
  return measured
}
