import { describe, expect, it, onTestFinished } from 'vitest'
import { printFigure } from '../../../test/fixtures/figures.ts'
import { realClient, SIGNAL } from '../../../test/integration/platform/real-client.ts'
import { startSmallUpstream } from './small-upstream.ts'
import { createDatabase } from './test-database.ts'
import { OPERATOR_PASSWORD, relayConfig, startTestRelay } from './test-relay.ts'

/** As for `expect.poll`: a busy machine is slow. */
const WAIT = { timeout: 60_000 }

async function world() {
  const upstream = await startSmallUpstream()
  const relay = await startTestRelay(relayConfig(await createDatabase(), upstream))
  onTestFinished(async () => {
    upstream.release()
    await relay.stop()
    await upstream.close()
  })
  const credentials = new Map<string, Awaited<ReturnType<typeof relay.addKitchen>>>()
  const client = async (name: string, ...establishments: readonly string[]) => {
    const issued = await relay.addKitchen(name, establishments)
    credentials.set(name, issued)
    return realClient(issued)
  }
  const place = (orderId: string, merchantId: string, status = 'CREATED') =>
    upstream.orders.set(orderId, { id: orderId, status, merchant: { id: merchantId, name: `Loja ${merchantId}` } })
  const typesOf = async (kitchen: ReturnType<typeof realClient>): Promise<readonly string[]> => {
    const page = await kitchen.poll(SIGNAL)
    const types = page.kind === 'events' ? page.events.map((event) => (event as { eventType: string }).eventType) : []
    // The client shortens a long text.
    return types.map((type) => type.slice(0, 20))
  }
  return { upstream, relay, client, credentials, place, typesOf }
}

it('a page in another form is stored and acknowledged, as the app does', async () => {
  const { upstream, client, place, typesOf } = await world()
  const kitchen = await client('Um', 'm1')
  place('o1', 'm1')
  upstream.pageOf = (events) => ({ page: 1, notifications: events.map((event) => ({ event })) })
  upstream.publish({ eventId: 'e1', eventType: 'CREATED', orderId: 'o1' })
  await expect.poll(() => typesOf(kitchen), WAIT).toEqual(['CREATED'])
  await expect.poll(() => upstream.acknowledged, WAIT).toEqual(['e1'])
})

describe('an order that moves to another establishment', () => {
  it('follows it: both kitchens get an event, and only the kitchen of the newest read may read and act', async () => {
    const { upstream, client, place, typesOf } = await world()
    const [one, two] = [await client('Um', 'm1'), await client('Dois', 'm2')]
    place('o1', 'm1')
    upstream.publish({ eventId: 'e1', eventType: 'CREATED', orderId: 'o1' })
    await expect.poll(() => typesOf(one), WAIT).toEqual(['CREATED'])
    place('o1', 'm2')
    const movedAt = performance.now()
    upstream.publish({ eventId: 'e2', eventType: 'CONFIRMED', orderId: 'o1' })
    await expect.poll(() => typesOf(two), WAIT).toEqual(['CREATED', 'CONFIRMED', 'ORDER_MOVED'])
    printFigure('event of a moved order at its new kitchen', performance.now() - movedAt, 'ms', 2_000)
    await expect.poll(() => typesOf(one), WAIT).toEqual(['CREATED', 'CONFIRMED', 'ORDER_MOVED'])
    expect(await two.readOrder('o1', SIGNAL)).toMatchObject({ body: { id: 'o1' } })
    expect(await two.act({ orderId: 'o1', action: 'preparing' }, SIGNAL)).toMatchObject({ kind: 'accepted' })
    const sent = upstream.requests.filter((request) => request.startsWith('POST /orders'))
    expect(await one.act({ orderId: 'o1', action: 'preparing' }, SIGNAL)).toMatchObject({ status: 403 })
    expect(await one.readOrder('o1', SIGNAL)).toMatchObject({ status: 403 })
    expect(upstream.requests.filter((request) => request.startsWith('POST /orders'))).toEqual(sent)
    // And back: its first kitchen has every event but the newest.
    place('o1', 'm1')
    upstream.publish({ eventId: 'e3', eventType: 'PREPARING', orderId: 'o1' })
    await expect
      .poll(() => typesOf(one), WAIT)
      .toEqual(['CREATED', 'CONFIRMED', 'ORDER_MOVED', 'PREPARING', 'ORDER_MOVED'])
    expect(await one.act({ orderId: 'o1', action: 'preparing' }, SIGNAL)).toMatchObject({ kind: 'accepted' })
  })
})

