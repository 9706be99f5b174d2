import { describe, expect, it } from 'vitest'
import type { Ticket } from '../../../shared/ticket.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import { EVENING, line, minutesAgo, snapshotOf, ticket } from '../../fixtures/board-harness/tickets.ts'
import { eventually } from '../../fixtures/eventually.ts'

/** Four columns: three for tickets, and a rail with six slots. */
const SIZE = { width: 1366, height: 768 }
const SLOTS = 6
const CALM_AFTER_MS = 3_000
/** Time in which the page draws, and closes gaps. */
const SETTLED_MS = 700

const LONG_LINES = 12

const board = boardForTests()

const cooking = (id: number): Ticket => ticket(`${id}`, { status: 'PREPARING', createdAt: minutesAgo(200 - id) })
/** Leaves less space in its column than a card needs. */
const longCooking = (id: number): Ticket => ({
  ...cooking(id),
  lines: Array.from({ length: LONG_LINES }, (_, index) => line(`Pastel ${index}`)),
})
const fresh = (id: number): Ticket =>
  ticket(`${id}`, { createdAt: EVENING + id, confirmBy: EVENING + 480_000 + id * 1_000 })
const some = (count: number, make: (id: number) => Ticket, from: number) =>
  Array.from({ length: count }, (_, index) => make(from + index))

type Box = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }

/**
 * A board with three tickets, which fill its columns, and this many new orders. Its clock stands still: only `wait` lets its
 * time pass.
 */
async function open(newOrders: number, inPreparation: (id: number) => Ticket = longCooking) {
  const { page } = await board.open(snapshotOf([...some(3, inPreparation, 100), ...some(newOrders, fresh, 500)]), {
    ...SIZE,
    beforeLoad: (window) => window.clock.install(),
  })
  await page.locator('.pages[data-measured]').waitFor()
  await page.clock.pauseAt(Date.now() + 60_000)
  const wait = (ms: number) => page.clock.runFor(ms)
  await wait(CALM_AFTER_MS + SETTLED_MS)
  let version = 1
  const push = async (changed: readonly Ticket[], removed: readonly string[] = []) => {
    await page.evaluate((delta) => window.harness.push(delta), {
      version: ++version,
      changed: [...changed],
      removed: [...removed],
    })
    await wait(SETTLED_MS)
  }
  /** The tickets and cards in sight, by order id. */
  const shown = (): Promise<Readonly<Record<string, Box>>> =>
    page.evaluate(() =>
      Object.fromEntries(
        [...document.querySelectorAll<HTMLElement>('.rail-cards .card, .page [data-order-id]')].flatMap((one) => {
          const { left, top, right, bottom } = one.getBoundingClientRect()
          const isInSight = bottom <= innerHeight && right <= innerWidth && one.childElementCount > 0
          return isInSight ? [[one.dataset.orderId ?? '', { left, top, right, bottom }]] : []
        }),
      ),
    )
  const railWidth = async () => (await page.locator('.side').boundingBox())?.width ?? 0
  return { page, wait, push, shown, railWidth, touch: () => page.locator('.board-bar').dispatchEvent('pointerdown') }
}

const overlapping = (boxes: Readonly<Record<string, Box>>): readonly string[] =>
  Object.entries(boxes).flatMap(([id, a]) =>
    Object.entries(boxes).flatMap(([other, b]) =>
      id < other && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
        ? [`${id} ${other}`]
        : [],
    ),
  )

