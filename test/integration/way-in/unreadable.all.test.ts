import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startVirtualKitchen, type VirtualKitchen } from '../../fixtures/virtual-kitchen.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/** The longest wait between two reads, with its jitter. */
const LONGEST_WAIT_MS = 66 * MINUTE

let kitchen: VirtualKitchen
const start = (pollIntervalSeconds: number) => () => {
  kitchen = startVirtualKitchen({ settings: { pollIntervalSeconds } })
}
afterEach(() => kitchen.end())

const readsOf = (id: string): readonly number[] =>
  kitchen.departures.filter(({ path }) => path === `/orders/${id}`).map(({ at }) => at)
const readsSince = (id: string, at: number): number => readsOf(id).filter((read) => read >= at).length
const story = (id: string): readonly (string | undefined)[] => {
  const timeline = kitchen.core().timeline(id)
  return timeline.ok ? timeline.value.filter(({ kind }) => kind === 'unreadable').map(({ detail }) => detail) : []
}
const bodyOf = (id: string, over: object = {}) => ({
  ...kitchen.platform.order(id)?.payload,
  status: kitchen.platform.order(id)?.status,
  ...over,
})

/** Answers reads of orders in place of the platform, unless `answer` returns `undefined`. */
function answering(answer: (orderId: string) => Response | undefined): void {
  kitchen.intercept((path) => {
    const orderId = /^\/orders\/([^/]+)$/.exec(path)?.[1]
    return orderId === undefined ? undefined : answer(orderId)
  })
}
const forbidden = () => Response.json({ code: 'FORBIDDEN' }, { status: 403 })
const unknown = () => Response.json({ code: 'NOT_FOUND' }, { status: 404 })
const poison = (id: string) => Response.json({ message: id })

async function expectOtherOrderInTime(): Promise<void> {
  const { id } = kitchen.platform.place()
  const { pollIntervalSeconds } = kitchen.core().snapshot().settings
  await kitchen.advance((pollIntervalSeconds + 1) * SECOND)
  expect(kitchen.ticket(id)).toMatchObject({ reading: 'read', status: 'CREATED' })
}

describe('an order that was read before', () => {
  beforeEach(start(30))

  it('shows that its latest change cannot be read until it can be read', async () => {
    const { id } = kitchen.platform.place()
    await kitchen.advance(31 * SECOND)
    const before = kitchen.ticket(id)
    expect(before?.outdated).toBeUndefined()
    answering((asked) => (asked === id ? poison(id) : undefined))
    expect(kitchen.platform.model.move(id, 'confirm')).toBe(true)
    await kitchen.advance(12 * MINUTE)
    expect(kitchen.ticket(id)).toMatchObject({ reading: 'read', outdated: true, lines: before?.lines })
    kitchen.intercept(undefined)
    await kitchen.advance(2 * LONGEST_WAIT_MS)
    expect(kitchen.ticket(id)).toMatchObject({ status: 'CONFIRMED' })
    expect(kitchen.ticket(id)?.outdated).toBeUndefined()
  })
})

