import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import type { Ticket } from '../../../shared/ticket.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import { minutesAgo, settingsWith, snapshotOf, tap, ticket } from '../../fixtures/board-harness/tickets.ts'

const board = boardForTests()

const newOrders = (count: number): readonly Ticket[] =>
  Array.from({ length: count }, (_, at) => ticket(`${100 + at}`, { createdAt: minutesAgo(count - at) }))

async function open(size: { width: number; height: number }): Promise<Page> {
  const { page } = await board.open(snapshotOf(newOrders(12), { settings: settingsWith({ newOrders: 'ticket' }) }), {
    ...size,
    ownWindow: true,
  })
  await page.locator('main button[data-command="more"]').first().waitFor()
  // The page's clock is stopped, so that a busy machine delays no tap.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 10_000)
  return page
}

const acts = (page: Page): Promise<number> =>
  page.evaluate(() => window.harness.calls.filter(({ name }) => name === 'order:act').length)

type Place = readonly [x: number, y: number]

/** Places on the buttons of the next steps, which a menu or a dialog may cover. */
const stepsInSight = (page: Page): Promise<readonly Place[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main button[data-action="confirm"]')].flatMap((button) => {
      const { left, top, width, height } = button.getBoundingClientRect()
      const row = [0.1, 0.3, 0.5, 0.7, 0.9].map((share) => [left + share * width, top + height / 2] as const)
      return row.filter(([x, y]) => document.elementFromPoint(x, y)?.closest('button') === button)
    }),
  )

/** One of the places where a button of this selector is on top now. */
const coveredBy = (page: Page, selector: string, places: readonly Place[]): Promise<Place | undefined> =>
  page.evaluate(([wanted, all]) => all.find(([x, y]) => document.elementFromPoint(x, y)?.closest(wanted) ?? null), [
    selector,
    places,
  ] as const)

const SMALL = { width: 800, height: 600 }
const USUAL = { width: 1366, height: 768 }
const DOUBLE_TAPS = [60, 700]

async function doubleTap(page: Page, [x, y]: Place, pauseMs: number): Promise<void> {
  await page.mouse.click(x, y)
  await page.clock.runFor(pauseMs)
  await page.mouse.click(x, y)
  await page.clock.runFor(1_000)
}

/** The middles of the buttons "⋯" in sight. */
const moreInSight = (page: Page): Promise<readonly Place[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main button[data-command="more"]')].flatMap((button) => {
      const { left, top, width, height } = button.getBoundingClientRect()
      const middle = [left + width / 2, top + height / 2] as const
      return document.elementFromPoint(...middle)?.closest('button') === button ? [middle] : []
    }),
  )

describe.each([SMALL, USUAL])('a double tap on "⋯" at $width×$height', (size) => {
  it.each(DOUBLE_TAPS)('chooses nothing in the menu: %i ms', async (pauseMs) => {
    const page = await open(size)
    await expect.poll(async () => (await moreInSight(page)).length).toBeGreaterThan(1)
    for (const place of await moreInSight(page)) {
      await doubleTap(page, place, pauseMs)
      await page.keyboard.press('Escape')
    }
    // The first step that is sent is that of a later tap.
    const [step] = await stepsInSight(page)
    if (step === undefined) throw new Error('No step is in sight')
    await page.mouse.click(...step)
    await expect.poll(() => acts(page)).toBe(1)
  })
})

it.each(DOUBLE_TAPS)('a double tap in the menu "⋯" makes no step of an order below it: %i ms', async (pauseMs) => {
  const page = await open(USUAL)
  const steps = await stepsInSight(page)
  let tried = 0
  for (const more of await moreInSight(page)) {
    await page.mouse.click(...more)
    const place = await coveredBy(page, '[popover]:popover-open button:not([data-action])', steps)
    const before = await acts(page)
    if (place !== undefined) await doubleTap(page, place, pauseMs)
    else await page.keyboard.press('Escape')
    tried += place === undefined ? 0 : 1
    await expect.poll(async () => (await acts(page)) - before).toBeLessThanOrEqual(1)
  }
  expect(tried).toBeGreaterThan(0)
})

it.each(DOUBLE_TAPS)(
  'a double tap on "Voltar" of a dialog makes no step of an order below it: %i ms',
  async (pauseMs) => {
    const page = await open({ width: 1100, height: 900 })
    const steps = await stepsInSight(page)
    await page.locator('main button[data-command="more"]').first().click()
    await page.locator('[popover]:popover-open [data-action="requestCancellation"]').click()
    await page.getByRole('dialog').waitFor()
    const place = await coveredBy(page, '.dialog-buttons button:not([data-action])', steps)
    if (place === undefined) throw new Error('The button of the dialog covers no next step')
    await doubleTap(page, place, pauseMs)
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await page.clock.runFor(1_000)
    await page.mouse.click(...place)
    await expect.poll(() => acts(page)).toBe(1)
  },
)

describe('a double tap in one column for each lane', () => {
  const openLanes = async (tickets: readonly Ticket[]) => {
    const snapshot = snapshotOf(tickets, { settings: settingsWith({ layout: 'lanes' }) })
    const { page } = await board.open(snapshot, { ...USUAL, ownWindow: true })
    await page.locator('main [data-order-id]').first().waitFor()
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 10_000)
    const push = (changed: readonly Ticket[]) =>
      page.evaluate((sent) => window.harness.push({ version: 2, changed: [...sent], removed: [] }), changed)
    const calls = (name: string) =>
      page.evaluate((wanted) => window.harness.calls.filter((call) => call.name === wanted).length, name)
    return { page, push, calls }
  }
  const middleOf = async (page: Page, orderId: string, selector: string): Promise<Place> => {
    const box = await page.locator(`main [data-order-id="${orderId}"] ${selector}`).first().boundingBox()
    if (!box) throw new Error('The button has no place')
    return [box.x + box.width / 2, box.y + box.height / 2]
  }

  it.each(DOUBLE_TAPS)('accepts one order: %i ms', async (pauseMs) => {
    const { page, push, calls } = await openLanes(newOrders(4))
    const place = await middleOf(page, 'order-100', 'button[data-action="confirm"]')
    await page.mouse.click(...place)
    await push([ticket('100', { status: 'CONFIRMED', lane: 'preparing', tap: tap('queued'), actions: ['preparing'] })])
    await page.clock.runFor(pauseMs)
    await page.mouse.click(...place)
    await page.clock.runFor(100)
    await expect.poll(() => calls('order:act')).toBe(1)
  })
})
