import { describe, expect, it } from 'vitest'
import type { Ticket } from '../../../shared/ticket.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import { eveningTickets, snapshotOf, ticket } from '../../fixtures/board-harness/tickets.ts'
import { tapAction } from '../../fixtures/board-harness/touches.ts'

const board = boardForTests()

async function open(answer: unknown) {
  const { page } = await board.open(snapshotOf(eveningTickets()))
  await page.evaluate((value) => {
    window.harness.answers['order:validate-code'] = value
  }, answer)
  await tapAction(page, 'order-4809', 'validateCode')
  const pad = page.getByTestId('code-pad')
  const field = pad.locator('input')
  await field.waitFor()
  const shown = () => field.inputValue()
  const touch = async (keys: string) => {
    for (const key of keys) await pad.getByRole('button', { name: key, exact: true }).click()
  }
  const send = () => pad.locator('button[data-action="send"]').click()
  const outcome = (kind: string) => pad.locator(`[data-outcome="${kind}"]`).waitFor()
  return { page, pad, field, shown, touch, send, outcome }
}

const REFUSED = { ok: true, value: { isValid: false } }
const ACCEPTED = { ok: true, value: { isValid: true } }
const OFFLINE = { ok: false, code: 'offline', message: '' }

describe('the code pad', () => {
  it.each([
    ['refused', REFUSED, 'invalid'],
    ['accepted', ACCEPTED, 'valid'],
  ])('begins another code at the first digit after a code was %s', async (_words, answer, kind) => {
    const { shown, touch, send, outcome } = await open(answer)
    await touch('407')
    await send()
    await outcome(kind)
    await expect.poll(() => shown()).toBe('407')
    await touch('91')
    await expect.poll(() => shown()).toBe('91')
    await outcome('none')
  })

  it('begins another code at the first character of a keyboard, with the cursor at any position', async () => {
    const { page, field, shown, outcome } = await open(REFUSED)
    await page.keyboard.type('407')
    await page.keyboard.press('Enter')
    await outcome('invalid')
    await page.keyboard.type('91')
    await expect.poll(() => shown()).toBe('91')
    await page.keyboard.press('Enter')
    await outcome('invalid')
    await field.press('Home')
    await page.keyboard.type('5')
    await expect.poll(() => shown()).toBe('5')
  })

  it('allows a correction of the last character of a refused code', async () => {
    const { pad, shown, touch, send, outcome } = await open(REFUSED)
    await touch('407')
    await send()
    await outcome('invalid')
    await pad.getByRole('button', { name: 'Apagar último' }).click()
    await touch('8')
    await expect.poll(() => shown()).toBe('408')
  })

  it('continues a code that was not checked', async () => {
    const { shown, touch, send, outcome } = await open(OFFLINE)
    await touch('40')
    await send()
    await outcome('failed')
    await touch('7')
    await expect.poll(() => shown()).toBe('407')
  })

  it('shows no result for a code that was changed before the answer arrived', async () => {
    const { page, pad, shown, touch, send, outcome } = await open(null)
    await page.evaluate(() => {
      const { promise, resolve } = Promise.withResolvers<unknown>()
      Object.assign(window, { answerNow: resolve })
      window.harness.answers['order:validate-code'] = () => promise
    })
    await touch('407')
    await send()
    await outcome('checking')
    await touch('1')
    await page.evaluate((answer) => {
      Reflect.get(window, 'answerNow')(answer)
    }, REFUSED)
    // The answer has arrived after these turns of the page's event loop.
    await page.evaluate(() => new Promise((done) => setTimeout(done, 50)))
    await expect.poll(() => pad.locator('[data-outcome]').getAttribute('data-outcome')).toBe('none')
    await expect.poll(() => shown()).toBe('4071')
  })
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
    await opened.locator('button[data-command="more"]').click()
    await opened.locator('button[data-action="validateCode"]').click()
    await page.getByTestId('code-pad').waitFor()
  })

  it('closes when the status of the order has changed', async () => {
    const { page, push } = await openUnread()
    await push(3, [ticket('1', { ...code, status: 'DELIVERED', lane: 'done', actions: [] })])
    await page.getByTestId('opened-ticket').waitFor({ state: 'detached' })
  })
})
