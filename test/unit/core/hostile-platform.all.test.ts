import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ScriptedAnswers, scriptedAnswers } from '../../fixtures/scripted-answers.ts'
import { startVirtualKitchen, type VirtualKitchen } from '../../fixtures/virtual-kitchen.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

let kitchen: VirtualKitchen
let platform: ScriptedAnswers
beforeEach(() => {
  kitchen = startVirtualKitchen({ settings: { pollIntervalSeconds: 1 } })
  platform = scriptedAnswers()
  kitchen.intercept(platform.intercept)
})
afterEach(() => kitchen.end())

const order = (id: string, more: object = {}) => ({
  id,
  status: 'CREATED',
  fulfillment: { orderType: 'TAKEOUT' },
  items: [{ name: 'Pizza', quantity: 1 }],
  ...more,
})
const tickets = () => kitchen.core().snapshot().tickets

describe('orders that the platform announces without end and never returns', () => {
  it('use at most a hundred tickets, and a readable order still gets its ticket', async () => {
    for (let ghost = 0; ghost < 400; ghost += 1) {
      platform.queue(JSON.stringify({ eventId: `g${ghost}`, eventType: 'CREATED', orderId: `ghost-${ghost}` }))
    }
    platform.place('real', order('real'))
    await kitchen.advance(5 * SECOND)
    expect(kitchen.ticket('real')?.reading).toBe('read')
    expect(tickets().filter(({ reading }) => reading !== 'read')).toHaveLength(100)
    expect(kitchen.core().snapshot().notice).toBe('orders-held-back')
  })
})

it('a platform that requests a wait of weeks is called again after ten minutes, and at once when staff tap "try now"', async () => {
  const polls = () => kitchen.departures.filter(({ path }) => path === '/events:polling').length
  let isThrottled = true
  kitchen.intercept((path, init) =>
    isThrottled && path === '/events:polling'
      ? new Response('{}', { status: 429, headers: { 'retry-after': '2000000' } })
      : platform.intercept(path, init),
  )
  await kitchen.advance(2 * SECOND)
  const before = polls()
  await kitchen.advance(9 * MINUTE)
  expect(polls()).toBe(before)
  kitchen.core().pollNow()
  await kitchen.advance(SECOND)
  expect(polls()).toBe(before)
  kitchen.core().retryNow()
  await kitchen.advance(SECOND)
  expect(polls()).toBe(before + 1)
  isThrottled = false
  await kitchen.advance(11 * MINUTE)
  expect(polls()).toBeGreaterThan(before + 2)
})
