import type { Locator, Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import type { BoardSnapshot } from '../../../shared/contract/contract.ts'
import type { Ticket } from '../../../shared/ticket/ticket.ts'
import { cancelledTicket } from '../../fixtures/board-harness/alarm-window.ts'
import { atRest } from '../../fixtures/board-harness/at-rest.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import { fingersOn, middleOf } from '../../fixtures/board-harness/fingers.ts'
import { EVENING, settingsWith, snapshotOf, tap, ticket } from '../../fixtures/board-harness/tickets.ts'
import { eventually } from '../../fixtures/eventually.ts'

const board = boardForTests()
const SIZE = { width: 1366, height: 768, touch: true }
const PALM = 9
const FINGER = 1
const LONG_PRESS_MS = 1_200
const TOO_LONG_MS = 3_500

const cooking = (displayId: string, more: Partial<Ticket> = {}): Ticket =>
  ticket(displayId, { status: 'CONFIRMED', actions: ['ready-for-pickup', 'requestCancellation'], ...more })
const orders = [cooking('1'), cooking('2'), cooking('3')]

async function open(tickets: readonly Ticket[] = orders, more: Partial<BoardSnapshot> = {}) {
  const { page, pageErrors } = await board.open(snapshotOf(tickets, more), SIZE)
  await atRest(page)
  const fingers = await fingersOn(page)
  const card = (displayId: string) => page.locator(`main [data-order-id="order-${displayId}"]`)
  const step = (displayId: string) => card(displayId).locator('button[data-action="ready-for-pickup"]')
  /** The orders of the steps so far. */
  const acted = () =>
    page.evaluate(() =>
      window.harness.calls
        .filter(({ name }) => name === 'order:act')
        .map(({ args }) => Reflect.get(Object(args), 'orderId')),
    )
  const called = (name: string) =>
    page.evaluate((wanted) => window.harness.calls.filter((call) => call.name === wanted).length, name)
  /** A hand that lies on the text of order 1. */
  const layPalm = async () => fingers.down(PALM, await middleOf(card('1'), { x: 0, y: 20 }))
  const tapWith = async (id: number, target: Locator) => {
    await fingers.down(id, await middleOf(target))
    await fingers.up(id)
  }
  const refusal = page.getByTestId('refused-tap')
  return { page, pageErrors, fingers, card, step, acted, called, layPalm, tapWith, refusal }
}

/** The page's own time goes on while the fingers lie. */
const held = (page: Page, ms: number): Promise<void> =>
  page.evaluate((time) => new Promise<void>((done) => setTimeout(done, time)), ms)

describe('a finger beside a resting palm', () => {
  it('makes the step of the order that it taps, once', async () => {
    const { fingers, step, acted, layPalm, tapWith } = await open()
    await layPalm()
    await tapWith(FINGER, step('2'))
    await tapWith(FINGER, step('3'))
    await fingers.up(PALM)
    await expect.poll(acted).toEqual(['order-2', 'order-3'])
  })

  it('acts where it is, also when the palm came first and slid', async () => {
    const { card, fingers, step, acted, layPalm, tapWith } = await open()
    await layPalm()
    for (const x of [10, 20, 40]) await fingers.move(PALM, await middleOf(card('1'), { x, y: 30 }))
    await tapWith(FINGER, step('2'))
    await expect.poll(acted).toEqual(['order-2'])
  })

  it('two fingers make the steps of two orders', async () => {
    const { fingers, step, acted } = await open()
    await fingers.down(1, await middleOf(step('2')))
    await fingers.down(2, await middleOf(step('3')))
    await fingers.up(1)
    await fingers.up(2)
    await expect.poll(acted).toEqual(['order-2', 'order-3'])
  })

  it('opens a ticket, makes a step there, acknowledges a stop, and sends a request to cancel', async () => {
    const { page, card, called, acted, layPalm, tapWith } = await open([...orders, cancelledTicket('4')])
    await layPalm()
    const stop = page.locator('[data-command="acknowledge-stop"]')
    // It rests right after it appeared.
    await expect.poll(() => stop.getAttribute('aria-disabled')).toBeNull()
    await tapWith(FINGER, stop)
    await expect.poll(() => called('order:acknowledge-cancellation')).toBe(1)
    await tapWith(FINGER, card('2').locator('[data-command="open"]'))
    await tapWith(FINGER, page.getByTestId('opened-ticket').locator('[data-action="requestCancellation"]'))
    const dialog = page.getByTestId('cancel-dialog')
    await dialog.waitFor()
    await dialog.locator('label').first().click()
    await tapWith(FINGER, dialog.locator('[data-action="send"]'))
    await expect.poll(acted).toEqual(['order-2'])
  })

  it('hands over at the counter', async () => {
    const ready = (id: string) => ticket(id, { status: 'READY', lane: 'ready', actions: ['delivered'] })
    const { page, card, fingers, acted } = await open([ready('1'), ready('2')], {
      settings: settingsWith({ view: 'counter' }),
    })
    await fingers.down(PALM, await middleOf(page.locator('.handover-bag').first()))
    const step = card('2').locator('[data-action="delivered"]')
    await fingers.down(FINGER, await middleOf(step))
    await fingers.up(FINGER)
    await expect.poll(acted).toEqual(['order-2'])
  })
})

describe('a finger that slides', () => {
  it.each([
    { x: 16, y: 0 },
    { x: -20, y: 12 },
    { x: 4, y: 18 },
  ])('by $x, $y px inside of the button makes its step', async (by) => {
    const { fingers, step, acted } = await open()
    await fingers.down(FINGER, await middleOf(step('2')))
    await fingers.move(FINGER, await middleOf(step('2'), by))
    await fingers.up(FINGER)
    await expect.poll(acted).toEqual(['order-2'])
  })

  it('out of the button makes no step, and the screen says why', async () => {
    const { fingers, step, acted, tapWith, refusal } = await open()
    await fingers.down(FINGER, await middleOf(step('2')))
    await fingers.move(FINGER, await middleOf(step('2'), { x: 0, y: 130 }))
    await fingers.up(FINGER)
    await expect.poll(() => refusal.getAttribute('data-why')).toBe('left')
    await tapWith(FINGER, step('3'))
    await expect.poll(acted).toEqual(['order-3'])
    // What is said is over with the next touch that counts.
    await expect.poll(() => refusal.count()).toBe(0)
  })

  it('from another ticket onto the button makes no step', async () => {
    const { card, fingers, step, acted, tapWith } = await open()
    for (const from of [card('1').locator('[data-command="open"]'), step('1'), card('1').locator('.lines')]) {
      await fingers.down(FINGER, await middleOf(from))
      await fingers.move(FINGER, await middleOf(step('2')))
      await fingers.up(FINGER)
    }
    await tapWith(FINGER, step('3'))
    await expect.poll(acted).toEqual(['order-3'])
  })
})

describe('a touch that is no tap', () => {
  it('that the system takes away makes no step, and the screen says so', async () => {
    const { fingers, step, acted, tapWith, refusal } = await open()
    await fingers.down(FINGER, await middleOf(step('2')))
    await fingers.cancel()
    await expect.poll(() => refusal.getAttribute('data-why')).toBe('cancelled')
    await tapWith(FINGER, step('3'))
    await expect.poll(acted).toEqual(['order-3'])
  })

  it('a long press makes the step once, and opens no menu', async () => {
    const { page, fingers, step, acted, tapWith } = await open()
    await page.evaluate(() => {
      const menus: boolean[] = []
      addEventListener('contextmenu', (event) => menus.push(event.defaultPrevented))
      Object.assign(window, { menus })
    })
    await fingers.down(FINGER, await middleOf(step('2')))
    await held(page, LONG_PRESS_MS)
    await step('2').dispatchEvent('contextmenu')
    await fingers.up(FINGER)
    await expect.poll(acted).toEqual(['order-2'])
    await tapWith(FINGER, step('3'))
    await expect.poll(acted).toEqual(['order-2', 'order-3'])
    await expect.poll(() => page.evaluate(() => [...new Set(Reflect.get(window, 'menus'))])).toEqual([true])
  })

  it('a hand that lay on a button for seconds makes no step, and the screen says why', async () => {
    const { page, fingers, step, acted, tapWith, refusal } = await open()
    await fingers.down(PALM, await middleOf(step('2')))
    await held(page, TOO_LONG_MS)
    await fingers.up(PALM)
    await expect.poll(() => refusal.getAttribute('data-why')).toBe('long')
    await tapWith(FINGER, step('3'))
    await expect.poll(acted).toEqual(['order-3'])
  })

  it('on a button that became another one under the finger makes no step, and the screen says why', async () => {
    const { page, card, fingers, acted, tapWith, step, refusal } = await open([
      cooking('2', { actions: ['preparing'] }),
      cooking('3'),
    ])
    await fingers.down(FINGER, await middleOf(card('2').locator('button[data-action="preparing"]')))
    await page.evaluate((delta) => window.harness.push(delta), { version: 2, changed: [cooking('2')], removed: [] })
    await step('2').waitFor()
    await fingers.up(FINGER)
    await expect.poll(() => refusal.getAttribute('data-why')).toBe('moved')
    await tapWith(FINGER, step('3'))
    await expect.poll(acted).toEqual(['order-3'])
  })

  it('the second one of a double tap is refused with its reason, also with a finger of the other hand', async () => {
    const undoable = cooking('2', { actions: [], tap: tap('held', { holdUntil: EVENING + 60_000 }) })
    const { page, card, fingers, acted, called, refusal, step } = await open()
    await fingers.down(1, await middleOf(step('2')))
    await fingers.up(1)
    await page.evaluate((delta) => window.harness.push(delta), { version: 2, changed: [undoable], removed: [] })
    const undo = card('2').locator('[data-command="undo"]')
    await undo.waitFor()
    await fingers.down(2, await middleOf(undo))
    await fingers.up(2)
    await expect.poll(() => refusal.getAttribute('data-why')).toBe('twice')
    await expect.poll(acted).toEqual(['order-2'])
    await expect.poll(() => called('tap:undo')).toBe(0)
  })
})

it('a mouse, a key and assistive technology make a step once; a click after the touch makes none', async () => {
  const { page, step, acted, tapWith, pageErrors } = await open()
  await step('1').click()
  await step('2').press('Enter')
  await step('3').evaluate((button: HTMLElement) => button.click())
  await eventually(async () => expect(await acted()).toEqual(['order-1', 'order-2', 'order-3']))
  await page.evaluate(() => {
    const ids: number[] = []
    addEventListener('pointerup', ({ pointerId }) => ids.push(pointerId), { capture: true })
    Object.assign(window, { ids })
  })
  await expect.poll(() => step('2').getAttribute('aria-disabled')).toBeNull()
  await tapWith(FINGER, step('2'))
  await expect.poll(acted).toHaveLength(4)
  // The order may be tapped again, but not by the click of the same touch.
  await expect.poll(() => step('2').getAttribute('aria-disabled')).toBeNull()
  await step('2').evaluate((button) => {
    const pointerId = Reflect.get(window, 'ids').at(-1)
    button.dispatchEvent(new PointerEvent('click', { bubbles: true, detail: 1, pointerId, pointerType: 'touch' }))
  })
  await expect.poll(() => step('1').getAttribute('aria-disabled')).toBeNull()
  await tapWith(FINGER, step('1'))
  await expect.poll(acted).toEqual(['order-1', 'order-2', 'order-3', 'order-2', 'order-1'])
  expect(pageErrors).toEqual([])
})
