import { EventEmitter } from 'node:events'
import type { ClientRequestConstructorOptions, Session } from 'electron'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FetchRequest } from '../../../electron/platform/web-fetch.ts'
import { createPlatformFetch, type RequestStart } from '../../../electron/shell/platform-fetch.ts'
import { ClientRequest } from '../../../packages/electron-host/host/client-request.ts'
import type { LoaderEvents, LoaderOptions, UrlLoader } from '../../../packages/electron-host/host/url-loader.ts'

/** The host's `net.request`, which has Electron's events, on a network that the test controls. */

const uncaught: unknown[] = []
const remember = (error: unknown): void => void uncaught.push(error)

beforeEach(() => {
  uncaught.length = 0
  process.on('uncaughtException', remember)
})
afterEach(() => {
  process.off('uncaughtException', remember)
  expect(uncaught).toEqual([])
})

function setUp() {
  const loader = new EventEmitter<LoaderEvents>()
  const seen: { options?: ClientRequestConstructorOptions; sent?: LoaderOptions; cancels: number } = { cancels: 0 }
  const started = Promise.withResolvers<void>()
  const load = (options: LoaderOptions): UrlLoader => {
    seen.sent = options
    started.resolve()
    const cancel = (): void => {
      seen.cancels += 1
    }
    return Object.assign(loader, { cancel })
  }
  // The host's class has every member of Electron's that the adapter uses. Any other member throws with its name.
  const start = (({ session, ...options }: ClientRequestConstructorOptions) => {
    seen.options = options
    steps.push(`request ${session === undefined ? 'without a session' : nameOf.get(session)}`)
    return new ClientRequest(options, load)
  }) as unknown as RequestStart
  const steps: string[] = []
  const nameOf = new Map<Session, string>()
  const openSession = (name: string): Session => {
    const closeAllConnections = async (): Promise<void> => void steps.push(`close ${name}`)
    // The adapter uses no other member.
    const session = { closeAllConnections } as Session
    nameOf.set(session, name)
    return session
  }
  const platformFetch = createPlatformFetch(start, openSession)
  const abort = new AbortController()
  let progress = 0
  const fetch = (more: Partial<FetchRequest> = {}) =>
    platformFetch({
      method: 'GET',
      url: 'https://orders.example.test/od/v2/events:polling',
      headers: { accept: 'application/json' },
      maxBytes: 100,
      signal: abort.signal,
      onProgress: () => {
        progress += 1
      },
      ...more,
    })
  const head = (statusCode: number, headers: Readonly<Record<string, readonly string[]>> = {}) =>
    loader.emit('response-started', {
      statusCode,
      statusMessage: '',
      httpVersion: { major: 1, minor: 1 },
      headers,
      rawHeaders: [],
    })
  const chunk = (text: string) => loader.emit('data', Buffer.from(text), () => undefined)
  return { fetch, loader, seen, steps, abort, started: started.promise, head, chunk, progress: () => progress }
}

const settled = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)))

