import { describe, expect, it } from 'vitest'
import type { Ticket } from '../../../shared/ticket.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import { line, minutesAgo, snapshotOf, ticket } from '../../fixtures/board-harness/tickets.ts'

const SIZE = { width: 1366, height: 768 }
const CALM_AFTER_MS = 3_000
const IGNORED_FOR_MS = 600
/** The page draws and schedules within this time of its own clock. */
const SLACK_MS = 100

const board = boardForTests()

const cooking = (id: number, lines: number, more: Partial<Ticket> = {}): Ticket =>
  ticket(`${id}`, {
    status: 'PREPARING',
    createdAt: minutesAgo(200 - id),
    lines: Array.from({ length: lines }, (_, row) => line(`Pastel ${row}`, { lineId: `${row}` })),
    ...more,
  })

/** Two tickets in each of three columns, and an order for which no column has enough space in one piece. */
const FULL = [...Array.from({ length: 6 }, (_, at) => cooking(100 + at, 2)), cooking(150, 5)]

/** A board whose clock stands still: only `wait` lets its time pass. */
async function open(tickets: readonly Ticket[] = FULL) {
  const { page } = await board.open(snapshotOf(tickets), { ...SIZE, beforeLoad: (fresh) => fresh.clock.install() })
  await page.locator('.pages[data-measured]').waitFor()
  await page.clock.pauseAt(Date.now() + 60_000)
  const ticketOf = (id: number) => page.locator(`main .slot[data-order-id="order-${id}"]`)
  const boxOf = async (id: number) => {
    const box = await ticketOf(id).boundingBox()
    if (!box) throw new Error(`The order ${id} has no ticket`)
    return box
  }
  const push = (changed: Ticket) =>
    page.evaluate((one) => window.harness.push({ version: 2, changed: [one], removed: [] }), changed)
  return {
    page,
    ticketOf,
    boxOf,
    wait: (ms: number) => page.clock.runFor(ms),
    touch: () => page.locator('.board-bar').dispatchEvent('pointerdown'),
    leave: (id: number) => push(cooking(id, 2, { status: 'IN_DELIVERY' })),
    push,
    /** Presses at the middle of the order's next step, whatever is there. */
    press: async (id: number) => {
      const order = page.locator(`main :is(.slot, .card)[data-order-id="order-${id}"]`)
      const box = await order.locator('.act-primary').boundingBox()
      if (!box) throw new Error(`The order ${id} has no next step`)
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    },
    acts: () =>
      page.evaluate(() =>
        window.harness.calls.flatMap(({ name, args }) =>
          name === 'order:act' ? [Reflect.get(Object(args), 'orderId')] : [],
        ),
      ),
  }
}

describe('a column with enough space in two pieces for the next order', () => {
  it('closes its gap only after 3 seconds without a touch, and ignores taps on the moved ticket for 600 ms', async () => {
    const { ticketOf, boxOf, wait, touch, leave, press, acts } = await open()
    const [left, below, beside] = [await boxOf(100), await boxOf(101), await boxOf(102)]
    await touch()
    await leave(100)
    await wait(CALM_AFTER_MS - SLACK_MS)
    await expect.poll(() => ticketOf(100).count()).toBe(0)
    await expect.poll(() => boxOf(101)).toEqual(below)
    // Each touch begins the three seconds again.
    await touch()
    await wait(CALM_AFTER_MS - SLACK_MS)
    await expect.poll(() => boxOf(101)).toEqual(below)
    await expect.poll(() => ticketOf(150).count()).toBe(0)
    await wait(SLACK_MS)
    await expect.poll(() => boxOf(101)).toEqual({ ...below, y: left.y })
    await expect.poll(async () => (await boxOf(150)).x).toBe(left.x)
    await expect.poll(() => boxOf(102)).toEqual(beside)

    await press(101)
    await wait(IGNORED_FOR_MS - SLACK_MS)
    await press(101)
    await wait(SLACK_MS)
    await press(101)
    // Only the last of the three taps.
    await expect.poll(() => acts()).toEqual(['order-101'])
  })

  it('accepts taps on the tickets that did not move', async () => {
    const { boxOf, wait, touch, leave, press, acts } = await open()
    const left = await boxOf(100)
    await touch()
    await leave(100)
    await wait(CALM_AFTER_MS)
    await expect.poll(async () => (await boxOf(101)).y).toBe(left.y)
    await press(102)
    await expect.poll(() => acts()).toEqual(['order-102'])
  })
})

/** Each column is full, each slot of the rail has a card, and no gap has space for another card. */
describe('a full board that is touched', () => {
  const ready = (id: number): Ticket => ticket(`${id}`, { status: 'READY', createdAt: minutesAgo(300 - id) })
  const crowd = [
    ...Array.from({ length: 6 }, (_, at) => cooking(100 + at, 4)),
    ...[201, 202, 203, 204, 205, 206].map(ready),
  ]

  async function openFull() {
    const opened = await open(crowd)
    const { page } = opened
    const shown = (): Promise<Readonly<Record<string, string>>> =>
      page.evaluate(() =>
        Object.fromEntries(
          [...document.querySelectorAll<HTMLElement>('.rail-cards .card, main .slot[data-order-id]')].flatMap((one) => {
            const { left, top, bottom } = one.getBoundingClientRect()
            return bottom <= innerHeight ? [[one.dataset.orderId ?? '', `${Math.round(left)} ${Math.round(top)}`]] : []
          }),
        ),
      )
    return { ...opened, shown, more: page.getByTestId('rail-more') }
  }

  it('moves nothing for a new order, counts it with its deadline, and shows its card after 3 s without a touch', async () => {
    const { shown, more, touch, wait, push, press, acts } = await openFull()
    await expect.poll(async () => Object.keys(await shown()).length).toBe(crowd.length)
    const before = await shown()
    await touch()
    await push(ticket('900', { confirmBy: Date.now() + 400_000 }))
    await wait(CALM_AFTER_MS - SLACK_MS)
    await expect.poll(() => shown()).toEqual(before)
    await expect.poll(() => more.getAttribute('data-count')).toBe('1')
    await expect.poll(() => more.textContent()).toMatch(/\d:\d\d/)
    await wait(SLACK_MS)
    await expect.poll(async () => (await shown())['order-900']).toBeDefined()
    // A tap now may have been meant for the card that was there.
    await press(900)
    await wait(IGNORED_FOR_MS)
    await press(900)
    await expect.poll(() => acts()).toEqual(['order-900'])
  })

  it('shows a new order at once when the last touch was 3 s ago', async () => {
    const { shown, wait, push } = await openFull()
    await wait(CALM_AFTER_MS)
    await push(ticket('900', { confirmBy: Date.now() + 400_000 }))
    await expect.poll(async () => (await shown())['order-900']).toBeDefined()
  })
})
