import { describe, expect, it } from 'vitest'
import type { Settings } from '../../../shared/contract/settings.ts'
import type { Ticket } from '../../../shared/ticket/ticket.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import type { OpenOptions } from '../../fixtures/board-harness/board-window.ts'
import { openCounter } from '../../fixtures/board-harness/counter-window.ts'
import { counterTickets } from '../../fixtures/board-harness/picture-tickets.ts'
import { ticket } from '../../fixtures/board-harness/tickets.ts'
import { eventually } from '../../fixtures/eventually.ts'

const MM_PX = 4

const board = boardForTests()

const open = (tickets: readonly Ticket[], settings: Partial<Settings> = {}, options: OpenOptions = {}) =>
  openCounter(board, tickets, settings, options)

const ready = (displayId: string, more: Partial<Ticket> = {}): Ticket =>
  ticket(displayId, { status: 'READY', orderType: 'TAKEOUT', ...more })

/** What the counter shows and sends is tested without a browser: test/unit/renderer/counter-view.test.tsx. */
describe('the counter', () => {
  it('shows the pickup code of the customer in the largest letters, or the number if there is no code', async () => {
    const { page } = await open(counterTickets())
    await eventually(async () => {
      const sizes = await page.evaluate(() =>
        [...document.querySelectorAll('.counter-ready .handover *')].map((element) => ({
          isCode: element.closest('.handover-number') !== null,
          size: Number.parseFloat(getComputedStyle(element).fontSize),
        })),
      )
      const code = Math.min(...sizes.filter(({ isCode }) => isCode).map(({ size }) => size))
      expect(code).toBeGreaterThan(2 * Math.max(...sizes.filter(({ isCode }) => !isCode).map(({ size }) => size)) - 1)
    })
  })

  it('opens the pad for the code with one tap where a code waits, and from the whole order where none is known', async () => {
    const { page, card } = await open(counterTickets())
    const button = card('4809').locator('.handover-steps > button[data-action="validateCode"]')
    await expect.poll(async () => (await button.boundingBox())?.height).toBeGreaterThanOrEqual(15 * MM_PX)
    const openPad = async (displayId: string) => {
      await card(displayId).locator('button[data-action="validateCode"]').click()
      await page.getByTestId('code-pad').waitFor()
      await page.keyboard.press('Escape')
      await page.getByTestId('code-pad').waitFor({ state: 'detached' })
    }
    await openPad('4809')
    for (const displayId of ['4808', '4801']) {
      await card(displayId).locator('button[data-command="open"]').click()
      await openPad(displayId)
    }
  })

  it('has a large button for the hand-over, and a second one in the opened ticket that is large enough for a finger', async () => {
    const actions: Ticket['actions'] = ['dispatch', 'delivered', 'validateCode', 'requestCancellation']
    const { card } = await open([ready('1', { orderType: 'DELIVERY', actions })])
    await eventually(async () => {
      const first = await card('1').locator('button[data-action="dispatch"]').boundingBox()
      expect(first?.height).toBeGreaterThanOrEqual(15 * MM_PX)
    })
    await card('1').locator('button[data-command="open"]').click()
    await eventually(async () => {
      const second = await card('1').locator('button[data-action="delivered"]').boundingBox()
      expect(second?.height).toBeGreaterThanOrEqual(10 * MM_PX - 0.5)
    })
  })

  it('shows a new order that rings, and opens its ticket in the kitchen when this ticket is out of sight', async () => {
    const { page, push, card } = await open([ready('1')])
    await push([ticket('7', { alarm: 'new' }), ticket('8', { status: 'PREPARING', alarm: 'delayed' })])
    await card('7').waitFor()
    await page.locator('.announcement-chip[data-alarm-order="order-8"]').click()
    await card('8').waitFor()
    await expect.poll(() => page.locator('main.counter').count()).toBe(0)
    await expect.poll(() => page.locator('.announcement-chip[data-alarm-order="order-7"]').count()).toBe(0)
  })
})
