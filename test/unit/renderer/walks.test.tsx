// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest'
import type { Ticket } from '../../../shared/ticket/ticket.ts'
import { EVENING, settingsWith, snapshotOf, ticket } from '../../fixtures/board-harness/tickets.ts'
import { openInDom } from '../../fixtures/dom/dom-window.tsx'

/** How many touches a job takes from the board on. A code with the hand-over: code-pad.test.tsx. */

beforeEach(() => localStorage.clear())

/** Longer than a button rests that has come under a finger. */
const AFTER_REST_MS = 1_000

/** Touches these one after the other. */
async function walk(tickets: readonly Ticket[], path: readonly string[]) {
  const opened = await openInDom(
    snapshotOf(tickets, { settings: settingsWith({ view: 'counter', preparationMinutes: 25 }) }),
  )
  await opened.find('main')
  for (const selector of path) {
    await opened.tap(selector)
    await opened.runFor(AFTER_REST_MS)
  }
  return opened
}

const order = (displayId: string, command: string): string =>
  `[data-order-id="order-${displayId}"] [data-command="${command}"]`

it('an order is accepted with another time in two touches', async () => {
  const path = [order('1', 'open'), order('1', 'accept-in')]
  const { calls } = await walk([ticket('1')], path)
  expect(calls('order:act')).toEqual([{ orderId: 'order-1', action: 'confirm', preparationMinutes: 20 }])
  expect(path).toHaveLength(2)
})

it('an order is printed in two touches', async () => {
  const path = [order('1', 'open'), order('1', 'print')]
  const { calls } = await walk([ticket('1', { status: 'READY' })], path)
  expect(calls('print:tickets')).toEqual([{ orderId: 'order-1' }])
  expect(path).toHaveLength(2)
})

it('what rings is silent after one touch', async () => {
  const path = ['[data-command="silence-all"]']
  const { calls } = await walk([ticket('1', { alarm: 'new', confirmBy: EVENING + 400_000 })], path)
  expect(calls('order:quiet-alarm')).toEqual([{ orderId: 'order-1', how: 'silenced' }])
  expect(path).toHaveLength(1)
})

it('a word of an allergy is typed after three touches', async () => {
  const path = [
    '@open-settings',
    '[data-section="allergies"]',
    '[data-setting="allergyWords"] [data-command="add-word"]',
  ]
  const { fill, press, calls } = await walk([], path)
  await fill('[data-setting="allergyWords"] input', 'kiwi')
  await press('Enter')
  expect(calls('settings:change')).toEqual([{ allergyWords: { 'pt-BR': expect.arrayContaining(['kiwi']) } }])
  expect(path).toHaveLength(3)
})
