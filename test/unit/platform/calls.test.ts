import { describe, expect, it } from 'vitest'
import type { ActRequest } from '../../../electron/platform/answers.ts'
import { json, page, scriptedPlatform } from './scripted-platform.ts'

const reference = (index: number) => ({ eventId: `e${index}`, orderId: `o${index}`, eventType: 'CREATED' })
const references = (count: number) => Array.from({ length: count }, (_, index) => reference(index))
const empty = (status: number, headers: Record<string, string> = {}) => new Response(null, { status, headers })

describe('poll', () => {
  it('requests all events, without an event type or another query', async () => {
    const { client, calls, signal } = scriptedPlatform({})
    await client.poll(signal)
    expect(calls[0]).toMatchObject({ method: 'GET', path: '/events:polling', body: undefined })
    expect(calls[0]?.init).toMatchObject({ redirect: 'manual', credentials: 'omit', cache: 'no-store' })
  })

  it.each([
    ['204', () => empty(204), []],
    ['200 without a body', () => empty(200), []],
    ['[]', () => json([]), []],
    ['a page with unreadable events', () => json([{ eventId: 'e1' }, null, 7, 'x']), [{ eventId: 'e1' }, null, 7, 'x']],
    [
      'JSON with the content type of text',
      () => new Response('[{"a":1}]', { headers: { 'content-type': 'text/plain' } }),
      [{ a: 1 }],
    ],
    ['JSON after a byte order mark', () => new Response('\uFEFF[1]'), [1]],
    ['a page without events, as an object', () => json({ events: [] }), []],
    ['null', () => json(null), []],
    ['an object with null', () => json({ events: null }), []],
    [
      'the complete elements of a page that was cut',
      () => new Response('[{"eventId":"e1"},{"eventId":"e'),
      [{ eventId: 'e1' }],
    ],
    ['JSON in UTF-16', () => new Response(Buffer.from('[{"eventId":"ã"}]', 'utf16le')), [{ eventId: 'ã' }]],
    ['JSON in Latin-1', () => new Response(Buffer.from('[{"eventId":"ã"}]', 'latin1')), [{ eventId: 'ã' }]],
    [
      'JSON in UTF-8 with one damaged byte',
      () => new Response(Buffer.concat([Buffer.from('[{"eventId":"ã'), Buffer.of(0xff), Buffer.from('"}]')])),
      [{ eventId: 'ã\ufffd' }],
    ],
  ])('%s is read as events', async (_, call, events) => {
    const { client, signal } = scriptedPlatform({ call })
    expect(await client.poll(signal)).toEqual({ kind: 'events', events })
  })

  it.each([
    ['an object', () => json({ code: 'E1' })],
    ['an incomplete element', () => new Response('[{"eventId":"e1","orderId":"o')],
    ['a login page', () => page()],
    [
      'a login page with the content type of JSON',
      () => new Response('<html></html>', { headers: { 'content-type': 'application/json' } }),
    ],
    ['a redirect', () => empty(302, { location: 'https://portal.example.test/login' })],
    ['304', () => empty(304)],
  ])('%s is reported as unintelligible', async (_, call) => {
    const { client, signal } = scriptedPlatform({ call })
    expect(await client.poll(signal)).toMatchObject({ kind: 'unavailable', cause: 'unintelligible' })
  })
})

