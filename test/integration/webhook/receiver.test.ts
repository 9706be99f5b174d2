import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lanAddresses } from '../../../electron/listening/limited-server.ts'
import { dialectOf } from '../../../electron/platform/dialects/dialects.ts'
import { EVENT_IDS_KEPT_MS } from '../../../electron/storage/retention.ts'
import { BODY_LIMIT_BYTES } from '../../../electron/webhook/delivery.ts'
import { createWebhook, type DeliveryDoor, type Webhook } from '../../../electron/webhook/webhook-service.ts'
import { WEBHOOK_PATH } from '../../../shared/contract/webhook.ts'
import { readSlimDelivery } from '../../../shared/order/delivery.ts'
import { fail, ok } from '../../../shared/result.ts'
import { floodOf } from '../../fixtures/flood.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'
import { deliver, raw, send, sign } from './deliverer.ts'

const SECRET = 'dummysecret'
const EVENT = { eventId: 'e1', eventType: 'CREATED', orderId: 'o1', createdAt: '2026-01-01T00:00:00Z' }
const BODY = JSON.stringify(EVENT)
const SIGNED = { 'X-App-Signature': sign(SECRET, BODY) }

function world() {
  const received: unknown[][] = []
  const known = new Set<string>()
  const log = createMemoryLog()
  let now = 0
  const state = {
    secret: SECRET as string | undefined,
    isStorageBroken: false,
    /** Called before each part is stored. */
    onReceive: () => undefined as unknown,
  }
  const turns: string[] = []
  const clock = { platform: () => 1_700_000_000_000 + now, monotonic: () => now }
  const door: DeliveryDoor = {
    name: () => 'Casa',
    form: () => dialectOf({}).deliveries,
    below: '',
    readDelivery: async (text, time) => readSlimDelivery(text, time),
    platformNow: clock.platform,
    receive(events) {
      state.onReceive()
      if (state.isStorageBroken) return fail('storage', 'disk full')
      received.push([...events])
      const digest = createHash('sha256').update(JSON.stringify(events)).digest('hex')
      const isFresh = !known.has(digest)
      known.add(digest)
      return ok({ freshEvents: isFresh ? events.length : 0 })
    },
    connection: async () =>
      state.secret === undefined
        ? fail('keychain-locked', 'locked')
        : ok({ apiUrl: 'https://x/h/od/v2', clientId: 'c', clientSecret: state.secret, scope: 's' }),
  }
  const webhook = createWebhook({ doors: () => [door], clock, log, lanAddresses: () => ['192.0.2.7'] })
  const pass = (ms: number): void => {
    now += ms
  }
  return { webhook, received, log, state, turns, pass }
}

let its: ReturnType<typeof world>
const verdict = () => its.webhook.status().lastDelivery?.verdict

async function portOf(webhook: Webhook): Promise<number> {
  await webhook.apply({ enabled: true, port: 0, bind: 'loopback' })
  const [url = ''] = webhook.status().urls
  return Number(new URL(url).port)
}

let port = 0
beforeEach(async () => {
  its = world()
  port = await portOf(its.webhook)
})
afterEach(() => its.webhook.stop())

