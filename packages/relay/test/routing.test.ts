import { describe, expect, it, onTestFinished } from 'vitest'
import {
  type RecordedPlatformOptions,
  startRecordedPlatform,
} from '../../../test/fixtures/platform/recorded-platform.ts'
import { realClient, SIGNAL } from '../../../test/integration/platform/real-client.ts'
import type { RelayConfig } from '../config/relay-config.ts'
import { createDatabase } from './test-database.ts'
import { relayConfig, startTestRelay } from './test-relay.ts'

const MERCHANTS = [
  { id: 'm1', name: 'Um' },
  { id: 'm2', name: 'Dois' },
] as const

async function world(change: Partial<RelayConfig> = {}, options: RecordedPlatformOptions = {}) {
  const platform = await startRecordedPlatform({ merchants: MERCHANTS, ...options })
  const relay = await startTestRelay(relayConfig(await createDatabase(), platform, change))
  onTestFinished(async () => {
    await relay.stop()
    await platform.close()
  })
  const pending = () => platform.model.pending(platform.clientId).length
  const stateOf = async (orderId: string) => {
    const rows = await relay.db.query<{ state: string }>('SELECT state FROM event WHERE order_key = $1', [orderId])
    return rows.map(({ state }) => state)
  }
  return { platform, relay, pending, stateOf }
}

const pageOf = async (client: ReturnType<typeof realClient>) => {
  const page = await client.poll(SIGNAL)
  return page.kind === 'events' ? page.events : page
}

describe('an order of an establishment that no kitchen has', () => {
  it('is kept, reported and not acknowledged upstream until a kitchen claims it', async () => {
    const { platform, relay, pending, stateOf } = await world()
    const { id } = platform.place({ merchantId: 'm2' })
    await expect.poll(() => stateOf(id)).toEqual(['unclaimed'])
    const polls = platform.requestLog.requestsTo('poll').length
    await expect.poll(() => platform.requestLog.requestsTo('poll').length).toBeGreaterThan(polls + 3)
    expect(pending()).toBe(1)
    const kitchen = realClient(await relay.addKitchen('Dois', ['m2']))
    expect(await pageOf(kitchen)).toMatchObject([{ orderId: id }])
    await expect.poll(pending).toBe(0)
    expect(platform.requestLog.violations()).toEqual([])
  })

  it('is acknowledged after the hold time, and still waits for its kitchen', async () => {
    const { platform, relay, pending, stateOf } = await world({ holdMinutes: 0.02 })
    const { id } = platform.place({ merchantId: 'm2' })
    await expect.poll(pending).toBe(0)
    // It is acknowledged also when its read takes longer than the hold time.
    await expect.poll(() => stateOf(id)).toEqual(['unclaimed'])
    expect(await pageOf(realClient(await relay.addKitchen('Dois', ['m2'])))).toMatchObject([{ orderId: id }])
  })

  it('does not fill the pages of the upstream: beyond the limit the oldest are acknowledged', async () => {
    const { platform, pending } = await world({ maxHeldEvents: 3 })
    for (let count = 0; count < 8; count += 1) platform.place({ merchantId: 'm2' })
    await expect.poll(pending).toBe(3)
  })
})

describe('an order that cannot be read yet', () => {
  it('is read again, acknowledged when it is routed, and not before', async () => {
    const { platform, relay, pending } = await world()
    const kitchen = realClient(await relay.addKitchen('Um', ['m1']))
    const { id } = platform.place({ merchantId: 'm1', readLag: { reads: 2 } })
    await expect.poll(() => pageOf(kitchen)).toMatchObject([{ orderId: id }])
    await expect.poll(pending).toBe(0)
    const [acknowledged] = platform.requestLog.requestsTo('acknowledgment')
    const readsBefore = platform.requestLog.readsOf(id).filter(({ seq }) => seq < (acknowledged?.seq ?? 0))
    expect(readsBefore.map(({ status }) => status)).toEqual([404, 404, 200])
  })

  it('does not delay other orders', async () => {
    const { platform, relay } = await world()
    const kitchen = realClient(await relay.addKitchen('Um', ['m1']))
    const late = platform.place({ merchantId: 'm1', readLag: { reads: 50 } })
    for (let count = 0; count < 20; count += 1) platform.place({ merchantId: 'm1' })
    await expect.poll(async () => ((await pageOf(kitchen)) as readonly unknown[]).length).toBe(20)
    expect(JSON.stringify(await pageOf(kitchen))).not.toContain(late.id)
  })
})

