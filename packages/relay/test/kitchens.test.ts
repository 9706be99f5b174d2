import { describe, expect, it, onTestFinished } from 'vitest'
import { startRecordedPlatform } from '../../../test/fixtures/platform/recorded-platform.ts'
import { realClient, SIGNAL } from '../../../test/integration/platform/real-client.ts'
import { createDatabase } from './test-database.ts'
import { MASTER_KEY, relayConfig, startTestRelay } from './test-relay.ts'

async function world() {
  const platform = await startRecordedPlatform({
    merchants: [
      { id: 'm1', name: 'Um' },
      { id: 'm2', name: 'Dois' },
    ],
  })
  const violations: string[] = []
  const url = await createDatabase()
  const relay = await startTestRelay(relayConfig(url, platform), { onViolation: (kind) => violations.push(kind) })
  onTestFinished(async () => {
    await relay.stop()
    await platform.close()
  })
  const one = await relay.addKitchen('Um', ['m1'])
  const two = await relay.addKitchen('Dois', ['m2'])
  const routed = (id: string) =>
    expect
      .poll(() =>
        relay.db.query('SELECT 1 AS yes FROM customer_order WHERE order_key = $1 AND merchant_key IS NOT NULL', [id]),
      )
      .toHaveLength(1)
  return { platform, relay, url, one, two, violations, routed }
}

type Credentials = { readonly apiUrl: string; readonly clientId: string; readonly clientSecret: string }

async function tokenOf(kitchen: Credentials): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: kitchen.clientId,
    client_secret: kitchen.clientSecret,
    scope: 'od.orders',
  })
  const answer = await fetch(`${kitchen.apiUrl}/oauth/token`, { method: 'POST', body })
  return ((await answer.json()) as { readonly access_token: string }).access_token
}

describe('another kitchen’s order', () => {
  it('is refused with 403, for reads and for every operation, and the call never reaches the platform', async () => {
    const { platform, one, two, routed } = await world()
    const { id } = platform.place({ merchantId: 'm1', deliveryCode: '4711' })
    await routed(id)
    const otherKitchen = realClient(two)
    const forbidden = { kind: 'refused', status: 403, code: 'FORBIDDEN' }
    expect(await otherKitchen.readOrder(id, SIGNAL)).toMatchObject(forbidden)
    for (const action of ['confirm', 'preparing', 'ready-for-pickup', 'dispatch', 'delivered'] as const)
      expect(await otherKitchen.act({ orderId: id, action }, SIGNAL)).toMatchObject(forbidden)
    const cancellation = { code: 'UNAVAILABLE_ITEM', reason: 'x' }
    expect(await otherKitchen.act({ orderId: id, action: 'requestCancellation', cancellation }, SIGNAL)).toMatchObject(
      forbidden,
    )
    expect(await otherKitchen.validateCode(id, '4711', SIGNAL)).toMatchObject(forbidden)
    expect(platform.requestLog.entries().filter(({ action }) => action !== undefined)).toEqual([])
    expect(await realClient(one).readOrder(id, SIGNAL)).toMatchObject({ kind: 'order' })
  })

  it('is refused before the relay has read it, and although its body changes the establishment', async () => {
    const { platform, relay, one, two } = await world()
    const { id } = platform.place({ merchantId: 'm1', readLag: { reads: 0 } })
    await relay.db.query(`DELETE FROM customer_order`)
    expect(await realClient(two).readOrder(id, SIGNAL)).toMatchObject({ kind: 'refused', status: 403 })
    expect(await realClient(one).readOrder(id, SIGNAL)).toMatchObject({ kind: 'order' })
    await relay.db.query(`UPDATE customer_order SET merchant_key = 'm2'`)
    await relay.db.query('DELETE FROM order_read')
    expect(await realClient(two).readOrder(id, SIGNAL)).toMatchObject({ kind: 'refused', status: 403 })
  })

  it('is not acknowledged by another kitchen', async () => {
    const { platform, one, two, violations } = await world()
    platform.place({ merchantId: 'm1' })
    const client = realClient(one)
    const waiting = async () => {
      const page = await client.poll(SIGNAL)
      return page.kind === 'events' ? page.events : []
    }
    await expect.poll(waiting).toHaveLength(1)
    const [event] = (await waiting()) as [{ eventId: string; orderId: string; eventType: string }]
    expect(await realClient(two).acknowledge([event], SIGNAL)).toEqual({ kind: 'acknowledged' })
    expect(violations).toEqual(['ack-unknown'])
    expect(await waiting()).toHaveLength(1)
  })
})