describe('acknowledge', () => {
  it.each([
    ['v2', { eventIds: ['e0', 'e1'] }],
    [
      'v1',
      [
        { id: 'e0', orderId: 'o0', eventType: 'CREATED' },
        { id: 'e1', orderId: 'o1', eventType: 'CREATED' },
      ],
    ],
    ['ids', [{ id: 'e0' }, { id: 'e1' }]],
  ] as const)('sends the ids in the form %s', async (acknowledgment, body) => {
    const { client, calls, signal } = scriptedPlatform({ dialect: { acknowledgment }, call: () => empty(202) })
    expect(await client.acknowledge(references(2), signal)).toEqual({ kind: 'acknowledged' })
    expect(calls[0]).toMatchObject({ method: 'POST', path: '/events/acknowledgment' })
    expect(calls[0]?.headers.get('content-type')).toBe('application/json')
    expect(JSON.parse(calls[0]?.body ?? '')).toEqual(body)
  })

  it.each([
    ['v2', 1_000],
    ['v1', 100],
    ['ids', 100],
  ] as const)('sends at most this many ids in %s: %i', async (acknowledgment, limit) => {
    const { client, calls, signal } = scriptedPlatform({ dialect: { acknowledgment }, call: () => empty(202) })
    expect(client.acknowledgmentLimit()).toBe(limit)
    expect(await client.acknowledge(references(limit), signal)).toEqual({ kind: 'acknowledged' })
    expect(await client.acknowledge(references(limit + 1), signal)).toMatchObject({ kind: 'refused', status: 413 })
    expect(calls).toHaveLength(1)
  })
})

describe('act', () => {
  const cases: readonly (readonly [ActRequest, string, unknown])[] = [
    [{ orderId: 'o', action: 'confirm' }, '/orders/o/confirm', undefined],
    [
      { orderId: 'o', action: 'confirm', preparationMinutes: 25 },
      '/orders/o/confirm',
      { estimatedPreparationTimeMinutes: 25 },
    ],
    [{ orderId: 'o', action: 'preparing', preparationMinutes: 25 }, '/orders/o/preparing', undefined],
    [{ orderId: 'o', action: 'ready-for-pickup' }, '/orders/o/ready-for-pickup', undefined],
    [{ orderId: 'o', action: 'dispatch' }, '/orders/o/dispatch', undefined],
    [{ orderId: 'o', action: 'delivered' }, '/orders/o/delivered', undefined],
    [
      { orderId: 'o', action: 'requestCancellation', cancellation: { code: 'UNAVAILABLE_ITEM', reason: 'Acabou' } },
      '/orders/o/requestCancellation',
      { reason: 'Acabou', code: 'UNAVAILABLE_ITEM', mode: 'MANUAL' },
    ],
  ]
  it.each(cases)('sends %j to its address', async (request, path, body) => {
    const { client, calls, signal } = scriptedPlatform({ call: () => empty(202) })
    expect(await client.act(request, signal)).toEqual({ kind: 'accepted', status: 202 })
    expect(calls).toHaveLength(1)
    expect(calls[0]).toMatchObject({ method: 'POST', path })
    const sent = calls[0]?.body
    expect(sent === undefined ? undefined : JSON.parse(sent)).toEqual(body)
    expect(calls[0]?.headers.get('content-type')).toBe(body === undefined ? null : 'application/json')
  })

  it('sends no cancellation without its reason', async () => {
    const { client, calls, signal } = scriptedPlatform({})
    expect(await client.act({ orderId: 'o', action: 'requestCancellation' }, signal)).toMatchObject({ kind: 'refused' })
    expect(calls).toEqual([])
  })

  it.each([
    [json({ title: 'Conflict', status: 409 }, { status: 409 }), { kind: 'refused', status: 409, message: 'Conflict' }],
    [page(409), { kind: 'refused', status: 409 }],
    [page(422), { kind: 'refused', status: 422 }],
    [empty(403), { kind: 'refused', status: 403 }],
    [json([], { status: 404 }), { kind: 'refused', status: 404 }],
    [page(403), { kind: 'unavailable', cause: 'unintelligible', status: 403 }],
    [page(404), { kind: 'unavailable', cause: 'unintelligible', status: 404 }],
    [empty(407), { kind: 'unavailable', cause: 'unintelligible', status: 407 }],
    [empty(408), { kind: 'unavailable', cause: 'timeout', status: 408 }],
    [page(503), { kind: 'unavailable', cause: 'server', status: 503 }],
    [page(200), { kind: 'unavailable', cause: 'unintelligible', status: 200 }],
    [new Response('OK', { status: 200 }), { kind: 'accepted', status: 200 }],
    [empty(429, { 'retry-after': '3' }), { kind: 'unavailable', cause: 'throttled', status: 429, retryAfterMs: 3_000 }],
  ])('maps the answer to its outcome (%#)', async (response, answer) => {
    const { client, signal } = scriptedPlatform({ call: () => response })
    expect(await client.act({ orderId: 'o', action: 'delivered' }, signal)).toEqual(answer)
  })
})

