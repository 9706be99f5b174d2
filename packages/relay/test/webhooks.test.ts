import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { isSignedByAny } from '../../../electron/listening/signature.ts'
import { startRecordedPlatform } from '../../../test/fixtures/platform/recorded-platform.ts'
import { realClient, SIGNAL } from '../../../test/integration/platform/real-client.ts'
import { createDatabase } from './test-database.ts'
import { relayConfig, startTestRelay, UPSTREAM } from './test-relay.ts'

async function world(pollIntervalSeconds = 60, bodyProgram?: URL) {
  const platform = await startRecordedPlatform({})
  const config = relayConfig(await createDatabase(), { ...platform, pollIntervalSeconds })
  const relays = [await startTestRelay(config, { bodyProgram }), await startTestRelay(config)] as const
  onTestFinished(async () => {
    await Promise.all(relays.map((relay) => relay.stop()))
    await platform.close()
  })
  const deliver = async (port: number, body: string, signature: string, type = 'application/json') => {
    const answer = await fetch(`http://127.0.0.1:${port}/webhook/${UPSTREAM}`, {
      method: 'POST',
      headers: { 'content-type': type, 'x-app-signature': signature },
      body,
    })
    return answer.status
  }
  return { platform, relays, deliver }
}

it('accepts a delivery of the platform in any process, stores it once, and only with its signature', async () => {
  const { platform, relays, deliver } = await world()
  const kitchen = realClient(await relays[0].addKitchen('A', ['loja-pinheiros']))
  await expect
    .poll(() => relays[0].db.query('SELECT 1 AS yes FROM upstream WHERE last_good_poll_at IS NOT NULL'))
    .toHaveLength(1)
  const { id } = platform.place()
  const body = JSON.stringify(platform.model.events()[0])
  const signature = createHmac('sha256', platform.clientSecret).update(body).digest('hex')
  const [one, two] = relays.map(({ port }) => port)
  expect(await deliver(one ?? 0, body, signature.toUpperCase())).toBe(401)
  expect(await deliver(one ?? 0, `${body} `, signature)).toBe(401)
  expect(await deliver(one ?? 0, body, signature)).toBe(204)
  expect(await deliver(two ?? 0, body, signature)).toBe(204)
  await expect.poll(() => kitchen.poll(SIGNAL)).toMatchObject({ events: [{ orderId: id }] })
  expect(await relays[0].db.query('SELECT event_key FROM event')).toHaveLength(1)
  // Deliveries by webhook are not acknowledged.
  expect(platform.requestLog.requestsTo('acknowledgment')).toEqual([])
})

it('reads a delivery in every form, refuses one without an event, and one that is recorded and sent again', async () => {
  const { platform, relays, deliver } = await world()
  const event = (id: string, createdAt = new Date().toISOString()) => ({
    eventId: id,
    eventType: 'CREATED',
    orderId: `o-${id}`,
    createdAt,
  })
  const many = Array.from({ length: 1_001 }, (_, index) => event(`many${index}`))
  const lost = { orderURL: 'https://x/hash/od/v2/orders/o-url' }
  const bodies: readonly (readonly [number, string])[] = [
    [204, JSON.stringify({ events: [event('page')] })],
    [204, `${JSON.stringify({ notifications: [event('garbage')] })} end`],
    [204, `\ufeff${JSON.stringify({ event: { ...event('block'), ...lost } })}`],
    [204, `{"eventId":"broken","orderId":"o-broken","value":NaN}`],
    [204, '{"eventId":17,"orderId":4711}'],
    [204, '{"orderId":"o-nameless"'],
    [204, JSON.stringify(many)],
    [204, '{"code":"KEEPALIVE","id":"k1"}'],
    [400, ''],
    [400, '{"hello":1}'],
    [400, 'half a {"bod'],
    [400, '{"events":[]}'],
    [410, JSON.stringify([event('old', new Date(Date.now() - 73 * 3_600_000).toISOString())])],
  ]
  for (const [status, body] of bodies) {
    const signature = createHmac('sha256', platform.clientSecret).update(body).digest('hex')
    for (const type of ['application/json', 'application/x-www-form-urlencoded'])
      expect([body.slice(0, 60), await deliver(relays[0].port, body, signature, type)]).toEqual([
        body.slice(0, 60),
        status,
      ])
  }
  const stored = await relays[0].db.query<{ order_key: string; body: string }>('SELECT order_key, body FROM event')
  const keys = stored.map(({ order_key }) => order_key)
  const few = ['o-page', 'o-garbage', 'o-block', 'o-broken', '4711', 'o-nameless']
  expect(keys.filter((key) => !key.startsWith('o-many')).toSorted()).toEqual(few.toSorted())
  expect(keys).toHaveLength(few.length + many.length)
  for (const { order_key, body } of stored) {
    expect(body).toContain(order_key)
    expect(body).not.toContain('hash')
  }
})