describe('a genuine delivery', () => {
  it('is durable before it is answered with 204 and no body', async () => {
    const answer = await send({ port, body: BODY, headers: { ...SIGNED, 'X-App-Id': 'app', 'X-App-MerchantId': 'm1' } })
    expect(answer).toMatchObject({ status: 204 })
    expect(its.received.at(-1)).toEqual([EVENT])
    expect(verdict()).toBe('accepted')
    expect(its.log.lines.at(-1)).toEqual({
      level: 'info',
      event: 'delivery-taken',
      fields: { outcome: 'accepted', appId: 'app', merchantId: 'm1' },
    })
  })

  it('that comes again has no effect, and is answered as before', async () => {
    for (let times = 0; times < 3; times += 1) expect((await deliver(port, SECRET, EVENT)).status).toBe(204)
    expect(verdict()).toBe('duplicate')
  })

  it('that was recorded and is sent again after the ids of events are forgotten has no effect', async () => {
    const now = 1_700_000_000_000
    const at = (ageMs: number) => ({ ...EVENT, createdAt: new Date(now - ageMs).toISOString() })
    const [old, young] = [at(EVENT_IDS_KEPT_MS + 1), at(EVENT_IDS_KEPT_MS)]
    expect((await deliver(port, SECRET, old)).status).toBe(410)
    expect([verdict(), its.received]).toEqual(['outdated', []])
    for (const delivery of [young, [old, young]]) expect((await deliver(port, SECRET, delivery)).status).toBe(204)
    expect(its.received).toEqual([[young], [young]])
  })

  it('is accepted byte by byte, chunked, and with a query after the path', async () => {
    const text = [
      `POST ${WEBHOOK_PATH}?x=1 HTTP/1.1`,
      'Host: x',
      `X-App-Signature: ${SIGNED['X-App-Signature']}`,
      'Transfer-Encoding: chunked',
      'Connection: close',
      '',
      [...BODY].map((character) => `1\r\n${character}\r\n`).join(''),
    ].join('\r\n')
    expect((await raw(port, `${text}0\r\n\r\n`)).answer).toMatch(/^HTTP\/1\.1 204 /)
    expect(its.received).toEqual([[EVENT]])
  })

  it.each([
    ['no JSON', 'half a {"bod'],
    ['no event', '{"hello":1}'],
    ['null', 'null'],
    ['nothing', ''],
    ['an empty page', '{"events":[]}'],
    ['deeply nested JSON', `${'['.repeat(9_000)}${']'.repeat(9_000)}`],
    ['a field with a built-in name', '{"__proto__":{"eventId":"x"}}'],
  ])('of %s is stored for engineers and refused, so that polling brings what was meant', async (_what, body) => {
    const answer = await send({ port, body, headers: { 'X-App-Signature': sign(SECRET, body) } })
    expect(answer.status).toBe(400)
    expect(its.received).toEqual([[body]])
    expect(verdict()).toBe('unreadable')
  })

  it('that only keeps the address alive is answered, and not stored', async () => {
    expect((await deliver(port, SECRET, { code: 'KEEPALIVE', id: 'k1' })).status).toBe(204)
    expect([verdict(), its.received]).toEqual(['keep-alive', []])
  })

  it('in UTF-16 is read', async () => {
    const body = Buffer.from(`\ufeff${BODY}`, 'utf16le')
    expect((await send({ port, body, headers: { 'X-App-Signature': sign(SECRET, body) } })).status).toBe(204)
    expect(its.received).toEqual([[EVENT]])
  })

  const second = { ...EVENT, eventId: 'e2', eventType: 'CANCELLED' }
  it.each<readonly [string, unknown, readonly unknown[]]>([
    [
      'with other spellings',
      { event_id: 'e1', event_type: 'CREATED', order_id: 'o1', created_at: EVENT.createdAt },
      [EVENT],
    ],
    [
      'of v1, with the order first',
      { orderId: 'o1', id: 'e1', fullCode: 'CREATED', createdAt: EVENT.createdAt },
      [EVENT],
    ],
    ['in a block', { event: EVENT }, [EVENT]],
    ['that is a page', { events: [EVENT, second] }, [EVENT, second]],
    ['with an element that is no event', [EVENT, { hello: 1 }, second], [EVENT, { hello: 1 }, second]],
  ])('%s is read as a page of a poll is', async (_what, sent, events) => {
    expect((await deliver(port, SECRET, sent)).status).toBe(204)
    expect([verdict(), its.received]).toEqual(['accepted', [events]])
  })

  it('of more events than a page has is taken whole, because it does not come again', async () => {
    const sent = Array.from({ length: 1_001 }, (_, index) => ({ ...EVENT, eventId: `e${index}` }))
    expect((await deliver(port, SECRET, sent)).status).toBe(204)
    expect(its.received.flat()).toEqual(sent)
  })

  it('is stored in parts, other work is done between them, and it is answered after the last one', async () => {
    const sent = Array.from({ length: 5_000 }, (_, index) => ({ ...EVENT, eventId: `e${index}` }))
    its.state.onReceive = () => {
      its.turns.push('part')
      setImmediate(() => its.turns.push('other work'))
    }
    expect((await deliver(port, SECRET, sent)).status).toBe(204)
    // What is due after the last part may come after the answer.
    expect(its.turns.slice(0, 39)).toEqual(Array(20).fill(['part', 'other work']).flat().slice(0, 39))
    expect(Math.max(...its.received.map((part) => part.length))).toBe(250)
    expect(its.received.flat()).toEqual(sent)
  })

  it('whose second part cannot be stored is answered with 503, and is taken when it comes again', async () => {
    const sent = Array.from({ length: 600 }, (_, index) => ({ ...EVENT, eventId: `e${index}` }))
    its.state.onReceive = () => {
      its.state.isStorageBroken = its.received.length === 1
    }
    expect((await deliver(port, SECRET, sent)).status).toBe(503)
    its.state.onReceive = () => undefined
    its.state.isStorageBroken = false
    its.received.splice(0)
    expect((await deliver(port, SECRET, sent)).status).toBe(204)
    expect(its.received.flat()).toEqual(sent)
  })

  it('that cannot be stored is answered with 503, so that it is sent again', async () => {
    its.state.isStorageBroken = true
    const answer = await deliver(port, SECRET, EVENT)
    expect(answer.status).toBe(503)
    expect(answer.headers['retry-after']).toBe('5')
    expect(verdict()).toBe('storage')
  })

  it('cannot be verified while there is no connection', async () => {
    its.state.secret = undefined
    expect((await deliver(port, SECRET, EVENT)).status).toBe(503)
    expect(its.received).toEqual([])
    expect(verdict()).toBe('no-credentials')
  })
})

