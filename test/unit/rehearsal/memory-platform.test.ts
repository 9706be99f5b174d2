import { describe, expect, it } from 'vitest'
import {
  createRecordedMemoryPlatform,
  type MemoryPlatformOptions,
} from '../../fixtures/rehearsal/recorded-memory-platform.ts'

async function aCaller(options: MemoryPlatformOptions = {}) {
  const platform = createRecordedMemoryPlatform({ seed: 1, ...options })
  const login = await platform.fetch(`${platform.apiUrl}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: platform.clientId,
      client_secret: platform.clientSecret,
      scope: 'od.orders',
    }),
  })
  const token: unknown = await login.json()
  const bearer = typeof token === 'object' && token !== null ? Reflect.get(token, 'access_token') : ''
  const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' }
  const call = (method: string, path: string, body?: unknown, signal: AbortSignal | null = null) =>
    platform.fetch(`${platform.apiUrl}${path}`, {
      method,
      headers: body === undefined ? { authorization: headers.authorization } : headers,
      body: body === undefined ? null : JSON.stringify(body),
      signal,
    })
  return { platform, call }
}

describe('the platform without a socket', () => {
  it('answers as over HTTP', async () => {
    const { platform, call } = await aCaller()
    const { id } = platform.place({ orderType: 'TAKEOUT' })
    expect(await (await call('GET', '/events:polling')).json()).toMatchObject([{ orderId: id }])
    const eventIds = platform.requestLog.unacknowledged()
    expect((await call('POST', '/events/acknowledgment', { eventIds })).status).toBe(202)
    expect((await call('GET', '/events:polling')).status).toBe(204)
    expect((await call('POST', `/orders/${id}/confirm`)).status).toBe(202)
    expect((await call('POST', `/orders/${id}/dispatch`)).status).toBe(409)
    const read = await call('GET', `/orders/${id}`)
    expect(await read.json()).toMatchObject({ id, status: 'CONFIRMED' })
    expect(read.headers.get('date')).not.toBeNull()
    expect(platform.requestLog.violations()).toEqual([])
  })

  it('fails as an HTTP connection does', async () => {
    const { platform, call } = await aCaller()
    const { id } = platform.place()
    platform.fault({ routes: ['confirm'], times: 1, effect: { kind: 'reset', applied: true } })
    await expect(call('POST', `/orders/${id}/confirm`)).rejects.toThrow(TypeError)
    expect(platform.order(id)?.status).toBe('CONFIRMED')
    platform.fault({ routes: ['read'], times: 1, effect: { kind: 'truncated' } })
    const broken = await call('GET', `/orders/${id}`)
    await expect(broken.json()).rejects.toThrow(TypeError)
    platform.beginOutage()
    await expect(call('GET', `/orders/${id}`)).rejects.toThrow(TypeError)
    platform.endOutage()
    expect((await call('GET', `/orders/${id}`)).status).toBe(200)
  })

  it('does not answer until the caller aborts', async () => {
    const { platform, call } = await aCaller()
    platform.fault({ routes: ['poll'], times: 1, effect: { kind: 'hang' } })
    const caller = new AbortController()
    const waiting = call('GET', '/events:polling', undefined, caller.signal)
    caller.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
    expect(platform.requestLog.requestsTo('poll')[0]?.ending).toBe('hang')
  })

  it('delays its answers as its options say', async () => {
    const waited: number[] = []
    const { platform, call } = await aCaller({
      wait: async (ms) => {
        waited.push(ms)
      },
    })
    platform.fault({ routes: ['poll'], effect: { kind: 'delay', ms: 5000 } })
    expect((await call('GET', '/events:polling')).status).toBe(204)
    expect(waited).toEqual([5000])
  })
})
