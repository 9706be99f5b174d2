import { describe, expect, it } from 'vitest'
import { tokenLifetime } from '../../../electron/platform/token.ts'
import { fail } from '../../../shared/result.ts'
import { CONNECTION, granted, json, page, scriptedPlatform } from './scripted-platform.ts'

const bearerOf = (sent: { readonly headers: Headers } | undefined) => sent?.headers.get('authorization')
const MINUTE_MS = 60_000

describe('the lifetime of a token', () => {
  it.each([
    [3_600, 3_600_000],
    ['7200', 7_200_000],
    [60, 60_000],
    [86_400, 86_400_000],
  ])('is read from %j', (expiresIn, endsAfterMs) => {
    expect(tokenLifetime(expiresIn, 0)).toEqual({ endsAfterMs, renewAfterMs: endsAfterMs * 0.8 })
  })

  it.each([0, 59, 86_401, -3_600, 1_785_600_000_000, Number.NaN, null, undefined, '', 'soon', {}, [3_600], true])(
    'is unknown for %j: the token is used until it is refused',
    (expiresIn) => {
      expect(tokenLifetime(expiresIn, 0)).toBeUndefined()
    },
  )

  it('ends early: the token is renewed between 80 and 90 % of it', () => {
    expect(tokenLifetime(1_000, 0)?.renewAfterMs).toBe(800_000)
    expect(tokenLifetime(1_000, 1)?.renewAfterMs).toBe(900_000)
  })
})

describe('a request for a token', () => {
  it('has the form with the narrow scope and no authorization', async () => {
    const { client, tokenCalls, calls, signal } = scriptedPlatform({})
    await client.poll(signal)
    expect(tokenCalls).toHaveLength(1)
    expect(tokenCalls[0]?.method).toBe('POST')
    expect(tokenCalls[0]?.headers.get('content-type')).toBe('application/x-www-form-urlencoded')
    expect(bearerOf(tokenCalls[0])).toBeNull()
    expect(Object.fromEntries(new URLSearchParams(tokenCalls[0]?.body))).toEqual({
      grant_type: 'client_credentials',
      client_id: 'client-1',
      client_secret: 'secret-of-the-client',
      scope: 'od.orders',
    })
    expect(bearerOf(calls[0])).toBe('Bearer token-1')
  })

  it('continues for the other callers when one caller aborts', async () => {
    const answer = Promise.withResolvers<Response>()
    const { client, signal, tokenCalls } = scriptedPlatform({ token: () => answer.promise })
    const leaving = new AbortController()
    const left = client.poll(leaving.signal)
    const stays = client.poll(signal)
    leaving.abort()
    expect(await left).toEqual({ kind: 'unavailable', cause: 'aborted' })
    answer.resolve(granted('token-1'))
    expect(await stays).toEqual({ kind: 'events', events: [] })
    expect(tokenCalls).toHaveLength(1)
  })

  it('returns the reason why there are no credentials, and is not sent', async () => {
    const { client, tokenCalls, signal } = scriptedPlatform({
      parts: { connection: async () => fail('keychain-locked', 'the keyring is locked') },
    })
    expect(await client.poll(signal)).toEqual({ kind: 'unauthorized', cause: 'keychain-locked' })
    expect(tokenCalls).toHaveLength(0)
  })

  it.each([
    ['401', () => json({ error: 'invalid_client' }, { status: 401 })],
    ['400 invalid_client', () => json({ error: 'invalid_client' }, { status: 400 })],
    ['400 invalid_scope', () => json({ error: 'invalid_scope' }, { status: 400 })],
    ['403', () => json({ code: 'FORBIDDEN' }, { status: 403 })],
  ])('fails with %s because the credentials are refused', async (_, token) => {
    const { client, signal } = scriptedPlatform({ token })
    expect(await client.poll(signal)).toEqual({ kind: 'unauthorized', cause: 'credentials-refused' })
  })

  it.each([
    ['500', () => json({}, { status: 500 }), 'server'],
    ['429', () => json({}, { status: 429 }), 'throttled'],
    ['a login page with 200', () => page(200), 'unintelligible'],
    ['a login page with 401', () => page(401), 'unintelligible'],
    ['a redirect', () => new Response(null, { status: 302, headers: { location: '/login' } }), 'unintelligible'],
    ['404, because a wrong address must not end a tap', () => json({}, { status: 404 }), 'unintelligible'],
    ['200 without a token', () => json({ token_type: 'bearer' }), 'unintelligible'],
    [
      'a token with characters that a header cannot have',
      () => json({ access_token: 'a\r\nx-evil: 1' }),
      'unintelligible',
    ],
    ['an empty token', () => json({ access_token: '' }), 'unintelligible'],
  ])('counts as unavailable, never as refused, with %s', async (_, token, cause) => {
    const { client, signal } = scriptedPlatform({ token })
    expect(await client.act({ orderId: 'o', action: 'confirm' }, signal)).toMatchObject({ kind: 'unavailable', cause })
  })

  it('waits for the Retry-After of the token endpoint', async () => {
    const { client, tokenCalls, signal, pass } = scriptedPlatform({
      token: (_, count) =>
        count === 1 ? json({}, { status: 429, headers: { 'retry-after': '120' } }) : granted('late'),
    })
    expect(await client.poll(signal)).toMatchObject({ cause: 'throttled', retryAfterMs: 120_000 })
    pass(50_000)
    expect(await client.poll(signal)).toMatchObject({ cause: 'throttled', retryAfterMs: 70_000 })
    expect(tokenCalls).toHaveLength(1)
    pass(70_000)
    expect(await client.poll(signal)).toEqual({ kind: 'events', events: [] })
  })
})