describe('a rail without space for an order', () => {
  it('gets a second column beside the first, in which no card moves, and loses it when a slot of one is free', async () => {
    const { push, shown, railWidth } = await open(SLOTS)
    await expect.poll(async () => Object.keys(await shown()).length).toBe(3 + SLOTS)
    const [before, width] = [await shown(), await railWidth()]

    await push([fresh(600)])
    await expect.poll(() => railWidth()).toBeCloseTo(2 * width, 0)
    const inRail = some(SLOTS, fresh, 500).map(({ orderId }) => orderId)
    await eventually(async () => {
      const crowded = await shown()
      expect(Object.keys(crowded)).toHaveLength(3 + SLOTS + 1)
      expect(overlapping(crowded)).toEqual([])
      for (const id of [...inRail, 'order-100', 'order-101']) expect(crowded[id], id).toEqual(before[id])
      const left = Math.min(...inRail.map((id) => before[id]?.left ?? 0))
      expect(crowded['order-600']?.left).toBeLessThan(left)
    })

    await push([], ['order-600'])
    await expect.poll(() => railWidth(), { message: 'as long as no slot is free' }).toBeCloseTo(2 * width, 0)
    await push([], ['order-505'])
    await expect.poll(() => railWidth()).toBeCloseTo(width, 0)
    await eventually(async () => {
      const after = await shown()
      for (const id of [...inRail.slice(0, -1), 'order-100', 'order-101']) expect(after[id], id).toEqual(before[id])
    })
  })

  it('stays narrow while cards without a slot fit below the tickets', async () => {
    const { push, shown, railWidth } = await open(SLOTS, cooking)
    const [before, width] = [await shown(), await railWidth()]
    await push(some(2, fresh, 600))
    await eventually(async () => {
      const now = await shown()
      await expect.poll(() => railWidth()).toBe(width)
      expect(Object.keys(now)).toHaveLength(3 + SLOTS + 2)
      for (const id of Object.keys(before)) expect(now[id], id).toEqual(before[id])
    })
  })

  it('gets it for an order in preparation too', async () => {
    const { push, shown, railWidth } = await open(SLOTS)
    const width = await railWidth()
    await push([cooking(150)])
    await expect.poll(() => railWidth()).toBeCloseTo(2 * width, 0)
    await eventually(async () => {
      const crowded = await shown()
      expect(Object.keys(crowded)).toHaveLength(3 + SLOTS + 1)
      expect(overlapping(crowded)).toEqual([])
    })
  })

  it('does not get it within 3 s of a touch, and ignores taps on what has moved for a moment', async () => {
    const { page, push, shown, railWidth, touch, wait } = await open(SLOTS)
    const [before, width] = [await shown(), await railWidth()]
    await touch()
    await push([fresh(600)])
    await expect.poll(() => railWidth()).toBe(width)
    await eventually(async () => {
      const touched = await shown()
      for (const id of Object.keys(before)) expect(touched[id], id).toEqual(before[id])
    })
    await wait(CALM_AFTER_MS - SETTLED_MS)
    await expect.poll(railWidth).toBeCloseTo(2 * width, 0)
    const [moved] = Object.entries(await shown()).flatMap(([id, box]) =>
      before[id]?.left === box.left ? [] : [{ id, box }],
    )
    if (moved === undefined) throw new Error('No card has moved')
    const button = await page.locator(`main :is(.slot, .card)[data-order-id="${moved.id}"] .act-primary`).boundingBox()
    await page.mouse.click((button?.x ?? 0) + 20, (button?.y ?? 0) + 20)
    const acts = () => page.evaluate(() => window.harness.calls.filter(({ name }) => name === 'order:act').length)
    await wait(SETTLED_MS)
    await page.mouse.click((button?.x ?? 0) + 20, (button?.y ?? 0) + 20)
    await expect.poll(() => acts()).toBe(1)
  })

  it('keeps its width while a panel covers it', async () => {
    const { page, push, railWidth, wait, touch } = await open(SLOTS - 2)
    const toggleTotals = async () => {
      await touch()
      await page.getByTestId('all-day-toggle').evaluate((tab: HTMLElement) => tab.click())
    }
    const width = await railWidth()
    await toggleTotals()
    await wait(CALM_AFTER_MS + SETTLED_MS)
    await push(some(3, fresh, 600))
    await expect.poll(() => railWidth()).toBe(width)
    await toggleTotals()
    await wait(CALM_AFTER_MS + SETTLED_MS)
    await expect.poll(() => railWidth()).toBeCloseTo(2 * width, 0)
  })
})
