import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { fontFor } from '../../../renderer/design/tokens.ts'
import { LOCALES } from '../../../shared/settings.ts'
import type { Ticket } from '../../../shared/ticket.ts'
import { measureBoard } from '../../bench/density-page.ts'
import { atEachSize, BOARD_SIZES } from '../../fixtures/board-harness/at-each-size.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import type { OpenOptions } from '../../fixtures/board-harness/board-window.ts'
import { line, minutesAgo, settingsWith, snapshotOf, ticket } from '../../fixtures/board-harness/tickets.ts'
import { eventually } from '../../fixtures/eventually.ts'

const board = boardForTests()
const SIZE = { width: 1366, height: 768 }
/** 4 CSS pixels per millimetre: tokens.css. */
const PX_PER_MM = 4
const COUNTDOWN_ARC_MINUTES = 20
/** The button of a card, with its frame. */
const BUTTON_MM = { width: 29, height: 25 }
const BUTTON_FRAME_MM = 1.75

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
    await expect.poll(() => shown()).toBe('2')
    await page.clock.runFor(28_000)
    await expect.poll(() => shown()).toBe('2')
    await page.clock.runFor(2_000)
    await expect.poll(() => shown()).toBe('1')
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
    await expect.poll(() => places(page)).toEqual(before)
    await tab.click()
    await page.locator('aside[data-panel]').waitFor({ state: 'detached' })
    await expect.poll(() => places(page)).toEqual(before)
  })
})

describe('the flash of a new order', () => {
  it.each([
    { reducedMotion: false, flashes: 1 },
    { reducedMotion: true, flashes: 0 },
  ])(
    'runs $flashes times with reducedMotion $reducedMotion, until the order is acknowledged',
    async ({ reducedMotion, flashes }) => {
      const order = ticket('1', { createdAt: minutesAgo(0) })
      const page = await open([{ ...order, alarm: 'new' }], { ...SIZE, reducedMotion })
      const card = page.locator('main [data-order-id="order-1"]')
      await card.and(page.locator('[data-flash]')).waitFor()
      const running = () => page.evaluate(() => document.getAnimations().length)
      await expect.poll(running).toBe(flashes)
      await page.evaluate((changed) => window.harness.push({ version: 2, changed: [changed], removed: [] }), order)
      await card.and(page.locator(':not([data-flash])')).waitFor()
      await expect.poll(() => running()).toBe(0)
    },
  )
})

describe('the card of a new order', () => {
  it.each(LOCALES)(
    'has a head in full colour with its word, a large countdown and a large button, at each size in %s',
    async (locale) => {
      const orders = [ticket('4821'), ticket('4822', { status: 'READY' })]
      const { page } = await board.open(snapshotOf(orders, { settings: settingsWith({ locale }) }), SIZE)
      const { readingDistanceCm } = settingsWith({})
      const word = { 'pt-BR': 'Novo', en: 'New', es: 'Nuevo' }[locale]
      const cards = () =>
        page.locator('.card').evaluateAll((cards) =>
          cards.map((card) => {
            const part = (selector: string): Element => card.querySelector(selector) ?? card
            const box = (selector: string) => part(selector).getBoundingClientRect()
            const shown = document.createRange()
            shown.selectNodeContents(part('.card-word'))
            const words = shown.getBoundingClientRect()
            const head = box('.card-top')
            return {
              word: part('.card-word').textContent,
              isWordInHead: words.left >= head.left && words.right <= head.right && words.bottom <= head.bottom,
              headShare: head.width / box('.card-text').width,
              headColor: getComputedStyle(part('.card-top')).backgroundColor,
              countdown: part('.deadline strong').textContent,
              countdownPx: Number.parseFloat(getComputedStyle(part('.deadline strong')).fontSize),
              button: [box('.act-primary').width, box('.act-primary').height],
            }
          }),
        )
      const leastPx = fontFor(COUNTDOWN_ARC_MINUTES, readingDistanceCm, PX_PER_MM)
      await atEachSize(page, BOARD_SIZES, (size) =>
        eventually(async () => {
          const [fresh, ready] = await cards()
          expect(fresh, size).toMatchObject({ word, isWordInHead: true, headShare: 1 })
          expect(fresh?.headColor, size).toBe('rgb(255, 199, 46)')
          expect(ready?.headColor, size).not.toBe(fresh?.headColor)
          expect(fresh?.countdown, size).toMatch(/^\d:\d\d$/)
          expect(fresh?.countdownPx, size).toBeGreaterThanOrEqual(0.995 * leastPx)
          for (const button of [fresh?.button, ready?.button]) {
            const [width = 0, height = 0] = button ?? []
            expect(width / PX_PER_MM, size).toBeGreaterThanOrEqual(BUTTON_MM.width - BUTTON_FRAME_MM)
            expect(height / PX_PER_MM, size).toBeGreaterThanOrEqual(BUTTON_MM.height - BUTTON_FRAME_MM)
          }
        }),
      )
    },
  )
})

describe('the rail', () => {
  it.each([
    { width: 1024, height: 768, tickets: 20, cards: 30, columns: 1 },
    { width: 1366, height: 768, tickets: 2, cards: 6, columns: 1 },
    { width: 1366, height: 768, tickets: 20, cards: 6, columns: 2 },
    { width: 1366, height: 768, tickets: 2, cards: 30, columns: 2 },
    { width: 1920, height: 1080, tickets: 4, cards: 8, columns: 1 },
    { width: 1920, height: 1080, tickets: 20, cards: 30, columns: 2 },
    { width: 3840, height: 2160, tickets: 4, cards: 30, columns: 2 },
  ])(
    'has $columns columns at $width×$height with $tickets tickets and $cards cards',
    async ({ columns, tickets, cards, ...size }) => {
      const fresh = Array.from({ length: cards }, (_, at) => ticket(`${200 + at}`, { createdAt: minutesAgo(0.1 * at) }))
      const page = await open([...cooking(tickets), ...fresh], size)
      const lefts = () =>
        page
          .locator('.rail-cards .card')
          .evaluateAll((all) => new Set(all.map((one) => Math.round(one.getBoundingClientRect().left))).size)
      await expect.poll(lefts).toBe(columns)
    },
  )
})

describe('the count of orders in sight', () => {
  it('contains no ticket of page two, which has its place behind the rail', async () => {
    const page = await open(cooking(40))
    // The tickets of page two are drawn in idle moments.
    const behindRail = () => page.locator('.page').nth(1).locator('.slot:has(*)').count()
    await expect.poll(behindRail).toBeGreaterThan(0)
    await eventually(async () => {
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
})