describe('a forged delivery', () => {
  it.each([
    ['no signature', {}],
    ['another secret', { 'X-App-Signature': sign('other', BODY) }],
    ['another body', { 'X-App-Signature': sign(SECRET, `${BODY} `) }],
    ['upper case', { 'X-App-Signature': sign(SECRET, BODY).toUpperCase() }],
    ['a prefix', { 'X-App-Signature': `sha256=${sign(SECRET, BODY)}` }],
    ['an empty header', { 'X-App-Signature': '' }],
    ['the header twice', { 'X-App-Signature': [sign(SECRET, BODY), sign(SECRET, BODY)] }],
    ['another header', { 'X-IFood-Signature': sign(SECRET, BODY) }],
  ])('with %s is answered with 401, and is neither stored nor logged', async (_what, headers) => {
    const answer = await send({
      port,
      body: BODY,
      headers: { ...headers, 'X-App-Id': 'evil', 'X-App-MerchantId': 'evil' },
    })
    expect(answer.status).toBe(401)
    expect(its.received).toEqual([])
    expect(verdict()).toMatch(/^signature-(missing|wrong)$/)
    expect(JSON.stringify(its.log.lines)).not.toContain('evil')
  })

  it('does not fill the log: refusals are counted, and logged once a minute', async () => {
    for (let times = 0; times < 20; times += 1) await send({ port, body: BODY })
    its.pass(60_000)
    await send({ port, body: BODY })
    const refusals = its.log.lines.filter(({ event }) => event === 'delivery-refused')
    expect(refusals.map(({ fields }) => fields?.count)).toEqual([1, 20])
    expect(its.webhook.status().refused).toBe(21)
  })
})

describe('a request that is not a delivery', () => {
  it.each(['/', '/webhook', `${WEBHOOK_PATH}/`, `${WEBHOOK_PATH}/../events`, '//webhook/events', '/%77ebhook/events'])(
    '%s is answered with 404',
    async (path) => {
      expect((await send({ port, path, body: BODY, headers: SIGNED })).status).toBe(404)
      expect(its.received).toEqual([])
    },
  )

  it.each(['GET', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])('%s is answered with 405', async (method) => {
    const answer = await send({ port, method, headers: SIGNED })
    expect(answer.status).toBe(405)
    expect(answer.headers.allow).toBe('POST')
    expect(its.webhook.status().lastDelivery).toBeUndefined()
  })

  it('gets no information about the program in its answer', async () => {
    const { headers } = await send({ port, path: '/' })
    expect(Object.keys(headers).toSorted()).toEqual(['connection', 'content-length', 'date'].toSorted())
  })
})

