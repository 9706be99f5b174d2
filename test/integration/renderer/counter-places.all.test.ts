import { describe, expect, it } from 'vitest'
import type { Ticket } from '../../../shared/ticket/ticket.ts'
import { atEachSize } from '../../fixtures/board-harness/at-each-size.ts'
import { atRest } from '../../fixtures/board-harness/at-rest.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import { counterTickets } from '../../fixtures/board-harness/picture-tickets.ts'
import { EVENING, minutesAgo, settingsWith, snapshotOf, ticket } from '../../fixtures/board-harness/tickets.ts'
import { eventually } from '../../fixtures/eventually.ts'

const SIZES = [
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
  { width: 1280, height: 800 },
  { width: 1024, height: 768 },
  { width: 800, height: 600 },
]
const SECOND_MS = 1_000

const board = boardForTests()

async function open(tickets: readonly Ticket[], ownWindow = false) {
  const snapshot = snapshotOf(tickets, { settings: settingsWith({ view: 'counter' }) })
  const { page } = await board.open(snapshot, { width: 1366, height: 768, ownWindow })
  await page.locator('main.counter').waitFor()
  let version = 1
  const push = (changed: readonly Ticket[], removed: readonly string[] = []) => {
    version += 1
    return page.evaluate((delta) => window.harness.push(delta), {
      version,
      changed: [...changed],
      removed: [...removed],
    })
  }
  const ids = (lane: string) =>
    page.locator(`.${lane} [data-order-id]`).evaluateAll((all) => all.map((one) => one.getAttribute('data-order-id')))
  const place = async (displayId: string) => {
    const box = await page.locator(`[data-order-id="order-${displayId}"]`).boundingBox()
    return box && [Math.round(box.x), Math.round(box.y)]
  }
  return { page, push, ids, place }
}

const fresh = (displayId: string, secondsLeft: number, more: Partial<Ticket> = {}): Ticket =>
  ticket(displayId, { confirmBy: EVENING + secondsLeft * SECOND_MS, ...more })

const out = (displayId: string): Ticket =>
  ticket(displayId, {
    status: 'IN_DELIVERY',
    courier: 'on-the-way',
    createdAt: minutesAgo(30),
    deliverTo: 'Rua das Laranjeiras, 512 · apto 31 · Vila Madalena',
  })

describe('the new orders at the counter', () => {
  it('come first in their last two minutes, but not before the window was left alone for three seconds', async () => {
    const { page, push, ids } = await open(
      [fresh('1', 420), fresh('2', 440), fresh('3', 460), ticket('9', { status: 'READY' })],
      true,
    )
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60 * SECOND_MS)
    await page.locator('.counter-ready').click({ position: { x: 300, y: 300 } })
    await push([fresh('4', 120)])
    await page.locator('[data-order-id="order-4"]').waitFor()
    await page.clock.runFor(2_900)
    await push([ticket('5', { status: 'READY' })])
    await page.locator('.counter-ready [data-order-id="order-5"]').waitFor()
    await expect.poll(() => ids('counter-new')).toEqual(['order-1', 'order-2', 'order-3', 'order-4'])
    await page.clock.runFor(200)
    await expect.poll(() => ids('counter-new')).toEqual(['order-4', 'order-2', 'order-3', 'order-1'])
  })

  it('keep their place when another order leaves', async () => {
    const { page, push, place } = await open([fresh('1', 300), fresh('2', 320), fresh('3', 340)])
    const [first, third] = [await place('1'), await place('3')]
    await push([], ['order-1'])
    await page.locator('[data-order-id="order-1"]').waitFor({ state: 'detached' })
    await expect.poll(() => place('3')).toEqual(third)
    await push([fresh('4', 400)])
    await page.locator('[data-order-id="order-4"]').waitFor()
    await expect.poll(() => place('4')).toEqual(first)
  })

  it('contain a scheduled order that waits to be accepted, and no cancelled one', async () => {
    const { ids } = await open([
      fresh('1', 400, { lane: 'scheduled', timing: 'SCHEDULED', startAt: EVENING + 3_600_000 }),
      ticket('2', {
        status: 'CANCELLED',
        lane: 'new',
        actions: [],
        cancelled: { at: minutesAgo(1), acknowledged: false },
      }),
    ])
    await expect.poll(() => ids('counter-new')).toEqual(['order-1'])
    await expect.poll(() => ids('counter-ready')).toEqual(['order-2'])
  })
})

describe('the orders on their way', () => {
  it('keep their place when another one leaves', async () => {
    const { page, push, place } = await open([...counterTickets(), out('1'), out('2'), out('3')])
    const second = await place('2')
    await push([], ['order-1'])
    await page.locator('[data-order-id="order-1"]').waitFor({ state: 'detached' })
    await expect.poll(async () => (await place('2'))?.[0]).toBe(second?.[0])
    await expect.poll(() => page.locator('.counter-out .handover-free').count()).toBe(1)
  })

  it('get the width while no order is ready, and a ready order is in sight at once', async () => {
    const { page, push } = await open(['1', '2', '3', '4', '5'].map(out))
    const widths = () =>
      page.evaluate(() =>
        ['.counter-ready', '.counter-out'].map((lane) => document.querySelector(lane)?.clientWidth ?? 0),
      )
    const [ready, way] = await eventually(async () => {
      const [narrow = 0, way = 0] = await widths()
      expect(way).toBeGreaterThan(2 * narrow)
      return [narrow, way]
    })
    await eventually(async () => {
      const tops = await page
        .locator('.counter-out [data-order-id]')
        .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)))
      expect(tops.filter((top) => top === tops[0]).length).toBeGreaterThan(1)
    })
    await push([ticket('9', { status: 'READY', pickupCode: 'B12' })])
    await expect.poll(() => page.locator('[data-order-id="order-9"]').boundingBox()).not.toBeNull()
    await expect.poll(async () => (await widths())[0]).toBeGreaterThan(2 * ready)
    // Without a touch since the last change of the width.
    await push([], ['order-9'])
    await expect.poll(widths).toEqual([ready, way])
  })
})

describe('an order at the counter', () => {
  it('has no text behind its buttons', async () => {
    const { page } = await open([...counterTickets(), out('1'), out('2')])
    await atEachSize(page, SIZES, async (size) => {
      await atRest(page)
      await expect
        .poll(
          () =>
            page.evaluate(() =>
              [...document.querySelectorAll<HTMLElement>('.handover')].flatMap((card) => {
                card.style.contentVisibility = 'visible'
                const buttons = [...card.querySelectorAll('button:not(.card-open)')].map((one) =>
                  one.getBoundingClientRect(),
                )
                return [...card.querySelectorAll('.handover-code, .handover-body > *')]
                  .filter((part) => {
                    const { top, bottom, left, right } = part.getBoundingClientRect()
                    return buttons.some(
                      (one) =>
                        left < one.right - 1 && right > one.left + 1 && top < one.bottom - 1 && bottom > one.top + 1,
                    )
                  })
                  .map((part) => `${card.dataset.orderId} covers ${part.className}`)
              }),
            ),
          { message: size },
        )
        .toEqual([])
    })
  })
})
