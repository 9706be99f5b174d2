import { describe, expect, it } from 'vitest'
import type { Unavailable } from '../../../electron/platform/answers.ts'
import { parseApiRoot } from '../../../electron/platform/api-root.ts'
import { setbackOf } from '../../../electron/platform/setback.ts'
import { granted, json, page, scriptedPlatform } from './scripted-platform.ts'

const MEBIBYTE = 1_024 * 1_024
const empty = (status: number, headers: Record<string, string> = {}) => new Response(null, { status, headers })

describe('the failure of an answer', () => {
  const body = { kind: 'none' } as const
  const unavailable = (cause: Unavailable['cause'], status: number) => ({ kind: 'unavailable', cause, status })

  it.each([
    [199, unavailable('unintelligible', 199)],
    [200, undefined],
    [202, undefined],
    [299, undefined],
    [300, unavailable('unintelligible', 300)],
    [399, unavailable('unintelligible', 399)],
    [400, { kind: 'refused', status: 400 }],
    [401, { kind: 'refused', status: 401 }],
    [407, unavailable('unintelligible', 407)],
    [408, unavailable('timeout', 408)],
    [409, { kind: 'refused', status: 409 }],
    [428, { kind: 'refused', status: 428 }],
    [429, unavailable('throttled', 429)],
    [499, { kind: 'refused', status: 499 }],
    [500, unavailable('server', 500)],
    [599, unavailable('server', 599)],
  ])('of %i', (status, setback) => {
    expect(setbackOf({ kind: 'reply', status, body })).toEqual(setback)
  })
})

describe('an API root', () => {
  it('ends after the last version in its path', () => {
    const urlOf = (path: string) => {
      const parsed = parseApiRoot(`https://host.test${path}`)
      return parsed.ok ? [parsed.value.url, parsed.value.masked] : parsed.code
    }
    expect(urlOf('/od/v2/h/od/v2/orders/x')).toEqual([
      'https://host.test/od/v2/h/od/v2',
      'https://host.test/od/v2/***/od/v2',
    ])
    expect(urlOf('/od/h/v2')).toEqual(['https://host.test/od/h/v2/od/v2', 'https://host.test/od/h/***/od/v2'])
    expect(urlOf('/h/od')).toEqual(['https://host.test/h/od/od/v2', 'https://host.test/h/***/od/v2'])
    expect(urlOf('/a/Od/V2')).toEqual(['https://host.test/a/od/v2', 'https://host.test/***/od/v2'])
  })
})

