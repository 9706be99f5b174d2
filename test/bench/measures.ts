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
/** Orders that come before the measured ones. */
const FILLING = 6
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
  readonly presented: readonly number[]
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
  const presented: number[] = []
  const board: number[] = []
  const work: number[] = []
  for (let index = 0; index < repeats; index += 1) {
    const opened = await openBoard(served, snapshot, slowdown, BROWSER_IDLE_MS)
    page.push(await opened.page.evaluate(() => window.bench.pagePainted))
    presented.push(await opened.page.evaluate(() => window.bench.pagePresented))
    board.push(await opened.page.evaluate(() => window.bench.boardPainted))
    work.push(await workOf(opened))
    await opened.close()
  }
  return { page, presented, board, work }
}

/** What a window with this board has stored for the next one. */
export async function rememberedPlaces(served: ServedBoard, snapshot: BoardSnapshot): Promise<string | undefined> {
  const board = await openBoard(served, snapshot, 1)
  await untilAllDrawn(board)
  const args = await board.page.evaluate(
    () => window.harness.calls.findLast(({ name }) => name === 'places:remember')?.args,
  )
  await board.close()
  const places: unknown = typeof args === 'object' && args !== null ? Reflect.get(args, 'places') : undefined
  return typeof places === 'string' ? places : undefined
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

export type ArrivalTimes = Samples & { readonly presented: readonly number[] }

/** Measures new orders on a page without free room, where each takes the room of another one. */
export async function measureArrivals(
  board: OpenBoard,
  tickets: readonly Ticket[],
  repeats: number,
): Promise<ArrivalTimes> {
  const { page } = board
  const painted: number[] = []
  const presented: number[] = []
  const work: number[] = []
  // So that the first of them finds no free room either.
  for (let index = -FILLING; index < repeats; index += 1) {
    const pattern = tickets[(7 * (index + FILLING)) % tickets.length]
    if (!pattern) throw new Error('The board is empty')
    const orderId = `arrival-${index}`
    const displayId = String(5000 + index)
    const ticket = { ...pattern, orderId, displayId, status: 'CREATED', lane: 'new', tap: undefined } satisfies Ticket
    const before = await workOf(board)
    const shown = await page.evaluate((fresh) => window.bench.shownAfter(fresh), ticket)
    await sleep(BETWEEN_CHANGES_MS)
    if (index < 0) continue
    work.push((await workOf(board)) - before)
    painted.push(shown.painted)
    presented.push(shown.presented)
  }
  return { painted, presented, work }
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
