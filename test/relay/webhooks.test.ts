import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { isSignedByAny } from '../../electron/listening/signature.ts'
import { startRecordedPlatform } from '../fixtures/platform/recorded-platform.ts'
import { realClient, SIGNAL } from '../integration/platform/real-client.ts'
import { createDatabase } from './test-database.ts'
import { relayConfig, startTestRelay, UPSTREAM } from './test-relay.ts'

async function world(pollIntervalSeconds = 60) {
  const platform = await startRecordedPlatform({})
  const config = relayConfig(await createDatabase(), { ...platform, pollIntervalSeconds })
  const relays = [await startTestRelay(config), await startTestRelay(config)] as const
  onTestFinished(async () => {
    await Promise.all(relays.map((relay) => relay.stop()))
    await platform.close()
  })
  const deliver = async (port: number, body: string, signature: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}/webhook/${UPSTREAM}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-app-signature': signature },
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
