import { describe, expect, it } from 'vitest'
import { MOST_DRAWN } from '../../../renderer/board/drawing.ts'
import type { Ticket } from '../../../shared/ticket.ts'
import { boardOfTests } from '../../fixtures/board-harness/board-of-tests.ts'
import { cutOrOverlapping } from '../../fixtures/board-harness/geometry.ts'
import { line, minutesAgo, rushTickets, snapshotOf, ticket } from '../../fixtures/board-harness/tickets.ts'

/** Where the machine is busy, idle moments are rare. */
const DRAWN_WITHIN_MS = 60_000

const board = boardOfTests()

/** Orders of one to nine lines, every seventh of twenty-five. */
const orders = (count: number): readonly Ticket[] =>
  Array.from({ length: count }, (_, index) =>
    ticket(`${1000 + index}`, {
      status: 'PREPARING',
      createdAt: minutesAgo(count - index),
      lines: Array.from({ length: index % 7 === 3 ? 25 : 1 + (index % 9) }, (_line, at) =>
        line(`Marmita executiva ${at}`, { lineId: `${at}` }),
      ),
    }),
  )

async function open(tickets: readonly Ticket[]) {
  const { page, complaints } = await board.open(snapshotOf(tickets))
  const card = (displayId: string) => page.locator(`[data-order-id="order-${displayId}"]`)
  return {
    page,
    complaints,
    card,
    empty: () => page.locator('.slot:not(:has(*))').count(),
    push: (changed: readonly Ticket[]) =>
      page.evaluate((delta) => window.harness.push(delta), { version: 2, changed: [...changed], removed: [] }),
    /** Ids and corners of the tickets in sight. */
    inSight: () =>
      page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('.slot')].flatMap((one) => {
          const { left, top, width, height } = one.getBoundingClientRect()
          if (left < 0 || left >= innerWidth) return []
          return [
            { id: one.dataset.orderId, at: [left, top, width, height].map(Math.round), parts: one.childElementCount },
          ]
        }),
      ),
  }
}