describe('read', () => {
  it('returns the body unchanged, with unknown fields', async () => {
    const body = { id: 'o', novelty: { deep: [1, null] } }
    const { client, calls, signal } = scriptedPlatform({ call: () => json(body) })
    expect(await client.readOrder('o', signal)).toEqual({ kind: 'order', body })
    expect(calls[0]).toMatchObject({ method: 'GET', path: '/orders/o' })
  })

  it.each([
    ['a/../../b', '/orders/a%2F..%2F..%2Fb'],
    ['../oauth/token', '/orders/..%2Foauth%2Ftoken'],
    ['%2e%2e', '/orders/%252e%252e'],
    ['x?deliveryCode=1#y', '/orders/x%3FdeliveryCode%3D1%23y'],
    ['ação 42', '/orders/a%C3%A7%C3%A3o%2042'],
  ])('encodes the id %j, so that it stays one segment of the path', async (orderId, path) => {
    const { client, calls, signal } = scriptedPlatform({ call: () => json({}) })
    await client.readOrder(orderId, signal)
    expect(calls[0]?.path).toBe(path)
    expect(new URL(`https://host${path}`).pathname).toBe(path)
  })

  it.each(['', '.', '..', '\ud800'])('sends no request for the id %j', async (orderId) => {
    const { client, calls, signal } = scriptedPlatform({ call: () => json({}) })
    const refused = { kind: 'refused', status: 404, code: 'UNADDRESSABLE_ORDER_ID' }
    expect(await client.readOrder(orderId, signal)).toEqual(refused)
    expect(await client.act({ orderId, action: 'confirm' }, signal)).toEqual(refused)
    expect(await client.validateCode(orderId, '1', signal)).toEqual(refused)
    expect(calls).toEqual([])
  })

  it.each(['__proto__', '\\u005f\\u005fproto__', '__\\u0070roto__'])('ignores %s in received JSON', async (name) => {
    const text = `{"id":"o","${name}":{"isAdmin":true},"items":[{"${name}":{"isAdmin":true},"name":"x"}]}`
    const { client, signal } = scriptedPlatform({ call: () => new Response(text) })
    const answer = await client.readOrder('o', signal)
    if (answer.kind !== 'order') throw new Error('an order was expected')
    const copied = Object.assign({}, answer.body) as { isAdmin?: boolean; items: readonly object[] }
    expect(copied.isAdmin).toBeUndefined()
    expect(Object.assign({}, copied.items[0])).toEqual({ name: 'x' })
    expect(Object.getOwnPropertyNames(answer.body)).toEqual(['id', 'items'])
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  })
})

describe('validateCode', () => {
  it.each([
    [() => json({ code: 'INVALID_CODE' }, { status: 400 }), { kind: 'invalid' }],
    [() => json({ success: false }), { kind: 'invalid' }],
    [() => page(400), { kind: 'unavailable', cause: 'unintelligible', status: 400 }],
    [() => page(200), { kind: 'unavailable', cause: 'unintelligible', status: 200 }],
    [() => empty(404), { kind: 'refused', status: 404 }],
    [() => empty(500), { kind: 'unavailable', cause: 'server', status: 500 }],
  ])('maps the answer to its outcome (%#)', async (call, answer) => {
    const { client, signal } = scriptedPlatform({ call })
    expect(await client.validateCode('o', '1', signal)).toEqual(answer)
  })
})
