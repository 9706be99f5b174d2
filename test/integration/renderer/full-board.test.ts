import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Ticket } from '../../../shared/ticket.ts'
import { cutOrOverlapping } from '../../fixtures/board-harness/geometry.ts'
import { buildBoard, type ServedBoard, serveBoard } from '../../fixtures/board-harness/served-board.ts'
import { line, minutesAgo, rushTickets, snapshotOf, ticket } from '../../fixtures/board-harness/tickets.ts'

const FOLDER = resolve(import.meta.dirname, `../../../.cache/board-full-${process.pid}`)
/** Where the machine is busy, idle moments are rare. */
const DRAWN_WITHIN_MS = 60_000

let served: ServedBoard
let page: Page | undefined

beforeAll(async () => {
  await buildBoard(FOLDER)
  served = await serveBoard(FOLDER)
}, 60_000)
afterAll(async () => {
  await served?.close()
  await rm(FOLDER, { recursive: true, force: true })
})
afterEach(async () => {
  await page?.context().close()
})

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
  const opened = await served.open(snapshotOf(tickets))
  const fresh = opened.page
  page = fresh
  const card = (displayId: string) => fresh.locator(`[data-order-id="order-${displayId}"]`)
  return {
    page: fresh,
    complaints: opened.complaints,
    card,
    empty: () => fresh.locator('.slot:not(:has(*))').count(),
    push: (changed: readonly Ticket[]) =>
      fresh.evaluate((delta) => window.harness.push(delta), { version: 2, changed: [...changed], removed: [] }),
    /** Ids and corners of the tickets in sight. */
    inSight: () =>
      fresh.evaluate(() =>
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

  it('moves nothing in sight while it draws the rest in idle moments, and cuts nothing anywhere', async () => {
    const { page, inSight, empty, complaints } = await open([...orders(60), ...rushTickets().slice(0, 20)])
    const before = await inSight()
    expect(await empty()).toBeGreaterThan(0)
    await expect.poll(empty, { timeout: DRAWN_WITHIN_MS }).toBe(0)
    const after = await inSight()
    for (const one of before) expect(after).toContainEqual(one)
    expect(await page.evaluate(cutOrOverlapping)).toEqual([])
    expect(await page.locator('.turn-over').count()).toBe(0)
    expect(complaints).toEqual([])
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
