import { describe, expect, it } from 'vitest'
import type { Ticket } from '../../../shared/ticket.ts'
import { atEachSize, BOARD_SIZES } from '../../fixtures/board-harness/at-each-size.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import type { OpenOptions } from '../../fixtures/board-harness/board-window.ts'
import { cutOrOverlapping } from '../../fixtures/board-harness/geometry.ts'
import { openKitchenView } from '../../fixtures/board-harness/kitchen-window.ts'
import { EVENING, eveningTickets, line, ticket } from '../../fixtures/board-harness/tickets.ts'
import { eventually } from '../../fixtures/eventually.ts'

const SMALL = { width: 1366, height: 768 }

const board = boardForTests()

async function open(tickets: readonly Ticket[], options: OpenOptions = SMALL) {
  const window = await openKitchenView(board, tickets, { layout: 'lanes' }, options)
  const lanes = () =>
    window.page.locator('[data-lane-column]').evaluateAll((all) =>
      all.map((one) => {
        const { left, top, width, height } = one.getBoundingClientRect()
        return { lane: one.getAttribute('data-lane-column') ?? '', box: [left, top, width, height].map(Math.round) }
      }),
    )
  // The code of the lanes is loaded after the first picture.
  await window.page.locator('[data-lane-column]').first().waitFor()
  return { ...window, lanes, names: async () => (await lanes()).map(({ lane }) => lane) }
}

const withoutOut = (): readonly Ticket[] => eveningTickets().filter(({ lane }) => lane !== 'done')
const later = (): Ticket =>
  ticket('5010', { status: 'CONFIRMED', lane: 'scheduled', timing: 'SCHEDULED', startAt: EVENING + 9_000_000 })
const out = (more: Partial<Ticket> = {}): Ticket => ticket('800', { status: 'IN_DELIVERY', lane: 'done', ...more })

describe('the lanes', () => {
  it.each([
    ['three lanes', [], ['new', 'preparing', 'ready']],
    ['scheduled orders as well', [later()], ['scheduled', 'new', 'preparing', 'ready']],
    ['orders that are out as well', [out()], ['new', 'preparing', 'ready', 'done']],
  ])('use the whole area with %s, and none of it for an empty lane, at each size', async (_title, more, names) => {
    const { page, lanes, names: shown } = await open([...withoutOut(), ...more])
    await expect.poll(shown).toEqual(names)
    await atEachSize(page, BOARD_SIZES, async (size) => {
      await eventually(async () => {
        const area = await page.locator('.lanes').evaluate((one) => one.clientWidth * one.clientHeight)
        const used = (await lanes()).map(({ box: [, , width = 0, height = 0] }) => width * height)
        // The gaps and the margin are left over.
        expect(used.reduce((sum, one) => sum + one, 0) / area, size).toBeGreaterThan(0.96)
      })
      await expect.poll(() => page.evaluate(cutOrOverlapping), { message: size }).toEqual([])
    })
  })

  it('keep the button of an order with many lines in sight without scrolling, at each size', async () => {
    const lines = Array.from({ length: 30 }, (_, at) => line(`Marmita executiva ${at}`, { lineId: `${at}` }))
    const { page, card } = await open([ticket('1', { status: 'PREPARING', lines }), ticket('2'), out(), later()])
    const button = card('1').locator('.act-primary')
    await button.waitFor()
    await atEachSize(page, BOARD_SIZES, async (size) => {
      const isInSight = () =>
        button.evaluate((one) => {
          const { left, right, top, bottom } = one.getBoundingClientRect()
          const ys = [top + 3, bottom - 3]
          return ys.every((y) => one.contains(document.elementFromPoint((left + right) / 2, y)))
        })
      await expect.poll(isInSight, { message: size }).toBe(true)
    })
  })

  it('get a column for the first order that is out only after 3 s without a touch, and then ignore taps for a moment', async () => {
    const fresh = [ticket('1'), ticket('2')]
    const { page, lanes, names, push, card, calls } = await open(
      [...fresh, ticket('3', { status: 'PREPARING' }), ticket('800', { status: 'READY' })],
      { ...SMALL, ownWindow: true },
    )
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 10_000)
    await page.mouse.click(5, 5)
    const before = await lanes()
    await push([out()])
    await page.clock.runFor(2_500)
    await expect.poll(() => lanes()).toEqual(before)
    await page.clock.runFor(1_000)
    await expect.poll(() => names()).toEqual(['new', 'preparing', 'ready', 'done'])
    const accept = card('1').locator('button[data-action="confirm"]')
    await accept.dispatchEvent('click')
    await page.clock.runFor(700)
    await accept.dispatchEvent('click')
    await expect.poll(async () => (await calls('order:act')).length).toBe(1)
    await page.clock.runFor(4_000)
    await push([], ['order-800'])
    await page.clock.runFor(4_000)
    await expect.poll(() => names()).toEqual(['new', 'preparing', 'ready'])
  })

  it('show a recalled order and a scheduled one that has to be accepted at once', async () => {
    const { page, names, push } = await open([ticket('1')], { ...SMALL, ownWindow: true })
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 10_000)
    await page.mouse.click(5, 5)
    await push([out({ recalled: true })])
    await expect.poll(() => names()).toEqual(['new', 'preparing', 'ready', 'done'])
    await push([ticket('900', { lane: 'scheduled', timing: 'SCHEDULED', startAt: EVENING + 9_000_000 })])
    await expect.poll(() => names()).toEqual(['scheduled', 'new', 'preparing', 'ready', 'done'])
  })
})