describe('the answer to a code', () => {
  it.each([
    ['', { kind: 'valid' }],
    ['OK', { kind: 'valid' }],
    ['INVALID', { kind: 'invalid' }],
    ['{"status":"REJECTED"}', { kind: 'invalid' }],
    ['Try again later', { kind: 'unavailable', cause: 'unintelligible' }],
    ['{"valid":', { kind: 'unavailable', status: 502 }],
  ])('%j reaches the kitchen', async (text, answer) => {
    const { upstream, client, place } = await world()
    const kitchen = await client('Um', 'm1')
    place('o1', 'm1')
    upstream.raw.set('POST /orders/o1/validateCode', [200, text])
    expect(await kitchen.validateCode('o1', '4821', SIGNAL)).toMatchObject(answer)
  })
})

describe('a platform that refuses one order in words about a token', () => {
  it.each([
    [401, 'Unauthorized'],
    [403, 'invalid token'],
  ])('with %i: the kitchen gets the refusal of that call, and its other calls go on', async (status, message) => {
    const { upstream, client, place } = await world()
    const kitchen = await client('Um', 'm1')
    place('o1', 'm1')
    place('o2', 'm1')
    upstream.raw.set('POST /orders/o1/confirm', [status, JSON.stringify({ code: 'X', message })])
    expect(await kitchen.act({ orderId: 'o1', action: 'confirm' }, SIGNAL)).toEqual({
      kind: 'refused',
      status: 403,
      code: 'UPSTREAM_REFUSED',
      message,
    })
    expect(await kitchen.act({ orderId: 'o2', action: 'confirm' }, SIGNAL)).toMatchObject({ kind: 'accepted' })
    expect(upstream.requests.filter((request) => request === 'POST /orders/o1/confirm').length).toBeLessThanOrEqual(2)
    expect(upstream.requests.filter((request) => request === 'POST /oauth/token').length).toBeLessThanOrEqual(2)
  })
})

describe('ids that are numbers', () => {
  it('reach the kitchen, whose acknowledgment counts, and come back to the platform as they were sent', async () => {
    const { upstream, client, place } = await world()
    const kitchen = await client('Um', 'm1')
    place('12', 'm1')
    const long = '9007199254740993'
    upstream.raw.set('GET /events:polling', [
      200,
      `[{"eventId":${long},"orderId":12,"eventType":"CREATED","note":1},{"eventId":"8","orderId":12,"eventType":"CONFIRMED"},{"eventId":9}]`,
    ])
    await expect
      .poll(() => upstream.acknowledgments, WAIT)
      .toContainEqual(expect.stringMatching(new RegExp(`[[,]${long}[,\\]]`)))
    await expect.poll(() => upstream.acknowledgments.join(' '), WAIT).toMatch(/[[,]9[,\]]/)
    expect(upstream.acknowledgments.join(' ')).toContain('"8"')
    const events = async () => {
      const page = await kitchen.poll(SIGNAL)
      return page.kind === 'events' ? page.events.map((event) => Object(event).eventId) : page
    }
    await expect.poll(events, WAIT).toEqual([BigInt(long), '8'])
    const numericIds = { eventId: true, orderId: true }
    const reference = { eventId: long, orderId: '12', eventType: 'CREATED', numericIds }
    expect(await kitchen.acknowledge([reference], SIGNAL)).toEqual({ kind: 'acknowledged' })
    await expect.poll(events, WAIT).toEqual(['8'])
  })
})

