import { describe, expect, it } from 'vitest'
import { json, scriptedPlatform } from './scripted-platform.ts'

describe('a call', () => {
  it('times out when fetch ignores its signal', async () => {
    const { client, signal } = scriptedPlatform({
      call: () => new Promise<Response>(() => undefined),
      parts: { timeoutsMs: { act: 20 } },
    })
    expect(await client.act({ orderId: 'o', action: 'confirm' }, signal)).toEqual({
      kind: 'unavailable',
      cause: 'timeout',
    })
  })

  it('is aborted at once, before and during a call', async () => {
    const { client, calls } = scriptedPlatform({ call: () => new Promise<Response>(() => undefined) })
    const aborted = { kind: 'unavailable', cause: 'aborted' }
    expect(await client.poll(AbortSignal.abort())).toEqual(aborted)
    expect(calls).toEqual([])
    const leaving = new AbortController()
    const answer = client.poll(leaving.signal)
    await expect.poll(() => calls.length).toBe(1)
    leaving.abort()
    expect(await answer).toEqual(aborted)
    expect(calls[0]?.init.signal?.aborted).toBe(true)
  })

  it('sets the platform’s clock from the Date header, and the clock stays stable', async () => {
    let headers: Record<string, string> = {}
    const { client, signal, now, pass, offsetMs } = scriptedPlatform({ call: () => json([], { headers }) })
    const skewMs = 300_000
    const asDate = (epoch: number) => ({ date: new Date(epoch).toUTCString() })
    expect(offsetMs()).toBe(0)
    headers = asDate(now() + skewMs)
    await client.poll(signal)
    const offset = offsetMs()
    expect(Math.abs(offset - skewMs)).toBeLessThanOrEqual(500)
    for (const ms of [137, 901, 450, 999, 73]) {
      pass(ms)
      headers = asDate(now() + offset)
      await client.poll(signal)
      expect(offsetMs()).toBe(offset)
    }
  })

  it('ignores the Date header of a login page, of a cached answer and without a time', async () => {
    const date = new Date(Date.UTC(2030, 0, 1)).toUTCString()
    const answers = [
      () => new Response('<html>', { headers: { date } }),
      () => json([], { headers: { date, age: '3600' } }),
      () => json([], { headers: { date: '2030' } }),
      () => json([], { headers: { date: 'Someday, soon' } }),
    ]
    for (const call of answers) {
      const { client, signal, offsetMs } = scriptedPlatform({ call })
      await client.poll(signal)
      expect(offsetMs()).toBe(0)
    }
  })
})

it('ends as a network failure when fetch throws at once', async () => {
  const { client, signal } = scriptedPlatform({
    parts: {
      fetch: () => {
        throw new TypeError('net::ERR_INTERNET_DISCONNECTED')
      },
    },
  })
  expect(await client.poll(signal)).toEqual({ kind: 'unavailable', cause: 'network' })
})
