import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import type { Ticket } from '../../../shared/ticket.ts'
import { measureBoard } from '../../bench/density-page.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import type { OpenOptions } from '../../fixtures/board-harness/board-window.ts'
import { line, minutesAgo, settingsWith, snapshotOf, ticket } from '../../fixtures/board-harness/tickets.ts'

const board = boardForTests()
const SIZE = { width: 1366, height: 768 }

const cooking = (count: number): readonly Ticket[] =>
  Array.from({ length: count }, (_, at) =>
    ticket(`${100 + at}`, {
      status: 'PREPARING',
      createdAt: minutesAgo(count - at),
      lines: Array.from({ length: 9 }, (_one, row) => line(`Marmita executiva ${row}`, { lineId: `${row}` })),
    }),
  )

async function open(tickets: readonly Ticket[], options: OpenOptions = SIZE): Promise<Page> {
  const { page } = await board.open(snapshotOf(tickets, { settings: settingsWith({}) }), options)
  return page
}

/** Position of each whole ticket. */
const places = (page: Page): Promise<Readonly<Record<string, readonly number[]>>> =>
  page.locator('.slot:not(.slot-measured)').evaluateAll((all) =>
    Object.fromEntries(
      all.map((one) => {
        const { left, top, width, height } = one.getBoundingClientRect()
        return [one.getAttribute('data-order-id') ?? '', [left, top, width, height].map(Math.round)]
      }),
    ),
  )

describe('a board that is not touched', () => {
  it('shows page one after 30 seconds, and not before', async () => {
    const page = await open(cooking(30), { ...SIZE, beforeLoad: (fresh) => fresh.clock.install() })
    const shown = () => page.locator('.page-number').getAttribute('data-page')
    await page.clock.runFor(5_000)
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.locator('[data-turn="next"]').dispatchEvent('pointerdown')
    await page.locator('[data-turn="next"]').dispatchEvent('click')
    await page.clock.runFor(1_000)
    expect(await shown()).toBe('2')
    await page.clock.runFor(28_000)
    expect(await shown()).toBe('2')
    await page.clock.runFor(2_000)
    expect(await shown()).toBe('1')
  })
})

describe('the panel of orders that are out', () => {
  it('moves no ticket when it opens and when it closes', async () => {
    const page = await open([...cooking(14), ticket('800', { status: 'IN_DELIVERY', lane: 'done' })])
    await page.locator('.pages[data-measured]').waitFor()
    const before = await places(page)
    const tab = page.locator('.tab[data-filter="done"]')
    await tab.click()
    await page.locator('.pane[data-pane="done"] [data-order-id="order-800"]').waitFor()
    expect(await places(page)).toEqual(before)
    await tab.click()
    await page.locator('aside[data-panel]').waitFor({ state: 'detached' })
    expect(await places(page)).toEqual(before)
  })
})

describe('the flash of a new order', () => {
  it.each([
    { reducedMotion: false, flashes: 1 },
    { reducedMotion: true, flashes: 0 },
  ])('runs $flashes times with reducedMotion $reducedMotion', async ({ reducedMotion, flashes }) => {
    const page = await open([ticket('1', { createdAt: minutesAgo(0), alarm: 'new' })], { ...SIZE, reducedMotion })
    await page.locator('main [data-order-id="order-1"][data-flash]').waitFor()
    const running = () => page.evaluate(() => document.getAnimations().length)
    await expect.poll(running).toBe(flashes)
  })
})

describe('the rail', () => {
  it.each([
    { width: 1366, height: 768, columns: 1 },
    { width: 1920, height: 1080, columns: 1 },
    { width: 3840, height: 2160, columns: 2 },
  ])('has $columns columns at $width×$height', async ({ columns, ...size }) => {
    const fresh = Array.from({ length: 30 }, (_, at) => ticket(`${200 + at}`, { createdAt: minutesAgo(0.1 * at) }))
    const page = await open([...cooking(20), ...fresh], size)
    const lefts = () =>
      page
        .locator('.rail-cards .card')
        .evaluateAll((all) => new Set(all.map((one) => Math.round(one.getBoundingClientRect().left))).size)
    await expect.poll(lefts).toBe(columns)
  })
})

describe('the count of orders in sight', () => {
  it('contains no ticket of page two, which has its place behind the rail', async () => {
    const page = await open(cooking(40))
    // The tickets of page two are drawn in idle moments.
    const behindRail = () => page.locator('.page').nth(1).locator('.slot:has(*)').count()
    await expect.poll(behindRail).toBeGreaterThan(0)
    const pageOne = await page
      .locator('.page')
      .first()
      .locator('article[data-order-id]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-order-id')))
    const { corners } = await page.evaluate(measureBoard)
    const inRail = await page
      .locator('.side article[data-order-id]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-order-id')))
    expect(Object.keys(corners).filter((id) => ![...pageOne, ...inRail].includes(id))).toEqual([])
  })
})