describe('the content of an event', () => {
  it('is that of the platform, without the address of the upstream', async () => {
    const { platform, relay } = await world()
    const kitchen = await relay.addKitchen('Um', ['m1'])
    platform.place({ merchantId: 'm1' })
    const [published] = platform.model.events()
    const { orderURL, ...rest } = published ?? {}
    expect(orderURL).toContain(platform.apiUrl)
    const answer = async () => {
      const page = await realClient(kitchen).poll(SIGNAL)
      return page.kind === 'events' ? page.events : []
    }
    await expect.poll(answer).toHaveLength(1)
    const [row] = await relay.db.query<{ body: string }>('SELECT body FROM event')
    expect(JSON.parse(row?.body ?? '')).toEqual(rest)
  })

  it('can have the id of another order’s event: both events are kept and delivered', async () => {
    const { platform, relay } = await world()
    const kitchen = realClient(await relay.addKitchen('Um', ['m1']))
    const [first, second] = [platform.place({ merchantId: 'm1' }), platform.place({ merchantId: 'm1' })]
    const twice = { eventType: 'CREATED', eventId: 'the same', createdAt: '2026-07-01T14:30:00Z' }
    platform.publishRaw({ ...twice, orderId: first.id })
    platform.publishRaw({ ...twice, orderId: second.id })
    const same = async () => {
      const page = await pageOf(kitchen)
      const events = Array.isArray(page) ? (page as readonly { eventId: string; orderId: string }[]) : []
      return events.flatMap(({ eventId, orderId }) => (eventId === 'the same' ? [orderId] : [])).toSorted()
    }
    await expect.poll(same).toEqual([first.id, second.id].toSorted())
  })

  it('can be malformed: the event is kept and acknowledged, and later events are delivered', async () => {
    const { platform, relay, pending } = await world({ holdMinutes: 0 })
    const kitchen = realClient(await relay.addKitchen('Um', ['m1']))
    for (const kind of [
      'missing-order',
      'null-order',
      'numeric-id',
      'just-null',
      'just-a-list',
      'huge',
      'wrong-types',
    ] as const)
      platform.poisonEvent(kind)
    platform.publishRaw({ eventId: 'nul\u0000', eventType: 'X\u0000', orderId: 'nul\u0000', createdAt: '' })
    const { id } = platform.place({ merchantId: 'm1' })
    await expect.poll(() => pageOf(kitchen)).toMatchObject([{ orderId: id }])
    // An event without an id cannot be acknowledged, and an id of the interface is not a number.
    await expect.poll(pending).toBe(0)
  })

  it('can have no readable id: its kitchen receives it once and reads its order, and it is not acknowledged', async () => {
    const { platform, relay } = await world()
    const kitchen = realClient(await relay.addKitchen('Um', ['m1']))
    const { id } = platform.place({ merchantId: 'm1' })
    const eventsOf = async () => {
      const page = await pageOf(kitchen)
      return Array.isArray(page) ? (page as readonly { eventId: string; eventType: string; orderId: string }[]) : []
    }
    await expect.poll(eventsOf).toHaveLength(1)
    const createdAt = '2026-07-01T14:30:00Z'
    platform.publishRaw({ eventType: 'CANCELLED', orderId: id, createdAt })
    platform.publishRaw({ eventId: ['e', 'f'], eventType: 'CONFIRMED', orderId: id, createdAt })
    platform.publishRaw({ eventId: '', eventType: 'CONFIRMED', orderId: id, createdAt })
    await expect
      .poll(async () => (await eventsOf()).map(({ eventType, orderId }) => [eventType, orderId]))
      .toEqual([
        ['CREATED', id],
        ['CANCELLED', id],
        ['CONFIRMED', id],
      ])
    const polls = platform.requestLog.requestsTo('poll').length
    await expect.poll(() => platform.requestLog.requestsTo('poll').length).toBeGreaterThan(polls + 3)
    const events = await eventsOf()
    expect(events).toHaveLength(3)
    const [created, ...others] = events.map(({ eventId }) => eventId)
    const sent = () => JSON.stringify(platform.requestLog.requestsTo('acknowledgment').map(({ body }) => body))
    await expect.poll(sent).toContain(created)
    for (const eventId of others) expect(sent()).not.toContain(eventId)
  })

  it('can arrive again after a lost acknowledgment: it is acknowledged again and delivered once', async () => {
    const { platform, relay, pending } = await world()
    const kitchen = realClient(await relay.addKitchen('Um', ['m1']))
    platform.fault({ routes: ['acknowledgment'], times: 2, effect: { kind: 'reset' } })
    platform.place({ merchantId: 'm1' })
    await expect.poll(pending).toBe(0)
    platform.fault({ routes: ['poll'], times: 3, effect: { kind: 'replayed' } })
    await expect.poll(() => platform.requestLog.unacknowledged()).toEqual([])
    expect(await pageOf(kitchen)).toHaveLength(1)
  })
})

describe('one bad id in an acknowledgment', () => {
  it('is found by halving the batch, and left out', async () => {
    const { platform, relay, pending } = await world({}, { dialect: { unknownAcknowledgment: 'refuse' } })
    await relay.addKitchen('Um', ['m1'])
    for (let count = 0; count < 6; count += 1) platform.place({ merchantId: 'm1' })
    await expect.poll(pending).toBe(0)
    await relay.db.query(
      `INSERT INTO event (upstream, event_key, order_key, event_type, body, state) VALUES ('chain', 'made-up', 'x', 'CREATED', '{}', 'routed')`,
    )
    for (let count = 0; count < 6; count += 1) platform.place({ merchantId: 'm1' })
    await expect.poll(pending).toBe(0)
    const refused = await relay.db.query('SELECT event_key, refused_with FROM event WHERE refused_with IS NOT NULL')
    expect(refused).toEqual([{ event_key: 'made-up', refused_with: 400 }])
  })
})
