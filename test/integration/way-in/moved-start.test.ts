import { afterEach, describe, expect, it } from 'vitest'
import { startOfWork } from '../../../shared/ticket/lateness.ts'
import { startVirtualKitchen, type VirtualKitchen } from '../../fixtures/virtual-kitchen.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

let kitchen: VirtualKitchen
afterEach(() => kitchen.end())

type Timing = { readonly start?: number; readonly from?: number; readonly end?: number }
const iso = (minutes: number | undefined, origin: number): string | undefined =>
  minutes === undefined ? undefined : new Date(origin + minutes * MINUTE).toISOString()

/** A kitchen with one order whose times, in minutes after its creation, the platform moves; four minutes old. */
async function openKitchen(timing: Timing, ...moves: readonly ('confirm' | 'preparing')[]) {
  kitchen = startVirtualKitchen({ settings: { pollIntervalSeconds: 5 } })
  const { platform, clock } = kitchen
  const origin = clock.now()
  let current = timing
  let events = 0
  let waiting: readonly object[] = []
  const { id } = platform.place({ orderType: 'TAKEOUT', orderTiming: 'INSTANT' })
  kitchen.intercept((path) => {
    if (path === '/events:polling' && waiting.length > 0) {
      const page = waiting
      waiting = []
      return Response.json(page)
    }
    if (path !== `/orders/${id}`) return undefined
    const schedule = {
      scheduledDateTimeStart: iso(current.from, origin),
      scheduledDateTimeEnd: iso(current.end, origin),
    }
    const preparationStartDateTime = iso(current.start, origin)
    return Response.json({
      ...platform.order(id),
      timing: { orderTiming: 'SCHEDULED', schedule, preparationStartDateTime },
    })
  })
  await kitchen.advance(4 * MINUTE)
  for (const move of moves) {
    kitchen.tap(id, move)
    await kitchen.advance(30 * SECOND)
  }
  kitchen.core().quietAlarm(id, 'opened')
  const ticket = () => {
    const found = kitchen.ticket(id)
    if (found === undefined) throw new Error('the order is not on the board')
    return found
  }
  return {
    id,
    ticket,
    age: () => clock.now() - startOfWork(ticket()),
    async move(to: Timing) {
      current = to
      events += 1
      const createdAt = new Date(clock.now()).toISOString()
      waiting = [{ eventId: `moved-${events}`, eventType: 'ORDER_UPDATED', orderId: id, createdAt }]
      await kitchen.advance(20 * SECOND)
    },
  }
}

describe('a start that the platform moves', () => {
  it('later takes an accepted order off the wall with a mark and an alarm, which a touch ends', async () => {
    const { id, ticket, move } = await openKitchen({ start: 1, end: 60 }, 'confirm')
    expect(ticket()).toMatchObject({ lane: 'preparing', alarm: undefined })
    await move({ start: 40, end: 60 })
    expect(ticket()).toMatchObject({ lane: 'scheduled', alarm: 'changed', changes: { facts: [{ fact: 'start' }] } })
    kitchen.core().quietAlarm(id, 'opened')
    expect(ticket().alarm).toBeUndefined()
  })

  it('to now brings an order with an alarm, also one that staff have seen in the lane for later', async () => {
    const accepted = await openKitchen({ start: 40, end: 60 }, 'confirm')
    expect(accepted.ticket()).toMatchObject({ lane: 'scheduled', alarm: undefined })
    await accepted.move({ start: 2, end: 60 })
    expect(accepted.ticket()).toMatchObject({ lane: 'preparing', alarm: 'changed' })
    await kitchen.end()
    const fresh = await openKitchen({ start: 40, end: 60 })
    expect(fresh.ticket()).toMatchObject({ lane: 'scheduled', alarm: undefined })
    await fresh.move({ start: 2, end: 60 })
    expect(fresh.ticket()).toMatchObject({ lane: 'new', alarm: 'new', changes: { facts: [{ fact: 'start' }] } })
  })

  it.each<readonly [string, Timing, Timing]>([
    ['later', { start: 1, end: 60 }, { start: 40, end: 60 }],
    ['earlier', { start: 3, end: 60 }, { start: 1, end: 60 }],
    ['away', { start: 1, end: 60 }, { end: 90 }],
    ['into an order without one', {}, { start: 40, end: 60 }],
    ['with its window', { from: 25, end: 35 }, { from: 85, end: 95 }],
  ])(
    '%s leaves an order in work where it is, and its age as it was, also after a touch and a restart',
    async (_how, before, now) => {
      const { id, ticket, age, move } = await openKitchen({ ...before }, 'confirm', 'preparing')
      const start = startOfWork(ticket())
      await move(now)
      const expected = { lane: 'preparing', alarm: 'changed' }
      expect([ticket(), startOfWork(ticket())]).toMatchObject([expected, start])
      kitchen.core().quietAlarm(id, 'opened')
      await move(now)
      kitchen.crash()
      kitchen.start()
      await kitchen.advance(20 * SECOND)
      expect(ticket()).toMatchObject({ lane: 'preparing', alarm: undefined })
      expect(startOfWork(ticket())).toBe(start)
      expect(age()).toBeGreaterThan(0)
    },
  )

  it.each<readonly [string, Timing, Timing]>([
    ['moves later', { from: 40, end: 60 }, { from: 70, end: 90 }],
    ['moves earlier', { from: 40, end: 60 }, { from: 10, end: 30 }],
    ['begins later', { from: 40, end: 60 }, { from: 50, end: 60 }],
    ['appears', { start: 20 }, { start: 20, from: 40, end: 60 }],
    ['vanishes', { start: 20, from: 40, end: 60 }, { start: 20 }],
  ])('a window that %s is marked', async (_how, before, now) => {
    const { ticket, move } = await openKitchen(before, 'confirm')
    await move(now)
    expect(ticket().changes?.facts?.map(({ fact }) => fact)).toContain('time')
  })
})