describe('the fetch over net.request', () => {
  it('sends no cookies, uses no cache, follows no redirect, and has a higher priority for an urgent request', async () => {
    const { fetch, seen, started, head, loader } = setUp()
    const outcome = fetch({ method: 'POST', body: '{"a":"ã"}', isUrgent: true })
    await started
    expect(seen.options).toMatchObject({
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'manual',
      priority: 'highest',
    })
    expect(seen.options).not.toHaveProperty('useSessionCookies')
    expect(seen.sent).toMatchObject({ method: 'POST', body: Buffer.from('{"a":"ã"}') })
    head(202, { date: ['Sun, 22 Nov 2026 12:00:00 GMT'], 'x-many': ['1', '2'] })
    loader.emit('complete')
    const answer = await outcome
    if (answer.kind !== 'answer') throw new Error('no answer')
    expect(answer.status).toBe(202)
    expect(['date', 'x-many', 'retry-after', 'constructor'].map(answer.header)).toEqual([
      'Sun, 22 Nov 2026 12:00:00 GMT',
      '1, 2',
      null,
      null,
    ])
    expect(seen.cancels).toBe(0)
  })

  it('sends a POST with a session that no other call uses, after its connections were closed', async () => {
    const { fetch, loader, steps } = setUp()
    const both = [fetch({ method: 'POST' }), fetch({ method: 'POST' })]
    await expect.poll(() => steps.length).toBe(4)
    loader.emit('error', 'net::ERR_EMPTY_RESPONSE')
    await Promise.all(both)
    for (const method of ['POST', 'GET'] as const) {
      const last = fetch({ method })
      await expect.poll(() => steps.at(-1)).toContain('request')
      await settled()
      loader.emit('error', 'net::ERR_EMPTY_RESPONSE')
      await last
    }
    expect(steps).toEqual([
      ...['close calls-0', 'close calls-1', 'request calls-0', 'request calls-1'],
      ...['close calls-1', 'request calls-1', 'request without a session'],
    ])
  })

  it('joins the pieces of a body, and reports each piece', async () => {
    const { fetch, started, head, loader, progress } = setUp()
    const outcome = fetch()
    await started
    head(200)
    const [first, second] = [Buffer.from('ção').subarray(0, 1), Buffer.from('ção').subarray(1)]
    const third = Buffer.from(' ✓')
    for (const piece of [first, second, third]) loader.emit('data', piece, () => undefined)
    loader.emit('complete')
    expect(await outcome).toMatchObject({ kind: 'answer', bytes: Buffer.from('ção ✓') })
    expect(progress()).toBe(4)
  })

  it('counts a 204 as answered, regardless of later events of its stream', async () => {
    const { fetch, started, head, loader } = setUp()
    const outcome = fetch()
    await started
    head(204)
    loader.emit('error', 'net::ERR_HTTP2_PROTOCOL_ERROR')
    expect(await outcome).toMatchObject({ kind: 'answer', status: 204, bytes: Buffer.alloc(0) })
    await settled()
  })

  it('fails with the network’s message before and during an answer', async () => {
    for (const hasHead of [false, true]) {
      const { fetch, started, head, chunk, loader } = setUp()
      const outcome = fetch()
      await started
      if (hasHead) {
        head(200)
        chunk('{"half":')
      }
      loader.emit('error', 'net::ERR_NETWORK_CHANGED')
      expect(await outcome).toEqual({ kind: 'failed', error: new Error('net::ERR_NETWORK_CHANGED') })
      await settled()
    }
  })

  it('stops reading and closes the connection beyond the limit', async () => {
    const { fetch, started, head, chunk, seen } = setUp()
    const outcome = fetch({ maxBytes: 10 })
    await started
    head(200)
    chunk('12345678')
    chunk('901')
    expect(await outcome).toMatchObject({ kind: 'answer', status: 200, bytes: undefined })
    expect(seen.cancels).toBeGreaterThan(0)
  })

  it.each(['before it starts', 'before the head', 'during the body'])(
    'ends with the reason of an abort %s',
    async (when) => {
      const { fetch, started, head, chunk, abort, seen, loader } = setUp()
      const reason = new Error('stopped')
      if (when === 'before it starts') abort.abort(reason)
      const outcome = fetch()
      if (when !== 'before it starts') {
        await started
        if (when === 'during the body') {
          head(200)
          chunk('half')
        }
        abort.abort(reason)
        expect(seen.cancels).toBe(1)
        loader.emit('error', 'net::ERR_ABORTED')
      }
      expect(await outcome).toEqual({ kind: 'failed', error: reason })
      await settled()
    },
  )

  it('returns a redirect unchanged', async () => {
    const { fetch, started, loader, seen } = setUp()
    const outcome = fetch()
    await started
    const info = { statusCode: 307, newMethod: 'GET', newUrl: 'https://login.example.test/' }
    loader.emit('redirect', info, { date: ['Sun, 22 Nov 2026 12:00:00 GMT'] })
    const answer = await outcome
    expect(answer).toMatchObject({ kind: 'answer', status: 307, bytes: Buffer.alloc(0) })
    expect(answer.kind === 'answer' && answer.header('date')).toBe('Sun, 22 Nov 2026 12:00:00 GMT')
    expect(seen.cancels).toBe(1)
    await settled()
  })
})
