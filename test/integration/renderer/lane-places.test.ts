import { describe, expect, it } from 'vitest'
import type { Ticket } from '../../../shared/ticket.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import { openKitchenView } from '../../fixtures/board-harness/kitchen-window.ts'
import { EVENING, line, minutesAgo, ticket } from '../../fixtures/board-harness/tickets.ts'

const SIZE = { width: 1920, height: 1080 }
const board = boardForTests()

const open = (tickets: readonly Ticket[]) =>
  openKitchenView(board, tickets, { layout: 'lanes' }, { ...SIZE, beforeLoad: (page) => page.clock.install() })

/** Three orders in one lane, the oldest first. */
const three = (more: Partial<Ticket>): readonly Ticket[] =>
  ['1', '2', '3'].map((id, at) => ticket(id, { createdAt: minutesAgo(9 - at), ...more }))

describe('an order in its lane', () => {
  it.each(['CREATED', 'READY'] as const)('keeps its place as a card when another one leaves (%s)', async (status) => {
    const deadline = status === 'CREATED' ? { confirmBy: EVENING + 300_000 } : {}
    const { page, card, push } = await open(three({ status, ...deadline }))
    const before = await card('3').boundingBox()
    const first = await card('1').boundingBox()
    await push([], ['order-1'])
    await card('1').waitFor({ state: 'detached' })
    await expect.poll(() => card('3').boundingBox()).toEqual(before)
    await push([ticket('4', { status, createdAt: minutesAgo(1), ...deadline })])
    await card('4').waitFor()
    await expect.poll(() => card('4').boundingBox()).toEqual(first)
    // Without a touch only an urgent new order would move.
    await page.clock.runFor(5_000)
    await expect.poll(() => card('4').boundingBox()).toEqual(first)
    await expect.poll(() => card('3').boundingBox()).toEqual(before)
    await expect.poll(() => page.locator('.lane [data-order-id]').count()).toBe(3)
  })

  it('accepts no tap for a moment after its ticket has moved, because the one above it has left', async () => {
    const lines = [line('X-Salada'), line('Suco', { lineId: '2' })]
    const { page, card, push, calls } = await open(three({ status: 'PREPARING', lines }))
    await page.clock.pauseAt(Date.now() + 10_000)
    const box = await card('2').locator('.act-primary').boundingBox()
    if (!box) throw new Error('The button has no place')
    await push([], ['order-1'])
    await page.clock.runFor(50)
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    await page.clock.runFor(700)
    await card('2').locator('.act-primary').click()
    await expect.poll(() => calls('order:act')).toEqual([{ orderId: 'order-2', action: 'ready-for-pickup' }])
  })
})