describe('the limits of the receiver', () => {
  it('accept a body of the maximum size, and not one byte more, with or without content-length', async () => {
    const start = `${BODY.slice(0, -1)},"pad":"`
    const padded = (length: number): string => `${start}${'x'.repeat(length - start.length - 2)}"}`
    const fits = padded(BODY_LIMIT_BYTES)
    expect(fits.length).toBe(BODY_LIMIT_BYTES)
    expect((await send({ port, body: fits, headers: { 'X-App-Signature': sign(SECRET, fits) } })).status).toBe(204)
    const head = `POST ${WEBHOOK_PATH} HTTP/1.1\r\nHost: x\r\nX-App-Signature: ${'0'.repeat(64)}\r\n`
    const announced = await raw(port, `${head}Content-Length: ${BODY_LIMIT_BYTES + 1}\r\n\r\n{`)
    expect(announced.answer).toMatch(/^HTTP\/1\.1 413 /)
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
    const unannounced = await raw(port, `${head}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(17)}`)
    expect(unannounced.answer).toMatch(/^HTTP\/1\.1 413 /)
    expect(verdict()).toBe('too-large')
  })

  it('end a connection that sends headers or a body too slowly', async () => {
    const head = `POST ${WEBHOOK_PATH} HTTP/1.1\r\nHost: x\r\n`
    // `raw` resolves at the end of the connection.
    const [slowHeaders] = await Promise.all([
      raw(port, head),
      raw(port, `${head}X-App-Signature: ${'0'.repeat(64)}\r\nContent-Length: 100\r\n\r\n{`),
    ])
    expect(slowHeaders.answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(its.received).toEqual([])
  })

  it('refuse headers of more than 8 KiB', async () => {
    const { answer } = await raw(port, `POST ${WEBHOOK_PATH} HTTP/1.1\r\nX: ${'x'.repeat(9_000)}\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 431 /)
  })

  /** Opens connections that send nothing. */
  const silence = (count: number): Promise<readonly Socket[]> =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const socket = connect(port, '127.0.0.1')
        socket.on('error', () => undefined)
        // Reads the answer, so that the end of the connection is detected.
        socket.resume()
        await new Promise((resolve) => socket.once('connect', resolve))
        return socket
      }),
    )

  it.each([64, 300])('lose no delivery to %i connections that send nothing, and end these soon', async (count) => {
    const sockets = await silence(count)
    for (let times = 0; times < 20; times += 1) {
      expect((await deliver(port, SECRET, { ...EVENT, eventId: `e${times}` })).status).toBe(204)
    }
    expect(its.received).toHaveLength(20)
    await expect.poll(() => sockets.filter(({ readyState }) => readyState === 'open').length).toBe(0)
  })

  it.each([
    ['without a signature', {}],
    ['with a forged signature', { 'X-App-Signature': sign('other', BODY) }],
  ])('lose no delivery to a thousand requests %s', async (_what, headers) => {
    const flood = floodOf({ port, path: WEBHOOK_PATH, requests: 1_000, perSecond: 500, headers, body: BODY })
    for (let times = 0; times < 30; times += 1) {
      expect((await deliver(port, SECRET, { ...EVENT, eventId: `e${times}` })).status).toBe(204)
    }
    const { byStatus } = await flood
    expect(byStatus['204'] ?? 0).toBe(0)
    expect(its.received).toHaveLength(30)
  })

  it('do not count unsigned requests, which are answered with 401', async () => {
    for (let times = 0; times < 150; times += 1) expect((await send({ port, body: BODY })).status).toBe(401)
    const large = `${BODY}${' '.repeat(20_000)}`
    expect((await send({ port, body: large, headers: { 'X-App-Signature': sign(SECRET, large) } })).status).toBe(204)
  })

  it('refuse large forged bodies with 429 after a burst, without reading them', async () => {
    const body = 'x'.repeat(20_000)
    const headers = { 'X-App-Signature': '0'.repeat(64) }
    const sendMany = async (count: number) => {
      const answers = []
      for (let times = 0; times < count; times += 1) answers.push(await send({ port, body, headers }))
      return answers
    }
    // Each counts twice: for its size and for its signature.
    const burst = await sendMany(50)
    expect(new Set(burst.map(({ status }) => status))).toEqual(new Set([401]))
    for (const { status, headers: answerHeaders } of await sendMany(20)) {
      expect(status).toBe(429)
      expect(answerHeaders['retry-after']).toBe('5')
    }
    expect(verdict()).toBe('too-many')
    expect((await deliver(port, SECRET, EVENT)).status).toBe(204)
    its.pass(80)
    const later = await sendMany(3)
    expect(later.map(({ status }) => status)).toEqual([401, 401, 429])
  })

  it('allow few large bodies at the same time', async () => {
    const head = `POST ${WEBHOOK_PATH} HTTP/1.1\r\nHost: x\r\nX-App-Signature: ${'0'.repeat(64)}\r\nContent-Length: 500000\r\n\r\n{`
    const slow = Array.from({ length: 8 }, () => raw(port, head))
    await expect.poll(async () => (await raw(port, head)).answer).toMatch(/^HTTP\/1\.1 429 /)
    expect((await deliver(port, SECRET, EVENT)).status).toBe(204)
    await Promise.all(slow)
  })
})

describe('the listening receiver', () => {
  it('is open only on loopback, unless the network is chosen', async () => {
    expect(its.webhook.status().urls).toEqual([`http://127.0.0.1:${port}${WEBHOOK_PATH}`])
    await its.webhook.apply({ enabled: true, port, bind: 'lan' })
    expect(its.webhook.status().urls).toEqual([`http://192.0.2.7:${port}${WEBHOOK_PATH}`])
    expect((await deliver(port, SECRET, EVENT)).status).toBe(204)
  })

  it('on loopback accepts no connection at another address of this machine', async (context) => {
    // Linux has all of 127.0.0.0/8; other systems need an address of the network.
    const address = process.platform === 'linux' ? '127.0.0.2' : lanAddresses()[0]
    if (address === undefined) return context.skip('NOT RUN: this machine has one address only')
    const isOpen = () =>
      new Promise<boolean>((resolve) => {
        const socket = connect(port, address, () => {
          socket.destroy()
          resolve(true)
        })
        socket.on('error', () => resolve(false))
      })
    expect(await isOpen()).toBe(false)
    await its.webhook.apply({ enabled: true, port, bind: 'lan' })
    expect(await isOpen()).toBe(true)
  })

  it('ends when it is switched off', async () => {
    await its.webhook.apply({ enabled: false, port, bind: 'loopback' })
    expect(its.webhook.status()).toMatchObject({ state: 'off', urls: [] })
    await expect(deliver(port, SECRET, EVENT)).rejects.toThrow(/ECONNREFUSED/)
  })

  it('reports a port that is in use and works on another one', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    // A server that listens on a port has an address with one.
    const taken = (other.address() as AddressInfo).port
    await its.webhook.apply({ enabled: true, port: taken, bind: 'loopback' })
    expect(its.webhook.status()).toMatchObject({ state: 'failed', trouble: 'port-in-use', urls: [] })
    port = await portOf(its.webhook)
    expect((await deliver(port, SECRET, EVENT)).status).toBe(204)
    other.close()
  })

  it('applies the last of several overlapping changes', async () => {
    void its.webhook.apply({ enabled: false, port: 0, bind: 'loopback' })
    void its.webhook.apply({ enabled: true, port: 0, bind: 'lan' })
    await its.webhook.apply({ enabled: false, port: 0, bind: 'loopback' })
    expect(its.webhook.status().state).toBe('off')
  })
})
