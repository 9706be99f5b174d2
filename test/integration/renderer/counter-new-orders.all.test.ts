import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import type { Ticket } from '../../../shared/ticket/ticket.ts'
import { atEachSize, BOARD_SIZES } from '../../fixtures/board-harness/at-each-size.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import { openCounter } from '../../fixtures/board-harness/counter-window.ts'
import { cutOrOverlapping } from '../../fixtures/board-harness/geometry.ts'
import { EVENING, eveningTickets, line, ticket } from '../../fixtures/board-harness/tickets.ts'
import { eventually } from '../../fixtures/eventually.ts'

const SECOND_MS = 1_000
const CALM_MS = 3_000

const board = boardForTests()

const dishes = (count: number) => Array.from({ length: count }, (_, at) => line(`Prato ${at}`, { lineId: `${at}` }))
const fresh = (displayId: string, lines = 2): Ticket =>
  ticket(displayId, { confirmBy: EVENING + 400 * SECOND_MS, lines: dishes(lines) })
const ready = (displayId: string, lines = 2): Ticket =>
  ticket(displayId, { status: 'READY', orderType: 'TAKEOUT', lines: dishes(lines) })
const out = (displayId: string): Ticket => ticket(displayId, { status: 'IN_DELIVERY', courier: 'on-the-way' })

/** The forms of the new orders, from the top. */
const forms = (page: Page) =>
  page.locator('.counter-new .ticket').evaluateAll((all) => all.map((one) => one.getAttribute('data-form')))

/** Where the buttons of orders are, by order. */
const buttons = (page: Page) =>
  page.locator('main [data-order-id] .act').evaluateAll((all) =>
    Object.fromEntries(
      all.map((one) => {
        const { x, y } = one.getBoundingClientRect()
        return [one.closest('[data-order-id]')?.getAttribute('data-order-id'), [Math.round(x), Math.round(y)]]
      }),
    ),
  )

async function openStill(tickets: readonly Ticket[]) {
  const opened = await openCounter(board, tickets, {}, { width: 1366, height: 768, ownWindow: true })
  await opened.page.clock.install()
  await opened.page.clock.pauseAt(Date.now() + 60 * SECOND_MS)
  await opened.page.locator('.strip').click()
  return opened
}

describe('a new order at the counter', () => {
  it.each([
    ['one order', [fresh('1')]],
    ['one beside a ready one', [fresh('1'), ready('2'), ready('3')]],
    ['the first orders of an evening', eveningTickets()],
  ])('is the ticket of the wall with its dishes where there is room: %s', async (_, tickets) => {
    const { page } = await openCounter(board, tickets)
    await atEachSize(page, BOARD_SIZES, async (size) => {
      await expect.poll(() => forms(page).then(([first]) => first), { message: size }).toBe('whole')
      await expect.poll(() => page.evaluate(cutOrOverlapping), { message: size }).toEqual([])
    })
  })

  it('gets the width, whole as all others, while no order is ready or on its way', async () => {
    const tickets = Array.from({ length: 7 }, (_, at) => fresh(`${at + 1}`, 9))
    const { page } = await openCounter(board, tickets, {}, { width: 1920, height: 1080 })
    await expect.poll(() => forms(page)).toEqual(tickets.map(() => 'whole'))
    await expect
      .poll(() => page.locator('.counter-new .act').evaluateAll((all) => all.every((one) => one.checkVisibility())))
      .toBe(true)
    await expect
      .poll(() => page.locator('.counter-new .counter-column').evaluateAll((all) => all.length))
      .toBeGreaterThan(3)
  })

  it('is a strip where its dishes would take the buttons of others out of sight', async () => {
    const tickets = [...Array.from({ length: 4 }, (_, at) => fresh(`${at + 1}`, 9)), ready('9')]
    const { page } = await openCounter(board, tickets, {}, { width: 1366, height: 768 })
    await eventually(async () => {
      expect(await forms(page)).toContain('strip')
      const list = page.locator('.counter-new-cards')
      expect(await list.evaluate((one) => one.scrollHeight - one.clientHeight)).toBeLessThanOrEqual(1)
    })
  })

  it('comes as a strip that moves no button, and is whole after three seconds without a touch', async () => {
    const { page, push } = await openStill([fresh('1'), ready('2', 9), ready('3', 4)])
    await page.clock.runFor(CALM_MS + SECOND_MS)
    await expect.poll(() => forms(page)).toEqual(['whole'])
    await page.locator('.strip').click()
    const before = await buttons(page)
    await push([fresh('4')])
    await expect.poll(() => forms(page)).toEqual(['whole', 'strip'])
    await expect.poll(() => buttons(page)).toMatchObject(before)
    await page.clock.runFor(CALM_MS + SECOND_MS)
    await expect.poll(() => forms(page)).toEqual(['whole', 'whole'])
  })
})

describe('an order that leaves the counter', () => {
  it('moves no other one before the window was left alone for three seconds', async () => {
    const tickets = [...['1', '2', '3', '4', '5', '6'].map((id) => ready(id, 4)), fresh('7', 3), out('8')]
    const { page, push } = await openStill(tickets)
    await page.clock.runFor(CALM_MS + SECOND_MS)
    await page.locator('.strip').click()
    const { 'order-1': _ready, 'order-7': _new, ...others } = await buttons(page)
    await push([], ['order-1', 'order-7'])
    await page.locator('[data-order-id="order-1"]').waitFor({ state: 'detached' })
    await expect.poll(() => buttons(page)).toEqual(others)
    await page.clock.runFor(CALM_MS + SECOND_MS)
    // The gaps close, and a lane without an order takes no room.
    await expect.poll(() => page.locator('.handover-free, .counter-new').count()).toBe(0)
    await expect.poll(() => buttons(page)).not.toEqual(others)
  })
})