it('a token is also read from an answer that wraps it', async () => {
  const { client, calls, signal } = scriptedPlatform({ token: () => json({ code: 0, data: { accessToken: 'inner' } }) })
  await client.poll(signal)
  expect(bearerOf(calls[0])).toBe('Bearer inner')
})

describe('a stored token', () => {
  it('is renewed early during a call, which uses the old token', async () => {
    const { client, calls, tokenCalls, signal, pass } = scriptedPlatform({})
    await client.poll(signal)
    pass(3_059_000)
    await client.poll(signal)
    expect(tokenCalls).toHaveLength(1)
    pass(2_000)
    await client.poll(signal)
    expect(bearerOf(calls[2])).toBe('Bearer token-1')
    await expect.poll(() => tokenCalls.length).toBe(2)
    await client.poll(signal)
    expect(bearerOf(calls[3])).toBe('Bearer token-2')
  })

  it('is still used after a failed early renewal, which is repeated a minute later', async () => {
    const { client, tokenCalls, calls, signal, pass } = scriptedPlatform({
      token: (_, count) => (count === 2 ? json({}, { status: 503 }) : granted(`token-${count}`)),
    })
    await client.poll(signal)
    pass(3_100_000)
    for (let round = 0; round < 5; round += 1) expect((await client.poll(signal)).kind).toBe('events')
    await expect.poll(() => tokenCalls.length).toBe(2)
    pass(MINUTE_MS)
    await client.poll(signal)
    await expect.poll(() => tokenCalls.length).toBe(3)
    await client.poll(signal)
    expect(bearerOf(calls.at(-1))).toBe('Bearer token-3')
  })

  it('is not used for other credentials', async () => {
    const { client, tokenCalls, calls, signal, useConnection } = scriptedPlatform({})
    await client.poll(signal)
    useConnection({ clientSecret: 'another secret' })
    await client.poll(signal)
    expect(tokenCalls).toHaveLength(2)
    expect(tokenCalls[1]?.body).toContain('another+secret')
    expect(bearerOf(calls[1])).toBe('Bearer token-2')
  })

  it('is not replaced by the answer to a request with old credentials', async () => {
    const first = Promise.withResolvers<Response>()
    const { client, calls, tokenCalls, signal, useConnection } = scriptedPlatform({
      token: (_, count) => (count === 1 ? first.promise : granted(`token-${count}`)),
    })
    const old = client.poll(signal)
    await expect.poll(() => tokenCalls.length).toBe(1)
    useConnection({ clientId: 'client-2' })
    await client.poll(signal)
    first.resolve(granted('of-the-old'))
    await old
    await client.poll(signal)
    expect(bearerOf(calls.at(-1))).toBe('Bearer token-2')
  })
})

