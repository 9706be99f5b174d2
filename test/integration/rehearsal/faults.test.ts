import { describe, expect, it } from 'vitest'
import { POISON_EVENTS, type PoisonEvent } from '../../fixtures/rehearsal/poison-events.ts'
import { eventIdsOf, startTestPlatform } from './test-platform.ts'

const CALLER_PATIENCE_MS = 200

describe('the faults of the practice platform', () => {
  it('answer a number of requests with a status, and with Retry-After in each form', async () => {
    const { platform, login, poll } = await startTestPlatform()
    await login()
    platform.fault({ routes: ['poll'], skip: 1, times: 2, effect: { kind: 'status', status: 503 } })
    expect([await poll(), await poll(), await poll(), await poll()].map((answer) => answer.status)).toEqual([
      204, 503, 503, 204,
    ])
    const retryAfter = async (value: number | string | { readonly inMs: number }) => {
      platform.fault({ routes: ['poll'], times: 1, effect: { kind: 'status', status: 429, retryAfter: value } })
      return (await poll()).headers.get('retry-after')
    }
    expect(await retryAfter(7)).toBe('7')
    expect(await retryAfter('soon')).toBe('soon')
    expect(Date.parse((await retryAfter({ inMs: 60_000 })) ?? '') - Date.now()).toBeGreaterThan(55_000)
  })

  it('record a violation when the caller does not wait for Retry-After', async () => {
    let now = Date.now()
    const { platform, login, poll, kinds } = await startTestPlatform({ now: () => now })
    await login()
    platform.fault({ routes: ['poll'], times: 1, effect: { kind: 'status', status: 429, retryAfter: 5 } })
    await poll()
    now += 4_000
    await poll()
    expect(kinds()).toEqual(['retried-too-early'])
    now += 1_000
    await poll()
    expect(kinds()).toHaveLength(1)
  })

  it('begin and end at their times', async () => {
    let now = Date.now()
    const { platform, login, poll } = await startTestPlatform({ now: () => now })
    await login()
    platform.fault({ routes: ['poll'], afterMs: 1000, forMs: 1000, effect: { kind: 'status', status: 500 } })
    const statuses: number[] = []
    for (let step = 0; step < 4; step += 1) {
      statuses.push((await poll()).status)
      now += 700
    }
    expect(statuses).toEqual([204, 204, 500, 204])
  })

  it('lose the answer before or after the step was applied', async () => {
    const { platform, login, act } = await startTestPlatform()
    await login()
    const { id } = platform.place()
    platform.fault({ routes: ['confirm'], times: 1, effect: { kind: 'reset' } })
    await expect(act(id, 'confirm')).rejects.toThrow()
    expect(platform.order(id)?.status).toBe('CREATED')
    platform.fault({ routes: ['confirm'], times: 1, effect: { kind: 'reset', applied: true } })
    await expect(act(id, 'confirm')).rejects.toThrow()
    expect(platform.order(id)?.status).toBe('CONFIRMED')
    platform.fault({ routes: ['preparing'], times: 1, effect: { kind: 'status', status: 502, applied: true } })
    expect((await act(id, 'preparing')).status).toBe(502)
    expect(platform.order(id)?.status).toBe('PREPARING')
    expect(platform.requestLog.appliedFor(id, 'confirm').map((entry) => entry.ending)).toEqual(['reset'])
  })

  it('give no answer until the caller disconnects, and record this', async () => {
    const { platform, login, send, poll, kinds } = await startTestPlatform()
    await login()
    platform.fault({ routes: ['poll'], times: 1, effect: { kind: 'hang' } })
    const gone = send('GET', '/events:polling', { signal: AbortSignal.timeout(CALLER_PATIENCE_MS) })
    await expect(gone).rejects.toThrow()
    await expect.poll(() => platform.requestLog.requestsTo('poll')[0]?.ending).toBe('hang')
    expect((await poll()).status).toBe(204)
    expect(kinds()).toEqual([])
  })

  it('cut a body in the middle; such a page does not count as delivered', async () => {
    const { platform, login, poll } = await startTestPlatform()
    await login()
    platform.place()
    platform.fault({ routes: ['poll'], times: 1, effect: { kind: 'truncated' } })
    await expect(poll()).rejects.toThrow()
    expect(platform.requestLog.unacknowledged()).toEqual([])
    expect(eventIdsOf((await poll()).json)).toEqual(platform.requestLog.unacknowledged())
  })

  it('answer with a login page, another content type, or any text', async () => {
    const { platform, login, act, poll } = await startTestPlatform()
    await login()
    const { id } = platform.place()
    platform.fault({ times: 1, effect: { kind: 'html' } })
    const page = await act(id, 'confirm')
    expect([page.status, page.headers.get('content-type'), page.text.startsWith('<!doctype html>')]).toEqual([
      200,
      'text/html; charset=utf-8',
      true,
    ])
    expect(platform.order(id)?.status).toBe('CREATED')
    platform.fault({ times: 1, effect: { kind: 'content-type', value: 'text/plain' } })
    expect((await poll()).headers.get('content-type')).toBe('text/plain')
    platform.fault({ times: 1, effect: { kind: 'text', text: '[]' } })
    expect((await poll()).text).toBe('[]')
  })

  it('duplicate, shuffle and repeat events', async () => {
    const { platform, login, poll, acknowledge } = await startTestPlatform()
    await login()
    for (let count = 0; count < 10; count += 1) platform.place()
    const ids = eventIdsOf((await poll()).json)
    platform.fault({ routes: ['poll'], times: 1, effect: { kind: 'duplicated' } })
    expect(eventIdsOf((await poll()).json)).toEqual([...ids, ...ids])
    platform.fault({ routes: ['poll'], times: 1, effect: { kind: 'shuffled' } })
    const mixed = eventIdsOf((await poll()).json)
    expect(mixed).not.toEqual(ids)
    expect([...mixed].sort()).toEqual([...ids].sort())
    await acknowledge(ids)
    platform.fault({ routes: ['poll'], times: 1, effect: { kind: 'replayed', maxEvents: 3 } })
    expect(eventIdsOf((await poll()).json)).toEqual(ids.slice(0, 3))
    expect(platform.requestLog.unacknowledged()).toEqual(ids.slice(0, 3))
    await acknowledge(ids.slice(0, 3))
    expect(platform.requestLog.wasEachEventAcknowledgedAfterDelivery()).toBe(true)
  })

  it('send malformed events of every kind, until they are acknowledged or were sent often enough', async () => {
    const { platform, login, poll, acknowledge, kinds } = await startTestPlatform()
    await login()
    // The names are read from the table.
    const all = Object.keys(POISON_EVENTS) as PoisonEvent[]
    for (const kind of all) platform.poisonEvent(kind)
    const page = await poll()
    expect(page.json).toHaveLength(all.length)
    await acknowledge(eventIdsOf(page.json).filter((id) => id !== ''))
    expect((await poll()).status).toBe(204)
    expect(kinds()).toEqual([])
  })

  it('refuse every connection during an outage, and none after it', async () => {
    const { platform, login, poll } = await startTestPlatform()
    await login()
    for (const how of ['refuse', 'reset'] as const) {
      await platform.beginOutage(how)
      await expect(poll()).rejects.toThrow()
      await expect(poll()).rejects.toThrow()
      await platform.endOutage()
      expect((await poll()).status).toBe(204)
    }
    await platform.beginOutage('refuse')
    await platform.close()
  })
})
