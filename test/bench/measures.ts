import { setTimeout as sleep } from 'node:timers/promises'
import type { BoardSnapshot } from '../../shared/contract/contract.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import type { ServedBoard } from '../fixtures/board-harness/served-board.ts'
import { memoryOf, type OpenBoard, openBoard, untilAllDrawn, workOf } from './open-page.ts'

const PER_CENT = 100
/** Usual duration of a tap. The time to the answer is measured from its end. */
const PRESS_MS = 70
/** Longer than the time in which the bump guard rejects a second tap. */
const BETWEEN_TAPS_MS = 900
const BETWEEN_CHANGES_MS = 150
const IDLE_SAMPLE_MS = 1_000
/** Wait for the browser's own pages (for its address bar), which the app does not have, to become idle. */
const BROWSER_IDLE_MS = 1_500
/** After this time a new ticket is no longer emphasised. */
const SETTLE_MS = 9_000

const selectorOf = (orderId: string): string => `[data-order-id="${orderId}"]`

/** Time until a change was visible, and its work on the page's main thread, in ms. */
export type Samples = { readonly painted: readonly number[]; readonly work: readonly number[] }

export type StartTimes = {
  readonly page: readonly number[]
  readonly board: readonly number[]
  readonly work: readonly number[]
}

/** Measures the time from navigation to the painted page and to the painted board, in a new window each time. */
export async function measureStarts(
  served: ServedBoard,
  snapshot: BoardSnapshot,
  slowdown: number,
  repeats: number,
): Promise<StartTimes> {
  const page: number[] = []
  const board: number[] = []
  const work: number[] = []
  for (let index = 0; index < repeats; index += 1) {
    const opened = await openBoard(served, snapshot, slowdown, BROWSER_IDLE_MS)
    page.push(await opened.page.evaluate(() => window.bench.pagePainted))
    board.push(await opened.page.evaluate(() => window.bench.boardPainted))
    work.push(await workOf(opened))
    await opened.close()
  }
  return { page, board, work }
}

export type TapTimes = {
  readonly pressed: readonly number[]
  readonly answered: readonly number[]
  readonly work: readonly number[]
}

/** Taps the large buttons of several tickets with the browser's input events. Resets each ticket afterwards. */
export async function measureTaps(
  board: OpenBoard,
  { tickets, clock }: BoardSnapshot,
  repeats: number,
): Promise<TapTimes> {
  const { page } = board
  const pressed: number[] = []
  const answered: number[] = []
  const work: number[] = []
  await page.evaluate(([known, now]) => window.bench.answerTaps(known, now), [tickets, clock.platformNow] as const)
  // A finger never shows the cursor. The mouse does so now, because the browser then computes the styles of the whole page.
  await page.mouse.move(0, 0)
  await sleep(BETWEEN_TAPS_MS)
  for (let index = 0; index < repeats; index += 1) {
    const target = await page.evaluate((at) => window.bench.tappable(at), index)
    const ticket = tickets.find(({ orderId }) => orderId === target?.orderId)
    if (!target || !ticket) throw new Error('No ticket in sight offers a large button')
    const times = page.evaluate(
      (answer) => window.bench.nextTap(answer),
      `${selectorOf(target.orderId)} [data-truth="held"]`,
    )
    // Waits until the page has added its listeners.
    await page.evaluate(() => undefined)
    const before = await workOf(board)
    await page.mouse.click(target.x, target.y, { delay: PRESS_MS })
    const { pressed: pressedMs, answered: answeredMs } = await times
    work.push((await workOf(board)) - before)
    pressed.push(pressedMs)
    answered.push(answeredMs)
    await page.evaluate((known) => window.bench.change([known]), ticket)
    await sleep(BETWEEN_TAPS_MS)
  }
  return { pressed, answered, work }
}

/** Measures new orders. Each replaces an order that has just left, so that it is in sight. */
export async function measureArrivals(board: OpenBoard, tickets: readonly Ticket[], repeats: number): Promise<Samples> {
  const { page } = board
  const samples: number[] = []
  const work: number[] = []
  let leavingOrderId: string | undefined
  for (let index = 0; index < repeats; index += 1) {
    const pattern = tickets[(7 * index) % tickets.length]
    leavingOrderId ??= (await page.evaluate(() => window.bench.tappable(0)))?.orderId
    if (!pattern || leavingOrderId === undefined) throw new Error('No ticket is in sight')
    await page.evaluate((gone) => window.bench.change([], [gone]), leavingOrderId)
    await sleep(BETWEEN_CHANGES_MS)
    const orderId = `arrival-${index}`
    const ticket = { ...pattern, orderId, displayId: String(index), status: 'CREATED', lane: 'new' } satisfies Ticket
    const selector = selectorOf(orderId)
    const before = await workOf(board)
    samples.push(
      await page.evaluate(([fresh, where]) => window.bench.paintedAfter([fresh], where), [ticket, selector] as const),
    )
    work.push((await workOf(board)) - before)
    const box = await page.locator(selectorOf(orderId)).boundingBox()
    const isInSight = box !== null && box.x >= 0 && box.x < (page.viewportSize()?.width ?? 0)
    // An order that is not visible is removed again, and another order makes space.
    leavingOrderId = isInSight ? orderId : undefined
    if (!isInSight) await page.evaluate((gone) => window.bench.change([], [gone]), orderId)
    await sleep(BETWEEN_CHANGES_MS)
  }
  if (leavingOrderId !== undefined) await page.evaluate((gone) => window.bench.change([], [gone]), leavingOrderId)
  return { painted: samples, work }
}

/** Measures a new display id of a visible order, which every form of a ticket shows. */
export async function measureChanges(board: OpenBoard, tickets: readonly Ticket[], repeats: number): Promise<Samples> {
  const { page } = board
  const samples: number[] = []
  const work: number[] = []
  for (let index = 0; index < repeats; index += 1) {
    const target = await page.evaluate((at) => window.bench.tappable(at), index)
    const ticket = tickets.find(({ orderId }) => orderId === target?.orderId)
    if (!ticket) throw new Error('No ticket is in sight')
    const displayId = `M${index}`
    const before = await workOf(board)
    samples.push(
      await page.evaluate(([changed, where]) => window.bench.paintedAfter([changed], where), [
        { ...ticket, displayId },
        `${selectorOf(ticket.orderId)}[aria-label*="${displayId}"]`,
      ] as const),
    )
    work.push((await workOf(board)) - before)
    await page.evaluate((known) => window.bench.change([known]), ticket)
    await sleep(BETWEEN_CHANGES_MS)
  }
  return { painted: samples, work }
}

/** Measures the share of each second, in per cent, in which the page's main thread works while nothing happens. */
export async function measureIdle(board: OpenBoard, seconds: number): Promise<readonly number[]> {
  await sleep(SETTLE_MS)
  const readWork = async () => ({ busy: await workOf(board), at: performance.now() })
  const samples: number[] = []
  let before = await readWork()
  for (let index = 0; index < seconds; index += 1) {
    await sleep(IDLE_SAMPLE_MS)
    const now = await readWork()
    samples.push((PER_CENT * (now.busy - before.busy)) / (now.at - before.at))
    before = now
  }
  return samples
}

export { memoryOf, openBoard, untilAllDrawn }
