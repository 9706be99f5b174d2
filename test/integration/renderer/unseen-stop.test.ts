import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import type { Settings } from '../../../shared/settings.ts'
import type { Ticket } from '../../../shared/ticket.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import { line, minutesAgo, settingsWith, snapshotOf, ticket } from '../../fixtures/board-harness/tickets.ts'
import { eventually } from '../../fixtures/eventually.ts'

const board = boardForTests()
const SIZE = { width: 1366, height: 768 }
const ACKNOWLEDGE = 'order:acknowledge-cancellation'

const cooked = (displayId: string): Ticket =>
  ticket(displayId, { status: 'PREPARING', actions: ['ready-for-pickup', 'requestCancellation'] })
const stopped = (displayId: string): Ticket =>
  ticket(displayId, {
    status: 'CANCELLED',
    lane: 'preparing',
    actions: [],
    cancelled: { at: minutesAgo(0), acknowledged: false },
  })

async function open(tickets: readonly Ticket[]) {
  const { page } = await board.open(snapshotOf(tickets, { settings: settingsWith({}) }), SIZE)
  const calls = (name: string) =>
    page.evaluate(
      (wanted) => window.harness.calls.filter((call) => call.name === wanted).map((call) => call.args),
      name,
    )
  let version = 1
  /**
   * Shows the change and clicks at the position `at` in the same turn in which `appears` is added to the document, like
   * a finger that already moves to it.
   */
  const changeUnderFinger = (changed: readonly Ticket[], appears: string, at: string) => {
    version += 1
    return page.evaluate(
      async ({ delta, wanted, where }) => {
        const box = document.querySelector(where)?.getBoundingClientRect() ?? new DOMRect(-1, -1)
        await window.harness.push(delta)
        while (document.querySelector(wanted) === null) await new Promise(requestAnimationFrame)
        const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest('button')
        hit?.click()
        return hit?.dataset.action ?? hit?.dataset.command
      },
      { delta: { version, changed: [...changed], removed: [] }, wanted: appears, where: at },
    )
  }
  return { page, calls, changeUnderFinger }
}

describe('a stop that appears under a finger', () => {
  it('is not acknowledged by a tap for the next step of a card', async () => {
    const { page, calls, changeUnderFinger } = await open(
      Array.from({ length: 24 }, (_, index) => cooked(`${100 + index}`)),
    )
    const card = page.locator('article.card').last()
    const id = (await card.getAttribute('data-order-id')) ?? ''
    const own = `[data-order-id="${id}"]`
    await expect(
      changeUnderFinger(
        [stopped(id.replace('order-', ''))],
        `${own} button[data-action="acknowledge"]`,
        `${own} button[data-action="ready-for-pickup"]`,
      ),
    ).resolves.toBe('acknowledge')
    await page.locator(`${own} button[data-action="acknowledge"]`).click()
    await expect.poll(() => calls(ACKNOWLEDGE)).toEqual([{ orderId: id }])
  })

  it('is not acknowledged by the second tap for the stop before it in the bar', async () => {
    const { page, calls, changeUnderFinger } = await open(['1', '2', '3'].map(stopped))
    // A button is nearer to the number of its own order than to the number of the next order.
    await eventually(async () => {
      const [own, next] = await page.evaluate(() => {
        const [number, other] = [...document.querySelectorAll('.stop-bar-order strong')].map((one) =>
          one.getBoundingClientRect(),
        )
        const button = document.querySelector('.stop-bar-order .stop-button')?.getBoundingClientRect()
        return [(button?.left ?? 0) - (number?.right ?? 0), (other?.left ?? 0) - (button?.right ?? 0)]
      })
      expect(own).toBeLessThan(next ?? 0)
    })
    const first = '.stop-bar-order:first-of-type button[data-command="acknowledge-stop"]'
    await page.locator(first).click()
    await expect.poll(() => calls(ACKNOWLEDGE)).toEqual([{ orderId: 'order-1' }])
    const gone = ticket('1', {
      status: 'CANCELLED',
      lane: 'done',
      actions: [],
      cancelled: { at: minutesAgo(0), acknowledged: true },
    })
    // The width of the buttons depends on their number, so the click may be outside of the middle of the next button.
    await changeUnderFinger([gone], '.stop-bar-order:first-of-type [data-stop-order="order-2"]', first)
    await page.locator(first).evaluate((button: HTMLElement) => button.click())
    await expect.poll(() => calls(ACKNOWLEDGE)).toHaveLength(1)
    await page.locator(first).click()
    await expect.poll(() => calls(ACKNOWLEDGE)).toEqual([{ orderId: 'order-1' }, { orderId: 'order-2' }])
  })
})

describe('a stop while the ticket of its order is not in sight', () => {
  const lines = Array.from({ length: 9 }, (_, row) => line(`Marmita executiva ${row}`, { lineId: `${row}` }))
  const kitchen = [
    ...Array.from({ length: 20 }, (_, at) =>
      ticket(`${100 + at}`, { status: 'PREPARING', createdAt: minutesAgo(60 - at), lines }),
    ),
    ticket('300', { status: 'READY' }),
  ]
  const stations = [
    { name: 'Chapa', keywords: ['marmita'] },
    { name: 'Bebidas', keywords: ['salada'] },
  ]
  const cases: readonly (readonly [string, Partial<Settings>, (page: Page) => Promise<void>])[] = [
    ['page 2', {}, (page) => page.locator('[data-jump="2"]').click()],
    ['the ready orders', {}, (page) => page.locator('[data-filter="ready"]').click()],
    ['the orders of another station', { stations, station: 'Bebidas' }, async () => undefined],
    [
      'a screen for preparation, of another station',
      { stations, station: 'Bebidas', role: 'prep' },
      async () => undefined,
    ],
  ]

  it.each(cases)('is in a bar that names the order, while the board shows %s', async (_, settings, turn) => {
    const { page } = await board.open(snapshotOf(kitchen, { settings: settingsWith(settings) }), SIZE)
    await page.locator('.pages[data-measured]').waitFor()
    await turn(page)
    const isInSight = () =>
      page
        .locator('main [data-order-id="order-100"]')
        .evaluateAll((all) => all.some((one) => one.getBoundingClientRect().left >= 0))
    await expect.poll(isInSight).toBe(false)
    const before = await page.locator('.page-number').getAttribute('data-page')
    await page.evaluate((changed) => window.harness.push({ version: 2, changed: [changed], removed: [] }), {
      ...stopped('100'),
      lines,
      createdAt: minutesAgo(60),
    })
    const bar = page.getByTestId('stop-strip')
    await bar.waitFor()
    await expect.poll(() => bar.locator('strong').allTextContents()).toEqual([expect.stringContaining('PARE'), '100'])
    await expect
      .poll(() =>
        bar.evaluate((one) => {
          const { left, right, top, bottom } = one.getBoundingClientRect()
          const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
          // The page numbers remain beside it.
          const end = document.querySelector('.pager button')?.getBoundingClientRect().left ?? innerWidth
          return { isOnTop: one.contains(hit), isInWindow: top >= 0, isWide: left < 12 && right > end - 12 }
        }),
      )
      .toEqual({ isOnTop: true, isInWindow: true, isWide: true })
    await expect.poll(() => page.locator('.page-number').getAttribute('data-page')).toBe(before)
    await bar.locator('[data-stop-order="order-100"]').click()
    await expect.poll(isInSight).toBe(true)
  })
})
