import { describe, expect, it } from 'vitest'
import type { Ticket } from '../../../shared/ticket/ticket.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import { eveningTickets, snapshotOf, ticket } from '../../fixtures/board-harness/tickets.ts'
import { tapAction } from '../../fixtures/board-harness/touches.ts'

const board = boardForTests()

it('the code pad takes touches and a keyboard, which begins another code with the cursor at any position', async () => {
  const refused = { 'order:validate-code': { isValid: false } }
  const { page } = await board.open(snapshotOf(eveningTickets()), { answers: refused })
  await tapAction(page, 'order-4809', 'validateCode')
  const pad = page.getByTestId('code-pad')
  const field = pad.locator('input')
  await field.waitFor()
  const outcome = (kind: string) => pad.locator(`[data-outcome="${kind}"]`).waitFor()
  for (const key of '407') await pad.getByRole('button', { name: key, exact: true }).click()
  await pad.locator('button[data-action="send"]').click()
  await outcome('invalid')
  await field.press('Home')
  await page.keyboard.type('91')
  await expect.poll(() => field.inputValue()).toBe('91')
  await outcome('none')
  await page.keyboard.press('Enter')
  await outcome('invalid')
})

it('the hand-over after a right code says that it stays in this kitchen, where the platform does not want it', async () => {
  const order = ticket('1', {
    status: 'READY',
    orderType: 'TAKEOUT',
    actions: ['pickedUp', 'validateCode'],
    hereOnly: ['pickedUp'],
  })
  const { page } = await board.open(snapshotOf([order]), { answers: { 'order:validate-code': { isValid: true } } })
  await tapAction(page, 'order-1', 'validateCode')
  const send = page.getByTestId('code-pad').locator('button[data-action="send"]')
  await expect.poll(() => send.getAttribute('data-goes')).toBeNull()
  await page.keyboard.type('4071')
  await page.keyboard.press('Enter')
  await expect.poll(() => send.getAttribute('data-step')).toBe('pickedUp')
  await expect.poll(() => send.getAttribute('data-goes')).toBe('here')
})

describe('the whole ticket of a card', () => {
  const code = ticket('1', { status: 'READY', orderType: 'TAKEOUT' })
  const unread = ticket('1', { ...code, status: '', lane: 'new', reading: 'loading', orderType: '', actions: [] })
  const openUnread = async () => {
    const { page } = await board.open(snapshotOf([unread]))
    const push = (version: number, changed: readonly Ticket[]) =>
      page.evaluate((delta) => window.harness.push(delta), { version, changed: [...changed], removed: [] })
    await page.locator('[data-order-id="order-1"] button[data-command="open"]').click()
    await page.getByTestId('opened-ticket').waitFor()
    await push(2, [code])
    return { page, push }
  }

  it('remains open when the order is read, and offers the code', async () => {
    const { page } = await openUnread()
    const opened = page.getByTestId('opened-ticket')
    await opened.locator('button[data-action="validateCode"]').click()
    await page.getByTestId('code-pad').waitFor()
  })

  it('shows what changed until it closes, although the touch that opened it took the marks from the board', async () => {
    const seen = ticket('1')
    const changed = ticket('1', {
      changes: { at: 0, removed: [] },
      lines: seen.lines.map((line) => ({ ...line, isAdded: true })),
    })
    const { page } = await board.open(snapshotOf([changed]))
    const marksIn = (place: string) => page.locator(`${place} [data-order-id="order-1"] [data-change="added"]`)
    await page.locator('main [data-order-id="order-1"] button[data-command="open"]').click()
    const opened = page.getByTestId('opened-ticket')
    await marksIn('[data-testid="opened-ticket"]').waitFor()
    await page.evaluate((delta) => window.harness.push(delta), {
      version: 2,
      changed: [{ ...seen, notes: ['Sem pressa'] }],
      removed: [],
    })
    await opened.getByText('Sem pressa').waitFor()
    await marksIn('[data-testid="opened-ticket"]').waitFor()
    await opened.locator('button[data-command="close"]').click()
    await opened.waitFor({ state: 'detached' })
    await expect.poll(() => page.locator('[data-change="added"]').count()).toBe(0)
  })

  it('closes when the status of the order has changed', async () => {
    const { page, push } = await openUnread()
    await push(3, [ticket('1', { ...code, status: 'DELIVERED', lane: 'done', actions: [] })])
    await page.getByTestId('opened-ticket').waitFor({ state: 'detached' })
  })
})