describe('a board with hundreds of orders', { timeout: 120_000 }, () => {
  it('has a place and a name for each at once, and everything on the page in sight', async () => {
    const { page, inSight, empty, card } = await open(orders(300))
    expect(await page.locator('[data-order-id]').count()).toBe(300)
    expect(await empty()).toBeGreaterThan(100)
    expect(await card('1299').getAttribute('aria-label')).toContain('1299')
    expect(await card('1299').getAttribute('data-status')).toBe('PREPARING')
    const seen = await inSight()
    expect(seen.length).toBeGreaterThan(3)
    expect(seen.every(({ parts }) => parts > 0)).toBe(true)
  })

  it('moves nothing in sight while it draws others in idle moments, and cuts nothing on any page', async () => {
    const { page, inSight, empty, complaints } = await open([...orders(60), ...rushTickets().slice(0, 20)])
    const before = await inSight()
    expect(await empty()).toBeGreaterThan(80 - MOST_DRAWN)
    await expect.poll(empty, { timeout: DRAWN_WITHIN_MS }).toBe(80 - MOST_DRAWN)
    const after = await inSight()
    for (const one of before) expect(after).toContainEqual(one)
    const pager = page.locator('.page-number')
    const next = page.locator('[data-turn="next"]')
    for (let at = 1; at <= Number(await pager.getAttribute('data-pages')); at++) {
      if (at > 1) await next.click()
      await expect.poll(() => pager.getAttribute('data-page')).toBe(String(at))
      await expect.poll(async () => (await inSight()).every(({ parts }) => parts > 0)).toBe(true)
      expect(await page.evaluate(cutOrOverlapping)).toEqual([])
    }
    expect(await page.locator('.turn-over').count()).toBe(0)
    expect(complaints).toEqual([])
  })

  it('leaves no room free on a page that a later ticket would have filled', async () => {
    const inKitchen = ({ lane }: Ticket) => lane !== 'scheduled' && lane !== 'done'
    const { page } = await open([...orders(30), ...rushTickets().filter(inKitchen).slice(0, 12)])
    const wasted = await page.evaluate(() => {
      const pages = [...document.querySelectorAll<HTMLElement>('.page')]
      const grid = getComputedStyle(pages[0]?.parentElement ?? document.body)
      const [columns, rows] = ['--page-columns', '--page-rows'].map((name) => Number(grid.getPropertyValue(name)))
      const slots = pages.flatMap((element, at) =>
        [...element.querySelectorAll<HTMLElement>('.slot')].map(({ style, dataset }) => {
          const of = (name: string) => Number(style.getPropertyValue(name))
          const column = at * (columns ?? 1) + of('--column')
          return { id: dataset.orderId, column, row: of('--row'), columns: of('--columns'), rows: of('--rows') }
        }),
      )
      type Box = { readonly column: number; readonly row: number; readonly columns: number; readonly rows: number }
      const meets = (a: Box, b: Box) =>
        a.column < b.column + b.columns &&
        b.column < a.column + a.columns &&
        a.row < b.row + b.rows &&
        b.row < a.row + a.rows
      const fits = ({ column, columns: wide }: Box) =>
        wide > (columns ?? 1) ? column % (columns ?? 1) === 0 : (column % (columns ?? 1)) + wide <= (columns ?? 1)
      return slots.filter((slot) =>
        Array.from({ length: slot.column * (rows ?? 1) }, (_, cell) => ({
          ...slot,
          column: Math.floor(cell / (rows ?? 1)),
          row: cell % (rows ?? 1),
        })).some((box) => fits(box) && box.row + box.rows <= (rows ?? 1) && !slots.some((other) => meets(box, other))),
      )
    })
    expect(wasted).toEqual([])
  })

  it('gives a ticket the columns that its letters need, however narrow or wide they are', async () => {
    const wordsOf = (letter: string) => Array.from({ length: 12 }, () => letter.repeat(8)).join(' ')
    const lettered = (displayId: string, letter: string, lines: number) =>
      ticket(displayId, {
        status: 'PREPARING',
        lines: Array.from({ length: lines }, (_line, at) => line(wordsOf(letter), { lineId: `${at}` })),
      })
    const { page, card } = await open([lettered('narrow', 'i', 4), lettered('wide', 'W', 4), lettered('long', 'i', 30)])
    const columns = async (displayId: string) => Number(await card(displayId).getAttribute('data-columns'))
    expect(await columns('narrow')).toBe(1)
    expect(await columns('wide')).toBeGreaterThan(1)
    expect(await columns('long')).toBeGreaterThan(1)
    expect(await page.locator('.turn-over').count()).toBe(0)
    expect(await page.evaluate(cutOrOverlapping)).toEqual([])
    // None of them has a column that nothing stands in.
    for (const displayId of ['wide', 'long']) {
      const used = await card(displayId)
        .locator('.ticket-flow')
        .evaluate((flow) => flow.getClientRects().length)
      expect(used).toBe(await columns(displayId))
    }
  })

  it('draws a page when it is turned to, however early', async () => {
    const { page, inSight } = await open(orders(300))
    const next = page.locator('[data-turn="next"]')
    for (let turn = 0; turn < 12; turn++) await next.click()
    await expect.poll(() => page.locator('.page-number').getAttribute('data-page')).toBe('13')
    const seen = await inSight()
    expect(seen.length).toBeGreaterThan(1)
    expect(seen.every(({ parts }) => parts > 0)).toBe(true)
  })

  it('draws a new order at once although nobody sees its page, so that it can ring', async () => {
    const { page, card, push } = await open(orders(300))
    await push([ticket('new', { createdAt: minutesAgo(0), alarm: 'new' })])
    expect(await card('new').locator('button[data-action="confirm"]').count()).toBe(1)
    await page.locator('[data-calling="order-new"]').click()
    await expect.poll(() => card('new').evaluate((one) => one.getBoundingClientRect().left < innerWidth)).toBe(true)
    expect(await card('new').evaluate((one) => one.childElementCount)).toBeGreaterThan(0)
    await expect.poll(() => card('new').evaluate((one) => one === document.activeElement)).toBe(true)
  })

  it('gives the focus to a far ticket that somebody goes to, once it is drawn', async () => {
    const { page, card, push } = await open(orders(300))
    await push([{ ...ticket('1250', { status: 'PREPARING', createdAt: minutesAgo(50) }), alarm: 'new' }])
    expect(await card('1250').evaluate((one) => one.childElementCount)).toBe(0)
    await page.locator('[data-calling="order-1250"]').click()
    await expect.poll(() => card('1250').evaluate((one) => one === document.activeElement)).toBe(true)
    expect(await card('1250').evaluate((one) => one.childElementCount)).toBeGreaterThan(0)
  })

  it('lets nothing move out of sight, where a movement would cost picture after picture', async () => {
    const fresh = orders(60).map((one) => ({ ...one, status: 'CREATED', lane: 'new' }) satisfies Ticket)
    const { page } = await open(fresh)
    const moving = await page.evaluate(() =>
      document.getAnimations().map(({ effect }) => {
        const target = effect instanceof KeyframeEffect ? effect.target : null
        return Math.round(target?.getBoundingClientRect().left ?? Number.NaN)
      }),
    )
    expect(moving.length).toBeGreaterThan(0)
    for (const left of moving) expect(left).toBeLessThan(1920)
  })
})
