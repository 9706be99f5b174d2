import { expect, it } from 'vitest'
import type { Ticket } from '../../../shared/ticket/ticket.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import { EVENING, minutesAgo, snapshotOf, ticket } from '../../fixtures/board-harness/tickets.ts'

const board = boardForTests()

const open = async (orders: readonly Ticket[], size = { width: 1366, height: 768 }) => {
  const { page } = await board.open(snapshotOf(orders), size)
  let version = 1
  const push = (changed: readonly Ticket[]) => {
    version += 1
    return page.evaluate((delta) => window.harness.push(delta), { version, changed: [...changed], removed: [] })
  }
  const calls = (name: string) =>
    page.evaluate((wanted) => window.harness.calls.filter((call) => call.name === wanted).map(({ args }) => args), name)
  return { page, push, calls }
}

const ringing = (displayId: string, more: Partial<Ticket> = {}) =>
  ticket(displayId, { confirmBy: EVENING + 400_000, alarm: 'new', ...more })

it('one touch silences every order that rings, but no cancelled one', async () => {
  const stopped = ticket('9', {
    status: 'CANCELLED',
    lane: 'preparing',
    alarm: 'cancelled',
    cancelled: { at: EVENING, acknowledged: false },
  })
  const { page, push, calls } = await open([ringing('1'), ringing('2', { alarm: 'changed', status: 'PREPARING' })])
  await page.locator('[data-command="silence-all"]').click()
  const silenced = [
    { orderId: 'order-1', how: 'silenced' },
    { orderId: 'order-2', how: 'silenced' },
  ]
  await expect.poll(() => calls('order:quiet-alarm')).toEqual(silenced)
  await push([ticket('1'), ticket('2', { status: 'PREPARING' }), stopped])
  await expect.poll(() => page.locator('[data-command="silence-all"]').count()).toBe(0)
})

it('one touch brings the order back that left the kitchen last', async () => {
  const { page, push, calls } = await open([ticket('4815', { status: 'READY' })])
  await page.locator('main [data-order-id="order-4815"]').waitFor()
  await expect.poll(() => page.locator('[data-command="recall-last"]').count()).toBe(0)
  await push([ticket('4815', { status: 'IN_DELIVERY', lane: 'done' })])
  const recall = page.locator('[data-command="recall-last"]')
  await expect.poll(() => recall.textContent()).toBe('Reabrir 4815')
  await recall.click()
  await expect.poll(() => calls('history:recall')).toEqual([{ orderId: 'order-4815', recalled: true }])
  await push([ticket('4815', { status: 'IN_DELIVERY', lane: 'done', recalled: true })])
  await expect.poll(() => recall.count()).toBe(0)
})

it('the header says how many orders are too late to be accepted, in place of a time of zero', async () => {
  const { page } = await open([ticket('1', { confirmBy: EVENING - 1_000 }), ticket('2'), ticket('3')])
  const due = page.locator('.tab[data-filter="new"] .tab-due')
  await expect.poll(async () => (await due.textContent())?.replaceAll(/\s+/g, ' ')).toBe('3· 1 vencido')
  await expect.poll(() => due.textContent()).not.toContain('0:00')
})

it('"new on another page" is said of new orders on another page alone', async () => {
  const words = (page: Awaited<ReturnType<typeof open>>['page']) => page.locator('.announcement-text').textContent()
  const crowd = Array.from({ length: 120 }, (_, at) =>
    ticket(`${100 + at}`, { status: 'PREPARING', createdAt: minutesAgo(60 - at / 10) }),
  )
  const { page, push } = await open([...crowd, ...Array.from({ length: 60 }, (_, at) => ringing(`${900 + at}`))])
  await expect.poll(() => words(page)).toBe('Novos em outra página:')
  await push([ticket('219', { status: 'PREPARING', createdAt: minutesAgo(1), alarm: 'changed' })])
  await expect.poll(() => words(page)).toBe('Tocando:')
})
