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
  const timeline = kitchen.station().timeline(orderId)
  return timeline.ok ? timeline.value.filter(({ kind }) => kind === 'received').length : Number.NaN
}
const eventsOf = (orderId: string) => kitchen.platform.model.events().filter((event) => event.orderId === orderId)
const rowCount = (): unknown => kitchen.databases.ledgerDb.prepare('SELECT count(*) AS n FROM events').get()

/** `npm run test:soak` tests all 720 orders of arrival. */
const areAllTested = process.env.COMANDA_ARRIVALS === 'all'

describe('events from the platform', () => {
  it('an event has its effect once, also a thousand times on one page and over many pages', async () => {
    start()
    const { id } = kitchen.platform.place()
    const [created] = eventsOf(id)
    kitchen.platform.fault({ routes: ['poll'], times: 1, effect: { kind: 'duplicated', copies: 1_000 } })
    await kitchen.advance(SECOND)
    expect(kitchen.ticket(id)).toMatchObject({ status: 'CREATED', lane: 'new' })
    kitchen.platform.fault({ routes: ['poll'], effect: { kind: 'replayed' } })
    await kitchen.advance(30 * MINUTE)
    expect(kitchen.platform.requestLog.deliveriesOf(created?.eventId ?? '')).toBeGreaterThan(1_040)
    expect(received(id)).toBe(1)
    expect(rowCount()).toEqual({ n: 1 })
    expect(kitchen.station().snapshot().tickets).toHaveLength(1)
    // Duplicates cause no reads of the order, and each is acknowledged again.
    expect(kitchen.platform.requestLog.readsOf(id)).toHaveLength(1)
    expect(kitchen.platform.requestLog.wasEachEventAcknowledgedAfterDelivery()).toBe(true)
  })

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

  it('events in a wrong order, of an unknown order or of an unknown type end in the platform’s state', async () => {
    start()
    const { platform } = kitchen
    const cancelled = platform.place()
    platform.cancel(cancelled.id, 'CUSTOMER', 'Desistiu')
    kitchen.platform.fault({ routes: ['poll'], times: 1, effect: { kind: 'shuffled' } })
    const odd = platform.place()
    platform.poisonEvent('unknown-type', odd.id)
    const missing = platform.poisonEvent('missing-type', odd.id)
    const unknownEvent = platform.poisonEvent('unknown-type')
    await kitchen.advance(2 * SECOND)
    expect(kitchen.ticket(cancelled.id)).toMatchObject({ status: 'CANCELLED', cancelled: { acknowledged: false } })
    expect(kitchen.ticket(odd.id)).toMatchObject({ status: 'CREATED', actions: ['confirm', 'requestCancellation'] })
    expect(received(odd.id)).toBe(3)
    expect(platform.requestLog.wasAcknowledgedAfterDelivery(unknownEvent)).toBe(true)
    expect(platform.requestLog.wasAcknowledgedAfterDelivery(missing)).toBe(true)
    // The unknown order is read for ten minutes and then shown as unreadable.
    const unknownOrder = platform.model.orderOfEvent(unknownEvent) ?? ''
    expect(kitchen.ticket(unknownOrder)).toMatchObject({ reading: 'loading' })
    await kitchen.advance(11 * MINUTE)
    expect(kitchen.ticket(unknownOrder)).toMatchObject({ reading: 'unreadable' })
    const reads = platform.requestLog.readsOf(unknownOrder).length
    await kitchen.advance(30 * MINUTE)
    expect(platform.requestLog.readsOf(unknownOrder).length).toBeLessThanOrEqual(reads + 4)
  })

  it.each([2, 595])('a read that is answered with 404 for %i s and then with 200 shows the order', async (seconds) => {
    start()
    const { id } = kitchen.platform.place({ readLag: { ms: seconds * SECOND } })
    await kitchen.advance(SECOND)
    expect(kitchen.ticket(id)).toMatchObject({ reading: 'loading' })
    const neighbour = kitchen.platform.place()
    await kitchen.advance(31 * SECOND)
    expect(kitchen.ticket(neighbour.id)).toMatchObject({ reading: 'read' })
    await kitchen.advance(seconds * SECOND)
    expect(kitchen.ticket(id)).toMatchObject({ reading: 'read', status: 'CREATED' })
    expect(kitchen.platform.requestLog.readsOf(id).length).toBeLessThan(10 + seconds / 8)
  })

  it('when an acknowledgment is refused because of one id, the other ids are acknowledged without it', async () => {
    start({ platform: { dialect: { unknownAcknowledgment: 'refuse' } } })
    const { platform } = kitchen
    const orders = Array.from({ length: 40 }, () => platform.place())
    // An id that is a number: the platform does not accept it as text.
    platform.poisonEvent('numeric-id', orders[0]?.id)
    await kitchen.advance(3 * SECOND)
    const acknowledgments = platform.requestLog.requestsTo('acknowledgment')
    expect(acknowledgments.length).toBeLessThan(20)
    for (const { id } of orders) {
      const [created] = eventsOf(id)
      expect(platform.requestLog.wasAcknowledgedAfterDelivery(created?.eventId ?? '')).toBe(true)
    }
    const before = platform.requestLog.requestsTo('acknowledgment').length
    await kitchen.advance(10 * MINUTE)
    expect(platform.requestLog.requestsTo('acknowledgment')).toHaveLength(before)
    expect(platform.model.pending(platform.clientId)).toHaveLength(0)
  })

  it.each([
    ['applied and never answered', { kind: 'hang', applied: true }],
    ['not applied and answered 500', { kind: 'status', status: 500 }],
    ['answered by a login page', { kind: 'html' }],
  ] as const)('an acknowledgment that is %s is repeated until it succeeds', async (_name, effect) => {
    start()
    const { platform } = kitchen
    const { id } = platform.place()
    platform.fault({ routes: ['acknowledgment'], times: 3, effect })
    await kitchen.advance(2 * MINUTE)
    expect(kitchen.ticket(id)).toMatchObject({ status: 'CREATED' })
    expect(platform.requestLog.wasEachEventAcknowledgedAfterDelivery()).toBe(true)
    expect(platform.model.pending(platform.clientId)).toHaveLength(0)
    const rows = kitchen.databases.ledgerDb.prepare('SELECT acknowledgment FROM events').all()
    expect(rows).toEqual([{ acknowledgment: 'done' }])
  })

  it('an acknowledgment with Retry-After is not repeated earlier, also when polls succeed meanwhile', async () => {
    start()
    const { platform } = kitchen
    platform.place()
    platform.fault({
      routes: ['acknowledgment'],
      times: 1,
      effect: { kind: 'status', status: 429, retryAfter: 300 },
    })
    await kitchen.advance(10 * MINUTE)
    expect(platform.requestLog.violations()).toEqual([])
    expect(platform.requestLog.requestsTo('acknowledgment')).toHaveLength(2)
  })

  it('a read with Retry-After is not repeated earlier, also when polls fail and recover meanwhile', async () => {
    start()
    const { platform } = kitchen
    const { id } = platform.place()
    platform.fault({
      routes: ['read'],
      times: 1,
      effect: { kind: 'status', status: 503, retryAfter: { inMs: 240_000 } },
    })
    await kitchen.advance(10 * SECOND)
    kitchen.network('down')
    await kitchen.advance(MINUTE)
    kitchen.network('up')
    await kitchen.advance(45 * SECOND)
    kitchen.station().pollNow()
    await kitchen.advance(5 * MINUTE)
    expect(platform.requestLog.violations()).toEqual([])
    expect(platform.requestLog.readsOf(id)).toHaveLength(2)
    expect(kitchen.ticket(id)).toMatchObject({ status: 'CREATED' })
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

  it('orders of a forbidden establishment show this, and orders of another one are not delayed', async () => {
    start({
      platform: {
        merchants: [
          { id: 'here', name: 'Cantina' },
          { id: 'gone', name: 'Fechada' },
        ],
      },
    })
    const { platform } = kitchen
    const forbidden = (path: string): boolean =>
      platform.orders().some(({ id, merchantId }) => merchantId === 'gone' && path.startsWith(`/orders/${id}`))
    kitchen.intercept((path) =>
      forbidden(path) ? Response.json({ code: 'FORBIDDEN', message: 'no' }, { status: 403 }) : undefined,
    )
    const orders = Array.from({ length: 20 }, (_, index) =>
      platform.place({ merchantId: index % 2 === 0 ? 'here' : 'gone' }),
    )
    await kitchen.advance(5 * SECOND)
    for (const { id, merchantId } of orders) {
      expect(kitchen.ticket(id)?.reading).toBe(merchantId === 'here' ? 'read' : 'unreadable')
    }
    const attempts = kitchen.departures.filter(({ path }) => forbidden(path)).length
    expect(attempts).toBe(10)
    for (const { id, merchantId } of orders) if (merchantId === 'here') kitchen.tap(id, 'confirm')
    await kitchen.advance(2 * MINUTE)
    // No request storm: the order is not read again for a quarter of an hour.
    expect(kitchen.departures.filter(({ path }) => forbidden(path))).toHaveLength(attempts)
    for (const { id, merchantId } of orders) {
      if (merchantId === 'here') expect(kitchen.ticket(id)?.tap?.truth).toBe('confirmed')
    }
    expect(platform.requestLog.wasEachEventAcknowledgedAfterDelivery()).toBe(true)
    expect(kitchen.station().snapshot().freshness.state).toBe('fresh')
  })

  it.each(['204', 'empty-array'] as const)(
    'the board stays fresh during an hour without events, with %s as the answer',
    async (noEvents) => {
      start({ platform: { dialect: { noEvents } } })
      const states = new Set<string>()
      kitchen.station().onDelta((delta) => states.add(delta.freshness?.state ?? 'fresh'))
      await kitchen.advance(HOUR)
      expect([...states]).toEqual(['fresh'])
      const { id } = kitchen.platform.place()
      await kitchen.advance(33 * SECOND)
      expect(kitchen.ticket(id)?.status).toBe('CREATED')
      expect(kitchen.platform.requestLog.violations()).toEqual([])
    },
  )
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