describe('an exchange', () => {
  it('requests JSON and sends the token; a JSON body has its content type', async () => {
    const { client, calls, tokenCalls, signal } = scriptedPlatform({ call: () => empty(202) })
    await client.poll(signal)
    await client.acknowledge([{ eventId: 'e', orderId: 'o', eventType: 'CREATED' }], signal)
    const headersOf = (sent: (typeof calls)[number] | undefined) => Object.fromEntries(sent?.headers ?? [])
    expect(headersOf(calls[0])).toEqual({ accept: 'application/json', authorization: 'Bearer token-1' })
    expect(headersOf(calls[1])).toEqual({
      accept: 'application/json',
      authorization: 'Bearer token-1',
      'content-type': 'application/json',
    })
    expect(headersOf(tokenCalls[0])).toEqual({
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
    })
    expect(Object.hasOwn(calls[0]?.init ?? {}, 'body')).toBe(false)
  })

  it.each([
    ['poll', 16],
    ['read', 4],
    ['act', 1],
    ['acknowledge', 1],
    ['validateCode', 1],
  ] as const)('for %s reads at most %i MiB', async (name, mebibytes) => {
    const sized = (bytes: number) => async () => {
      const text = `[${' '.repeat(bytes - 2)}]`
      const { client, signal } = scriptedPlatform({ call: () => new Response(text) })
      const calls = {
        poll: () => client.poll(signal),
        read: () => client.readOrder('o', signal),
        act: () => client.act({ orderId: 'o', action: 'confirm' }, signal),
        acknowledge: () => client.acknowledge([{ eventId: 'e', orderId: 'o', eventType: 'X' }], signal),
        validateCode: () => client.validateCode('o', '1', signal),
      }
      return calls[name]()
    }
    expect((await sized(mebibytes * MEBIBYTE)()).kind).not.toBe('unavailable')
    expect(await sized(mebibytes * MEBIBYTE + 1)()).toMatchObject({ kind: 'unavailable', cause: 'unintelligible' })
  })

  it('is logged with its name, failure and duration when it fails, and not logged when it succeeds', async () => {
    const world = scriptedPlatform({
      call: (_, count) => {
        world.pass(250.4)
        const answer = [empty(204), empty(400), empty(399), empty(503), page(302)][count - 1]
        if (answer === undefined) throw new TypeError('fetch failed')
        return answer
      },
    })
    for (let times = 0; times < 6; times += 1) await world.client.poll(world.signal)
    const about = { route: 'poll', durationMs: 250 }
    expect(world.log.lines.slice(1)).toEqual([
      { level: 'info', event: 'platform-call-refused', fields: { ...about, status: 400 } },
      { level: 'info', event: 'platform-call-failed', fields: { ...about, status: 399, cause: 'unintelligible' } },
      { level: 'info', event: 'platform-call-refused', fields: { ...about, status: 503 } },
      { level: 'info', event: 'platform-call-failed', fields: { ...about, status: 302, cause: 'unintelligible' } },
      { level: 'info', event: 'platform-call-failed', fields: { ...about, status: undefined, cause: 'network' } },
    ])
  })

  it('reads the platform’s clock from the answer, for the middle between request and answer', async () => {
    const world = scriptedPlatform({
      call: () => {
        const headers = { date: new Date(world.now() + 60_000).toUTCString() }
        world.pass(400)
        return json([], { headers })
      },
    })
    await world.client.poll(world.signal)
    expect(world.offsetMs()).toBe(60_300)
  })

  it('renews the token once when the repeated call fails differently, and returns that failure', async () => {
    const { client, signal, tokenCalls, log } = scriptedPlatform({
      call: (_, count) => empty(count === 1 ? 401 : 503),
    })
    expect(await client.poll(signal)).toMatchObject({ cause: 'server', status: 503 })
    expect(tokenCalls).toHaveLength(2)
    expect(log.lines.map(({ event }) => event)).not.toContain('platform-fresh-token-refused')
  })

  it.each(['{"valid":', '{"valid":fals', '[{"isValid":false}'])(
    'does not know whether a code is right when 200 comes with the cut body %s',
    async (body) => {
      const { client, signal } = scriptedPlatform({ call: () => new Response(body) })
      expect(await client.validateCode('o', '1', signal)).toMatchObject({
        kind: 'unavailable',
        cause: 'unintelligible',
      })
    },
  )
})

describe('a token', () => {
  it.each(['a b', ' a', 'a\u007f', 'ção', 7, null])('%j cannot be sent in a header', async (accessToken) => {
    const { client, signal } = scriptedPlatform({ token: () => json({ access_token: accessToken }) })
    expect(await client.poll(signal)).toEqual({ kind: 'unavailable', cause: 'unintelligible', status: 200 })
  })

  it('that was refused is requested again after five seconds, not earlier', async () => {
    const { client, signal, tokenCalls, pass } = scriptedPlatform({ token: () => empty(401) })
    await client.poll(signal)
    pass(4_999)
    expect(await client.poll(signal)).toEqual({ kind: 'unauthorized', cause: 'credentials-refused' })
    expect(tokenCalls).toHaveLength(1)
    pass(1)
    await client.poll(signal)
    expect(tokenCalls).toHaveLength(2)
  })

  it('is used until its end and not a millisecond longer', async () => {
    const { client, signal, calls, pass, tokenCalls } = scriptedPlatform({
      token: (_, count) => (count === 1 ? granted('first', 60) : empty(503)),
    })
    await client.poll(signal)
    pass(59_999)
    expect(await client.poll(signal)).toMatchObject({ kind: 'events' })
    await expect.poll(() => tokenCalls.length).toBe(2)
    pass(1)
    expect(await client.poll(signal)).toMatchObject({ kind: 'unavailable', cause: 'server' })
    expect(calls).toHaveLength(2)
  })

  it('whose early renewal was throttled is renewed when the platform allows it, not a minute later', async () => {
    const { client, signal, pass, tokenCalls } = scriptedPlatform({
      token: (_, count) => (count === 2 ? empty(429, { 'retry-after': '120' }) : granted(`t${count}`, 3_600)),
    })
    await client.poll(signal)
    pass(3_061_000)
    await client.poll(signal)
    await expect.poll(() => tokenCalls.length).toBe(2)
    pass(119_999)
    await client.poll(signal)
    await client.poll(signal)
    expect(tokenCalls).toHaveLength(2)
    pass(1)
    await client.poll(signal)
    await expect.poll(() => tokenCalls.length).toBe(3)
  })

  it('causes a rejection when the source of the credentials throws, because this is a defect', async () => {
    const { client, signal } = scriptedPlatform({ parts: { connection: () => Promise.reject(new Error('defect')) } })
    await expect(client.poll(signal)).rejects.toThrow('defect')
  })
})
