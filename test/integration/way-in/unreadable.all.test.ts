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
  const timeline = kitchen.station().timeline(id)
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
  const { pollIntervalSeconds } = kitchen.station().snapshot().settings
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

  it('changes nothing of an order that was read before, and settles none of its taps', async () => {
    const [asked, other] = [kitchen.platform.place(), kitchen.platform.place()]
    await kitchen.advance(3 * SECOND)
    const before = kitchen.ticket(asked.id)
    kitchen.platform.cancel(other.id, 'CUSTOMER', 'Desistiu')
    answering((id) => (id === asked.id ? Response.json(bodyOf(other.id)) : undefined))
    kitchen.tap(asked.id, 'confirm')
    await kitchen.advance(5 * MINUTE)
    expect(kitchen.ticket(asked.id)).toMatchObject({ status: 'CREATED', lines: before?.lines, tap: { truth: 'sent' } })
    kitchen.intercept(undefined)
    await kitchen.advance(MINUTE)
    expect(kitchen.ticket(asked.id)).toMatchObject({ status: 'CONFIRMED', tap: { truth: 'confirmed' } })
    expect(kitchen.ticket(other.id)?.status).toBe('CANCELLED')
  })

  it('for ten minutes makes the order unreadable with its reason, and the wrong body is not stored', async () => {
    const [asked, other] = [kitchen.platform.place(), kitchen.platform.place()]
    answering((id) => (id === asked.id ? Response.json(bodyOf(other.id)) : undefined))
    await kitchen.advance(9 * MINUTE)
    expect(kitchen.ticket(asked.id)?.reading).toBe('loading')
    await expectOtherOrderInTime()
    await kitchen.advance(2 * MINUTE)
    expect(kitchen.ticket(asked.id)).toMatchObject({ reading: 'unreadable', lines: [], alarm: 'new' })
    expect(story(asked.id)).toEqual(['another-order'])
    expect(kitchen.databases.open().cache.body(asked.id)).toBeUndefined()
    expect(readsOf(asked.id).length).toBeLessThan(80)
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
    ['404', unknown, 90],
    ['403', forbidden, 8],
  ])('%s: the search for its effect makes no more reads than the order itself', async (_what, answer, most) => {
    const { id } = kitchen.platform.place()
    await kitchen.advance(35 * SECOND)
    kitchen.tap(id, 'confirm')
    answering((asked) => (asked === id ? answer() : undefined))
    const tappedAt = kitchen.clock.now()
    await kitchen.advance(HOUR)
    expect(kitchen.ticket(id)).toMatchObject({ tap: { truth: 'sent' }, outdated: true })
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
  it.each([
    ['a body that makes no ticket', poison, MINUTE],
    ['403', forbidden, 15 * MINUTE],
  ])('%s: the order is read again after growing waits, at the end once an hour', async (_what, answer, soonestMs) => {
    const { id } = kitchen.platform.place()
    answering((asked) => (asked === id ? answer(id) : undefined))
    await kitchen.advance(12 * MINUTE)
    expect(kitchen.ticket(id)).toMatchObject({ reading: 'unreadable' })
    await kitchen.advance(9 * HOUR)
    const quarantinedAt = readsOf(id).findLastIndex((at, index, all) => at - (all[index - 1] ?? at) < soonestMs * 0.9)
    const distances = readsOf(id)
      .slice(Math.max(0, quarantinedAt))
      .map((at, index, all) => at - (all[index - 1] ?? at))
      .slice(1)
    expect(distances.length).toBeGreaterThan(8)
    expect(distances.length).toBeLessThan(30)
    expect(Math.max(...distances)).toBeLessThanOrEqual(LONGEST_WAIT_MS + SECOND)
    for (const [index, distance] of distances.entries()) {
      expect(distance).toBeGreaterThanOrEqual(soonestMs)
      // The waits grow, except for the jitter.
      expect(distance * 1.11).toBeGreaterThanOrEqual(distances[index - 1] ?? 0)
    }
    expect(story(id)).toHaveLength(1)
    await expectOtherOrderInTime()
  })

  it('is shown without an event when the platform has repaired it', async () => {
    const { id } = kitchen.platform.place()
    let isBroken = true
    answering((asked) => (asked === id && isBroken ? poison(id) : undefined))
    await kitchen.advance(40 * SECOND)
    expect(kitchen.ticket(id)).toMatchObject({ reading: 'unreadable', alarm: 'new' })
    isBroken = false
    await kitchen.advance(70 * SECOND)
    expect(kitchen.ticket(id)).toMatchObject({ reading: 'read', status: 'CREATED' })
    const after = kitchen.clock.now()
    await kitchen.advance(3 * HOUR)
    expect(readsSince(id, after)).toBe(0)
  })

  it('is read often for ten minutes again after its next event', async () => {
    const { id } = kitchen.platform.place()
    let isKnown = false
    answering((asked) => (asked === id && !isKnown ? unknown() : undefined))
    await kitchen.advance(HOUR)
    kitchen.platform.model.move(id, 'confirm')
    const eventAt = kitchen.clock.now()
    await kitchen.advance(8 * MINUTE)
    expect(readsSince(id, eventAt)).toBeGreaterThan(15)
    isKnown = true
    await kitchen.advance(61 * SECOND)
    expect(kitchen.ticket(id)).toMatchObject({ reading: 'read', status: 'CONFIRMED' })
  })

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

  it('is read again when the network returns, but not after each short interruption', async () => {
    const { id } = kitchen.platform.place()
    answering((asked) => (asked === id ? forbidden() : undefined))
    await kitchen.advance(2 * HOUR)
    const before = kitchen.clock.now()
    for (let times = 0; times < 4; times += 1) {
      kitchen.network('down')
      await kitchen.advance(35 * SECOND)
      kitchen.network('up')
      await kitchen.advance(35 * SECOND)
    }
    expect(readsSince(id, before)).toBe(1)
    // New credentials or a resume of the machine make a read due.
    kitchen.station().pollNow()
    await kitchen.advance(SECOND)
    expect(readsSince(id, before)).toBe(2)
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

describe('taps on an order that the platform has deleted', () => {
  beforeEach(start(1))
  it.each([
    ['404', unknown, 'not-found'],
    ['403', forbidden, 'forbidden'],
  ])('end with their reason when reads and calls are answered with %s', async (_what, answer, reason) => {
    const { id } = kitchen.platform.place()
    await kitchen.advance(2 * SECOND)
    kitchen.network('down')
    kitchen.tap(id, 'confirm')
    await kitchen.advance(30 * SECOND)
    kitchen.intercept((path) => (path.startsWith(`/orders/${id}`) ? answer() : undefined))
    kitchen.network('up')
    await kitchen.advance(4 * MINUTE)
    expect(kitchen.ticket(id)?.tap).toMatchObject({ truth: 'conflict', reason })
    expect(kitchen.station().snapshot().unsettledTaps).toBe(0)
  })
})