describe('a read that is answered with another order', () => {
  beforeEach(start(1))
  it('is detected and repeated, and the right order is shown', async () => {
    const [asked, other] = [kitchen.platform.place(), kitchen.platform.place()]
    let wrong = 4
    answering((id) => {
      if (id !== asked.id || wrong === 0) return undefined
      wrong -= 1
      return Response.json(bodyOf(other.id))
    })
    await kitchen.advance(3 * SECOND)
    expect(kitchen.ticket(asked.id)?.reading).toBe('loading')
    expect(kitchen.ticket(other.id)).toMatchObject({ reading: 'read', displayId: bodyOf(other.id).displayId })
    await kitchen.advance(20 * SECOND)
    expect(wrong).toBe(0)
    expect(kitchen.ticket(asked.id)).toMatchObject({ reading: 'read', displayId: bodyOf(asked.id).displayId })
    expect(story(asked.id)).toEqual([])
  })

  it.each([
    ['in capitals', (id: string) => id.toUpperCase()],
    ['with blanks around', (id: string) => ` ${id} `],
  ])('accepts the same id %s', async (_how, written) => {
    const { id } = kitchen.platform.place()
    answering((asked) => (asked === id ? Response.json(bodyOf(id, { id: written(id) })) : undefined))
    await kitchen.advance(2 * SECOND)
    expect(kitchen.ticket(id)).toMatchObject({ reading: 'read', status: 'CREATED' })
  })

  it('is detected when the two ids differ only in capitals', async () => {
    const [one, other] = ['pedido-a', 'PEDIDO-A']
    const events = [one, other].map((orderId) => ({ eventId: orderId, eventType: 'CREATED', orderId, createdAt: 'x' }))
    let wrong = 4
    kitchen.intercept((path) => {
      if (path === '/events:polling') return Response.json(events)
      const asked = /^\/orders\/([^/]+)$/.exec(path)?.[1]
      if (asked === undefined) return undefined
      if (asked === one) wrong -= 1
      const id = asked === one && wrong >= 0 ? other : asked
      const order = { id, displayId: id, status: 'CREATED', fulfillment: { orderType: 'TAKEOUT' } }
      return Response.json({ ...order, items: [{ id: 'i', name: 'Pastel', quantity: 1 }] })
    })
    await kitchen.advance(2 * SECOND)
    expect(kitchen.ticket(one)?.reading).toBe('loading')
    expect(kitchen.ticket(other)).toMatchObject({ reading: 'read', displayId: other })
    await kitchen.advance(30 * SECOND)
    expect(kitchen.ticket(one)).toMatchObject({ reading: 'read', displayId: one })
  })
})

describe('a sent tap of an order that cannot be read', () => {
  beforeEach(start(30))

  it.each([
    ['404', unknown, 90, 'conflict'],
    ['403', forbidden, 8, 'sent'],
  ])('%s: the search for its effect makes no more reads than the order itself', async (_what, answer, most, truth) => {
    const { id } = kitchen.platform.place()
    await kitchen.advance(35 * SECOND)
    kitchen.tap(id, 'confirm')
    answering((asked) => (asked === id ? answer() : undefined))
    const tappedAt = kitchen.clock.now()
    await kitchen.advance(HOUR)
    expect(kitchen.ticket(id)).toMatchObject({ tap: { truth }, outdated: true })
    const reads = readsSince(id, tappedAt)
    console.log(`reads in an hour: ${reads}`)
    expect(reads).toBeLessThan(most)
    kitchen.intercept(undefined)
    expect(kitchen.platform.model.move(id, 'preparing')).toBe(true)
    await kitchen.advance(MINUTE)
    expect(kitchen.ticket(id)).toMatchObject({ status: 'PREPARING', tap: { truth: 'confirmed' } })
  })
})

describe('an order that could not be read', () => {
  beforeEach(start(60))

  it('is read again immediately after a start', async () => {
    const { id } = kitchen.platform.place()
    let isBroken = true
    answering((asked) => (asked === id && isBroken ? poison(id) : undefined))
    await kitchen.advance(2 * HOUR)
    kitchen.crash()
    isBroken = false
    kitchen.start()
    await kitchen.advance(SECOND)
    expect(kitchen.ticket(id)).toMatchObject({ reading: 'read' })
  })

  it('is not delayed by many such orders that are due at a start and get no answer', async () => {
    const orders = Array.from({ length: 40 }, () => kitchen.platform.place().id)
    const stuck = new Set(orders)
    answering((id) => (stuck.has(id) ? unknown() : undefined))
    await kitchen.advance(15 * MINUTE)
    for (const orderId of orders) expect(kitchen.ticket(orderId)?.reading).toBe('unreadable')
    kitchen.crash()
    kitchen.intercept(undefined)
    for (const orderId of orders) kitchen.platform.fault({ routes: ['read'], orderId, effect: { kind: 'hang' } })
    kitchen.start()
    for (let times = 0; times < 4; times += 1) {
      await expectOtherOrderInTime()
    }
  })
})