describe('the read that routed an order', () => {
  it('answers the kitchen’s read for two seconds, or until an event or a call for the order', async () => {
    const { platform, relay, one, routed } = await world()
    const client = realClient(one)
    let id = ''
    const readsOfNext = async () => {
      id = platform.place({ merchantId: 'm1' }).id
      await routed(id)
      expect(await client.readOrder(id, SIGNAL)).toMatchObject({ body: { status: 'CREATED' } })
      return platform.requestLog.readsOf(id).length
    }
    // A busy machine can need more than two seconds until the kitchen reads.
    await expect.poll(readsOfNext).toBe(1)
    await client.act({ orderId: id, action: 'confirm' }, SIGNAL)
    expect(await client.readOrder(id, SIGNAL)).toMatchObject({ body: { status: 'CONFIRMED' } })
    const second = platform.place({ merchantId: 'm1' })
    await routed(second.id)
    platform.cancel(second.id, 'X', 'gone')
    await expect.poll(() => relay.db.query(`SELECT 1 AS yes FROM event WHERE event_type = 'CANCELLED'`)).toHaveLength(1)
    expect(await client.readOrder(second.id, SIGNAL)).toMatchObject({ body: { status: 'CANCELLED' } })
  })

  it('is deleted after two seconds, because it contains names and addresses', async () => {
    const { platform, relay, routed } = await world()
    const { id } = platform.place({ merchantId: 'm1' })
    await routed(id)
    await expect.poll(() => relay.db.query('SELECT order_key FROM order_read')).toEqual([])
  })
})

describe('a kitchen', () => {
  it('that is revoked is refused at once, and its open orders go to the next kitchen with its establishments', async () => {
    const { platform, relay, one } = await world()
    const client = realClient(one)
    const { id } = platform.place({ merchantId: 'm1' })
    await expect.poll(() => client.poll(SIGNAL)).toMatchObject({ events: [{ orderId: id }] })
    await relay.kitchens.revoke('test', 'Um')
    expect(await client.poll(SIGNAL)).toMatchObject({ kind: 'unauthorized' })
    expect(await realClient(one).poll(SIGNAL)).toMatchObject({ kind: 'unauthorized' })
    const next = realClient(await relay.addKitchen('Um', ['m1']))
    expect(await next.poll(SIGNAL)).toMatchObject({ events: [{ orderId: id }] })
    await expect(relay.addKitchen('Três', ['m1'])).rejects.toThrow('belongs to another kitchen')
  })

  it('with a new secret can no longer use the old secret or any token', async () => {
    const { relay, one } = await world()
    const client = realClient(one)
    await expect.poll(() => client.poll(SIGNAL)).toMatchObject({ kind: 'events' })
    const renewed = await relay.kitchens.renewSecret('test', 'Um')
    expect(renewed.clientSecret).not.toBe(one.clientSecret)
    expect(await client.poll(SIGNAL)).toMatchObject({ kind: 'unauthorized', cause: 'secret-replaced' })
    expect(await realClient({ ...one, ...renewed }).poll(SIGNAL)).toMatchObject({ kind: 'events' })
  })

  it('needs a new secret after the master key of the relay was replaced', async () => {
    const { platform, url, one } = await world()
    const other = await startTestRelay(relayConfig(url, platform, { masterKey: `${MASTER_KEY} replaced` }))
    onTestFinished(other.stop)
    expect(await realClient({ ...one, apiUrl: other.apiUrl }).poll(SIGNAL)).toMatchObject({ kind: 'unauthorized' })
    const renewed = await other.kitchens.renewSecret('test', 'Um')
    const client = realClient({ apiUrl: other.apiUrl, ...renewed })
    await expect.poll(() => client.poll(SIGNAL)).toMatchObject({ kind: 'events' })
  })

  it('has a secret that is nowhere in the database', async () => {
    const { relay, one } = await world()
    const rows = await relay.db.query("SELECT k::text AS text, encode(secret_hash, 'escape') AS hash FROM kitchen k")
    expect(JSON.stringify(rows)).not.toContain(one.clientSecret)
    expect(JSON.stringify(await relay.db.query('SELECT * FROM audit'))).not.toContain(one.clientSecret)
    expect(one.clientSecret).not.toContain(MASTER_KEY)
  })

  it('cannot make a token: neither of another kitchen, nor with changed content, nor without a signature', async () => {
    const { one, two } = await world()
    const [payload = '', signature = ''] = (await tokenOf(one)).split('.')
    const [otherPayload = ''] = (await tokenOf(two)).split('.')
    const poll = async (token: string) => {
      const answer = await fetch(`${one.apiUrl}/events:polling`, { headers: { authorization: `Bearer ${token}` } })
      return answer.status
    }
    expect(await poll(`${payload}.${signature}`)).not.toBe(401)
    for (const forged of [
      `${otherPayload}.${signature}`,
      `${payload}x.${signature}`,
      `${payload}.`,
      payload,
      `${payload}.${signature}.`,
    ])
      expect(await poll(forged)).toBe(401)
  })

  it('gets every event type although it sends a filter, and the filter is reported, because it would lose orders', async () => {
    const { platform, one, violations } = await world()
    platform.place({ merchantId: 'm1' })
    const token = await tokenOf(one)
    const poll = async () => {
      const answer = await fetch(`${one.apiUrl}/events:polling?eventType=CONFIRMED`, {
        headers: { authorization: `Bearer ${token}` },
      })
      return answer.status === 200 ? ((await answer.json()) as readonly unknown[]).length : 0
    }
    await expect.poll(poll).toBe(1)
    expect(violations).toContain('event-type-filter')
  })

  it('is reported when it requests more than twenty tokens a minute', async () => {
    const { one, violations } = await world()
    for (let count = 0; count < 21; count += 1) await tokenOf(one)
    expect(violations).toEqual(['too-many-token-calls'])
  })
})
