import { afterEach, describe, expect, it } from 'vitest'
import { startVirtualKitchen, type VirtualKitchen, type VirtualKitchenOptions } from '../../fixtures/virtual-kitchen.ts'
import { permutations, spreadOfPermutations } from './permutations.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

let kitchen: VirtualKitchen
afterEach(() => kitchen.end())
const start = (options?: VirtualKitchenOptions): void => {
  kitchen = startVirtualKitchen(options)
}

const received = (orderId: string): number => {
  const timeline = kitchen.core().timeline(orderId)
  return timeline.ok ? timeline.value.filter(({ kind }) => kind === 'received').length : Number.NaN
}
const eventsOf = (orderId: string) => kitchen.platform.model.events().filter((event) => event.orderId === orderId)
const rowCount = (): unknown => kitchen.databases.ledgerDb.prepare('SELECT count(*) AS n FROM events').get()

/** `npm run test:soak` tests all 720 orders of arrival. */
const areAllTested = process.env.COMANDA_ARRIVALS === 'all'

describe('events from the platform', () => {
  it('the six events of an order give the same ticket in every order of arrival', {
    timeout: 10 * MINUTE,
  }, async () => {
    // Low latency, so that the reads take little time.
    start({ settings: { pollIntervalSeconds: 1 }, latencyMs: [1, 4] })
    const { platform } = kitchen
    const life = [0, 1, 2, 3, 4, 5]
    const sequences = areAllTested ? permutations(life) : spreadOfPermutations()
    const orders = sequences.map((sequence) => ({
      sequence,
      id: platform.place({ orderType: 'DELIVERY', orderTiming: 'INSTANT' }).id,
    }))
    for (const { id } of orders) {
      for (const move of ['confirm', 'preparing', 'ready-for-pickup', 'dispatch', 'delivered'] as const) {
        platform.model.move(id, move)
      }
    }
    const byOrder = new Map(orders.map(({ id }) => [id, eventsOf(id)]))
    // The platform's queue is emptied, because this test sends the events itself: one event of each order per page.
    kitchen.network('down')
    const all = platform.model.events().map(({ eventId }) => eventId)
    for (;;) {
      const page = platform.model.poll(platform.clientId).events.flatMap(({ eventId }) => eventId ?? [])
      if (page.length === 0) break
      platform.model.acknowledge(platform.clientId, page)
    }
    kitchen.network('up')
    for (const step of life) {
      const page = orders.map(({ id, sequence }) => byOrder.get(id)?.[sequence[step] ?? 0])
      let isServed = false
      kitchen.intercept((path) => {
        if (path !== '/events:polling' || isServed) return undefined
        isServed = true
        return Response.json(page)
      })
      await kitchen.advance(5 * SECOND)
    }
    await kitchen.advance(10 * SECOND)
    expect(all).toHaveLength(sequences.length * 6)
    for (const { id, sequence } of orders) {
      expect([sequence, received(id), kitchen.ticket(id)?.status]).toEqual([sequence, 6, 'DELIVERED'])
    }
    expect(rowCount()).toEqual({ n: sequences.length * 6 })
  })

  it('after an outage longer than the platform’s retention, changes without an event are read', async () => {
    start()
    const { platform } = kitchen
    const orders = Array.from({ length: 12 }, () => platform.place())
    await kitchen.advance(MINUTE)
    kitchen.network('down')
    await kitchen.advance(9 * HOUR)
    for (const [index, { id }] of orders.entries()) {
      if (index % 3 === 0) platform.cancel(id, 'CUSTOMER', 'Demorou')
      if (index % 3 === 1) platform.model.move(id, 'confirm')
    }
    // The platform deletes events that are older than its retention.
    const dropped = platform.model.poll(platform.clientId).events.flatMap(({ eventId }) => eventId ?? [])
    platform.model.acknowledge(platform.clientId, dropped)
    expect(dropped).toHaveLength(8)
    kitchen.network('up')
    await kitchen.advance(40 * SECOND)
    for (const { id } of orders) expect(kitchen.ticket(id)?.status).toBe(platform.order(id)?.status)
  })

  it('after more time switched off than the platform’s retention, changes without an event are read', async () => {
    start()
    const { platform } = kitchen
    const { id } = platform.place()
    await kitchen.advance(MINUTE)
    kitchen.crash()
    await kitchen.advance(10 * HOUR)
    platform.model.move(id, 'confirm')
    platform.model.acknowledge(
      platform.clientId,
      platform.model.poll(platform.clientId).events.flatMap(({ eventId }) => eventId ?? []),
    )
    kitchen.start()
    await kitchen.advance(3 * SECOND)
    expect(kitchen.ticket(id)?.status).toBe('CONFIRMED')
  })
})

describe('a storm of events', () => {
  it('5,000 events of 50 orders cause at most three reads of each, the last after its last event', async () => {
    start({ settings: { pollIntervalSeconds: 1 } })
    const { platform } = kitchen
    const ids = Array.from({ length: 50 }, () => platform.place({ orderTiming: 'INSTANT' }).id)
    let page = 0
    let endedAt = 0
    kitchen.intercept((path) => {
      if (path !== '/events:polling') return undefined
      if (page >= 5) return new Response(null, { status: 204 })
      page += 1
      endedAt = kitchen.clock.now()
      if (page === 5) for (const id of ids) platform.model.move(id, 'confirm')
      return Response.json(
        Array.from({ length: 1_000 }, (_, index) => ({
          eventId: `storm-${page}-${index}`,
          eventType: 'NEW_KIND',
          orderId: ids[index % ids.length],
          createdAt: new Date(kitchen.clock.now()).toISOString(),
        })),
      )
    })
    await kitchen.advance(MINUTE)
    expect(page).toBe(5)
    const reads = ids.map((id) =>
      kitchen.departures.filter(({ method, path }) => method === 'GET' && path === `/orders/${id}`),
    )
    expect(Math.max(...reads.map((of) => of.length))).toBeLessThanOrEqual(3)
    for (const of of reads) expect(of.at(-1)?.at).toBeGreaterThan(endedAt)
    expect(new Set(ids.map((id) => kitchen.ticket(id)?.status))).toEqual(new Set(['CONFIRMED']))
  })
})