const signed = (platform: { readonly clientSecret: string }, body: string): string =>
  createHmac('sha256', platform.clientSecret).update(body).digest('hex')

it('stores a large delivery in parts, also beside an element that is nested too deep to be copied', async () => {
  const { platform, relays, deliver } = await world()
  const events = Array.from({ length: 1_200 }, (_, index) =>
    JSON.stringify({ eventId: `e${index}`, eventType: 'CREATED', orderId: `o${index}`, note: 'x'.repeat(400) }),
  )
  const deep = `{"eventId":"deep","eventType":"CREATED","orderId":"o-deep","x":${'['.repeat(9_000)}${']'.repeat(9_000)}}`
  const body = `[${[deep, ...events].join()}]`
  expect(await deliver(relays[0].port, body, signed(platform, body))).toBe(204)
  const parts = await relays[0].db.query<{ events: number }>(
    'SELECT count(*)::int AS events FROM event GROUP BY received_at',
  )
  expect(parts.reduce((sum, part) => sum + part.events, 0)).toBe(1_201)
  expect(Math.max(...parts.map((part) => part.events))).toBeLessThanOrEqual(250)
})

it('reads a large delivery and a large page on another thread', async () => {
  const answer = `parentPort.on('message', ({ number, shape }) => parentPort.postMessage({ number, body: typeof shape === 'object'
    ? { kind: 'none', delivery: { kind: 'outdated' } } : { kind: 'json', value: [{ eventId: 'from-thread', orderId: 'o1' }] } }))`
  const program = `import { parentPort } from 'node:worker_threads'; parentPort.postMessage('started'); ${answer}`
  const { platform, relays, deliver } = await world(0.1, new URL(`data:text/javascript,${encodeURIComponent(program)}`))
  const body = JSON.stringify([{ eventId: 'e1', eventType: 'CREATED', orderId: 'o1', note: 'x'.repeat(100_000) }])
  expect(await deliver(relays[0].port, body, signed(platform, body))).toBe(410)
  expect(await deliver(relays[1].port, body, signed(platform, body))).toBe(204)
})

it('pushes to a kitchen with its own signature, in order; a refused event stays in the queue', async () => {
  const { platform, relays } = await world(0.05)
  const deliveries: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = []
  let status = 503
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      deliveries.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    receiver.close()
  })
  const address = receiver.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const issued = await relays[0].addKitchen('A', ['loja-pinheiros'], `http://127.0.0.1:${port}/webhook/events`)
  const { id } = platform.place()
  await expect.poll(() => deliveries.length).toBeGreaterThan(0)
  expect(await realClient(issued).poll(SIGNAL)).toMatchObject({ events: [{ orderId: id }] })
  status = 204
  await expect.poll(() => realClient(issued).poll(SIGNAL)).toEqual({ kind: 'events', events: [] })
  const last = deliveries.at(-1)
  expect(last?.headers['x-app-merchantid']).toBe('loja-pinheiros')
  expect(isSignedByAny([issued.clientSecret], Buffer.from(last?.body ?? ''), last?.headers['x-app-signature'])).toBe(
    true,
  )
  const before = deliveries.length
  for (let count = 0; count < 30; count += 1) platform.place()
  await expect.poll(() => deliveries.length).toBe(before + 30)
  const published = platform.model
    .events()
    .slice(1)
    .map(({ eventId }) => eventId)
  const pushed = deliveries.slice(before).map(({ body }) => (JSON.parse(body) as { eventId: string }).eventId)
  expect(pushed).toHaveLength(new Set(pushed).size)
  expect(pushed.toSorted()).toEqual(published.toSorted())
})