describe('a kitchen with 64 reads that the platform does not answer', () => {
  it('delays no call of another kitchen', async () => {
    const { upstream, client, credentials, place, typesOf } = await world()
    const [one, two] = [await client('Um', 'm1'), await client('Dois', 'm2')]
    place('o1', 'm1')
    place('o2', 'm2')
    upstream.publish(
      { eventId: 'e1', eventType: 'CREATED', orderId: 'o1' },
      { eventId: 'e2', eventType: 'CREATED', orderId: 'o2' },
    )
    await expect.poll(() => typesOf(one), WAIT).toHaveLength(1)
    await expect.poll(() => typesOf(two), WAIT).toHaveLength(1)
    // The read that routed the order no longer answers.
    await one.act({ orderId: 'o1', action: 'confirm' }, SIGNAL)
    await two.act({ orderId: 'o2', action: 'confirm' }, SIGNAL)
    upstream.hold = (request) => request === 'GET /orders/o1'
    const { apiUrl = '', clientId = '', clientSecret = '' } = credentials.get('Um') ?? {}
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
    const answer = await fetch(`${apiUrl}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) })
    const authorization = `Bearer ${((await answer.json()) as { access_token: string }).access_token}`
    const ended = new AbortController()
    const reads = Array.from({ length: 64 }, () =>
      fetch(`${apiUrl}/orders/o1`, { headers: { authorization }, signal: ended.signal }),
    )
    const readsOf = (): number => upstream.requests.filter((name) => name === 'GET /orders/o1').length
    const before = readsOf()
    await expect.poll(readsOf, WAIT).toBeGreaterThan(before + 3)
    expect(await two.act({ orderId: 'o2', action: 'preparing' }, SIGNAL)).toMatchObject({ kind: 'accepted' })
    const taps: number[] = []
    for (let count = 0; count < 100; count += 1) {
      const tappedAt = performance.now()
      expect(await two.act({ orderId: 'o2', action: 'preparing' }, SIGNAL)).toMatchObject({ kind: 'accepted' })
      taps.push(performance.now() - tappedAt)
    }
    const [worst = 0] = taps.toSorted((left, right) => right - left)
    printFigure('tap of a kitchen beside 64 slow reads of another, worst of 100', worst, 'ms', 1_000)
    expect(await two.readOrder('o2', SIGNAL)).toMatchObject({ body: { id: 'o2' } })
    expect(await one.act({ orderId: 'o1', action: 'preparing' }, SIGNAL)).toMatchObject({ kind: 'accepted' })
    expect(readsOf()).toBeLessThan(before + 64)
    ended.abort()
    await Promise.allSettled(reads)
  })
})

describe('events that an index or the identity of an event cannot take', () => {
  it('are stored: long ids in full, and each type under one id', async () => {
    const { upstream, client, place, typesOf } = await world()
    const kitchen = await client('Um', 'm1')
    const long = `Ω${'ü\u{1F355}'.repeat(2_000)}`
    place('o1', 'm1')
    place(long.slice(0, 901), 'm1')
    upstream.publish(
      { eventId: long, eventType: 'CREATED', orderId: 'o1' },
      { eventId: 'e2', eventType: 'CREATED', orderId: long.slice(0, 901) },
      { eventId: 'e3', eventType: 'T'.repeat(5_000), orderId: 'o1' },
      { eventId: 'e4', eventType: 'CONFIRMED', orderId: 'o1' },
      { eventId: 'e4', eventType: 'CANCELLED', orderId: 'o1' },
      { eventId: 'e5', eventType: 'CREATED', orderId: long },
    )
    await expect
      .poll(async () => (await typesOf(kitchen)).toSorted(), WAIT)
      .toEqual(['CANCELLED', 'CONFIRMED', 'CREATED', 'CREATED', 'T'.repeat(20)])
    await expect.poll(() => upstream.acknowledged, WAIT).toEqual(expect.arrayContaining([long, 'e2', 'e3', 'e4']))
    const page = await kitchen.poll(SIGNAL)
    const events = page.kind === 'events' ? page.events : []
    await kitchen.acknowledge(events as { eventId: string; orderId: string; eventType: string }[], SIGNAL)
    expect(await typesOf(kitchen)).toEqual([])
    // A second type under an id that was delivered and acknowledged.
    upstream.publish({ eventId: 'e4', eventType: 'CONCLUDED', orderId: 'o1' })
    await expect.poll(() => typesOf(kitchen), WAIT).toEqual(['CONCLUDED'])
  })
})

describe('the credentials of the chain', () => {
  it('are reported as refused on the page, in healthz and in metrics that exist from the start', async () => {
    const { upstream, relay } = await world()
    const origin = `http://127.0.0.1:${relay.operatorPort}`
    const authorization = `Basic ${Buffer.from(`ana:${OPERATOR_PASSWORD}`).toString('base64')}`
    const get = async (path: string) =>
      (await fetch(`${origin}${path}`, { headers: { authorization, 'accept-language': 'en' } })).text()
    expect(await get('/metrics')).toMatch(/^comanda_relay_upstream_last_good_poll_seconds\{upstream="chain"\} /m)
    await expect.poll(() => get('/healthz'), WAIT).toBe('ok')
    upstream.tokenStatus = 401
    await relay.db.query('UPDATE upstream_token SET sealed = NULL')
    const other = await startTestRelay(relayConfig(await createDatabase(), upstream))
    onTestFinished(other.stop)
    const atOther = async (path: string) =>
      (
        await fetch(`http://127.0.0.1:${other.operatorPort}${path}`, {
          headers: { authorization, 'accept-language': 'en' },
        })
      ).text()
    expect(await atOther('/metrics')).toMatch(
      /^comanda_relay_upstream_last_good_poll_seconds\{upstream="chain"\} \+Inf$/m,
    )
    await expect.poll(() => atOther('/healthz'), WAIT).toBe('degraded: the platform refuses the credentials of chain')
    expect(await atOther('/metrics')).toMatch(/^comanda_relay_upstream_refused\{upstream="chain"\} 1$/m)
    expect(await atOther('/')).toContain('The platform refuses the credentials of the chain')
  })
})

describe('the public declaration', () => {
  it('costs the platform one call, however often strangers ask for it', async () => {
    const { upstream, relay } = await world()
    const asked = (): number => upstream.requests.filter((request) => request.includes('well-known')).length
    const ask = () => fetch(`${relay.apiUrl}/.well-known/opendelivery`)
    await Promise.all(Array.from({ length: 20 }, ask))
    const first = asked()
    expect(first).toBeGreaterThan(0)
    await Promise.all(Array.from({ length: 20 }, ask))
    expect(asked()).toBe(first)
  })
})