describe('a 401 answer to a call', () => {
  const refuses =
    (tokens: readonly string[], answer = () => json({ code: 'UNAUTHORIZED' }, { status: 401 })) =>
    (sent: { readonly headers: Headers }) =>
      tokens.includes(bearerOf(sent)?.slice('Bearer '.length) ?? '') ? answer() : json([])

  it.each([
    ['JSON', () => json({ code: 'UNAUTHORIZED' }, { status: 401 })],
    ['the page of a web server', () => page(401)],
    ['400 with a code', () => json({ code: 'TOKEN_EXPIRED' }, { status: 400 })],
    ['400 with a title', () => json({ title: 'Token inválido', status: 400 }, { status: 400 })],
    ['403 of OAuth', () => json({ error: 'invalid_token', error_description: 'expired' }, { status: 403 })],
    ['403 of a gateway', () => json({ error: { code: 16, message: 'UNAUTHENTICATED' } }, { status: 403 })],
  ])('causes one renewal and one repetition, also as %s', async (_, answer) => {
    const { client, tokenCalls, calls, signal } = scriptedPlatform({ call: refuses(['token-1'], answer) })
    expect(await client.poll(signal)).toEqual({ kind: 'events', events: [] })
    expect(tokenCalls).toHaveLength(2)
    expect(calls.map(bearerOf)).toEqual(['Bearer token-1', 'Bearer token-2'])
  })

  it('is not another refusal, nor that of a customer’s code', async () => {
    const refused = refuses(['token-1'], () => json({ code: 'INVALID_STATE' }, { status: 400 }))
    const { client, tokenCalls, signal } = scriptedPlatform({ call: refused })
    expect(await client.act({ orderId: 'o', action: 'confirm' }, signal)).toMatchObject({ kind: 'refused' })
    expect(tokenCalls).toHaveLength(1)
    const ofCode = scriptedPlatform({
      call: refuses(['token-1'], () => json({ title: 'Token inválido' }, { status: 400 })),
    })
    expect(await ofCode.client.validateCode('o', '1', signal)).toEqual({ kind: 'invalid' })
    expect(ofCode.calls).toHaveLength(1)
  })

  it('causes no further repetition after the second 401', async () => {
    const { client, tokenCalls, calls, signal } = scriptedPlatform({ call: refuses(['token-1', 'token-2']) })
    expect(await client.poll(signal)).toEqual({ kind: 'unauthorized', cause: 'credentials-refused' })
    expect(tokenCalls).toHaveLength(2)
    expect(calls).toHaveLength(2)
  })

  it('with a page that stays after a renewal does not mean that the credentials are refused', async () => {
    const { client, tokenCalls, signal } = scriptedPlatform({ call: () => page(401) })
    for (let round = 0; round < 3; round += 1) {
      expect(await client.poll(signal)).toMatchObject({ kind: 'unavailable', cause: 'unintelligible' })
    }
    expect(tokenCalls).toHaveLength(2)
  })

  it('does not cause a token request for every call while new tokens are refused', async () => {
    const { client, tokenCalls, signal, pass } = scriptedPlatform({
      call: () => json({}, { status: 401 }),
    })
    for (let round = 0; round < 10; round += 1) {
      expect(await client.poll(signal)).toEqual({ kind: 'unauthorized', cause: 'credentials-refused' })
    }
    expect(tokenCalls).toHaveLength(2)
    pass(30_000)
    await client.poll(signal)
    expect(tokenCalls).toHaveLength(3)
  })
})

it('the log never contains a secret, a token or the address', async () => {
  const { client, log, signal } = scriptedPlatform({
    call: () => json({}, { status: 500 }),
    token: (_, count) => (count === 1 ? json({ error: 'invalid_client' }, { status: 401 }) : granted('token-x')),
  })
  await client.poll(signal)
  await client.readOrder('o-1', signal)
  const text = JSON.stringify(log.lines)
  expect(log.lines.length).toBeGreaterThan(0)
  for (const secret of [
    CONNECTION.clientSecret,
    CONNECTION.apiUrl,
    'hash-of-the-app',
    'token-x',
    CONNECTION.clientId,
  ]) {
    expect(text).not.toContain(secret)
  }
})
