import { afterEach, describe, expect, it } from 'vitest'
import { createPlatformClient } from '../../../electron/platform/client.ts'
import { fetchOver } from '../../../electron/platform/web-fetch.ts'
import { DEFAULT_SETTINGS } from '../../../shared/contract/settings.ts'
import { ok } from '../../../shared/result.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'
import { createRecordedMemoryPlatform } from '../../fixtures/platform/memory-platform.ts'
import { createVirtualClock } from '../../fixtures/virtual-clock.ts'
import { startVirtualKitchen, type VirtualKitchen, type VirtualKitchenOptions } from '../../fixtures/virtual-kitchen.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const CALLERS = 100

let kitchen: VirtualKitchen | undefined
afterEach(async () => {
  await kitchen?.end()
  kitchen = undefined
})
const start = (options?: VirtualKitchenOptions): VirtualKitchen => {
  kitchen = startVirtualKitchen(options)
  return kitchen
}

describe('the token', () => {
  it(`${CALLERS} simultaneous calls that need a token cause one token request, at the start and after it has expired`, async () => {
    const clock = createVirtualClock()
    const platform = createRecordedMemoryPlatform({
      now: clock.now,
      seed: 1,
      wait: (ms) =>
        new Promise((resolve) => {
          clock.setTimer(ms, resolve)
        }),
    })
    const { apiUrl, clientId, clientSecret } = platform
    const client = createPlatformClient({
      fetch: fetchOver((url, init) =>
        platform.fetch(url, {
          method: init.method ?? 'GET',
          headers: new Headers(init.headers),
          body: typeof init.body === 'string' ? init.body : null,
        }),
      ),
      connection: () => Promise.resolve(ok({ apiUrl, clientId, clientSecret, scope: 'od.orders' })),
      dialect: () => DEFAULT_SETTINGS.dialect,
      now: clock.now,
      monotonicNow: clock.monotonic,
      random: () => 0.5,
      log: createMemoryLog(),
    })
    const { signal } = new AbortController()
    platform.fault({ routes: ['token'], effect: { kind: 'delay', ms: 700 } })
    const { id } = platform.place()
    const callAtOnce = async (): Promise<ReadonlySet<string>> => {
      const calls = Array.from({ length: CALLERS }, () => client.readOrder(id, signal))
      await clock.advance(5 * SECOND)
      return new Set((await Promise.all(calls)).map(({ kind }) => kind))
    }
    const tokenCalls = () => platform.requestLog.requestsTo('token').length

    expect(await callAtOnce()).toEqual(new Set(['order']))
    expect(tokenCalls()).toBe(1)
    platform.revokeTokens()
    expect(await callAtOnce()).toEqual(new Set(['order']))
    expect(tokenCalls()).toBe(2)
    // After the time of the early renewal. During a renewal the calls use the old token.
    await clock.advance(55 * MINUTE)
    expect(await callAtOnce()).toEqual(new Set(['order']))
    expect(tokenCalls()).toBe(3)
    await clock.advance(2 * HOUR)
    expect(await callAtOnce()).toEqual(new Set(['order']))
    expect(tokenCalls()).toBe(4)
    expect(platform.requestLog.violations()).toEqual([])
  })
})

describe('a secret that is revoked during a shift', () => {
  it('keeps the board, shows what to do, keeps the taps and sends them with the new secret', async () => {
    const { platform, advance, core, ticket, tap, useConnection } = start()
    const ids = Array.from({ length: 5 }, () => platform.place({ orderType: 'DELIVERY', orderTiming: 'INSTANT' }).id)
    await advance(10 * MINUTE)
    for (const id of ids) expect(ticket(id)?.status).toBe('CREATED')

    useConnection({ clientSecret: 'no longer right' })
    platform.revokeTokens()
    await advance(40 * SECOND)
    expect(core().snapshot().freshness).toMatchObject({ state: 'setup', trouble: 'credentials-refused' })
    for (const id of ids) expect(tap(id, 'confirm')).toMatchObject({ ok: true })
    const callsBefore = platform.requestLog.requestsTo('token').length
    await advance(2 * HOUR)
    expect(core().snapshot().tickets).toHaveLength(5)
    expect(core().snapshot().unsettledTaps).toBe(5)
    for (const id of ids) expect(ticket(id)).toMatchObject({ status: 'CREATED', tap: { truth: 'queued' } })
    // At most one token request for each poll, also when other calls need a token.
    expect(platform.requestLog.requestsTo('token').length - callsBefore).toBeLessThanOrEqual(250)
    expect(platform.requestLog.violations()).toEqual([])

    useConnection({ clientSecret: platform.clientSecret })
    core().pollNow()
    await advance(10 * SECOND)
    expect(core().snapshot().freshness).toMatchObject({ state: 'fresh' })
    for (const id of ids) {
      expect(ticket(id)).toMatchObject({ status: 'CONFIRMED', tap: { truth: 'confirmed' } })
      expect(platform.requestLog.appliedFor(id, 'confirm')).toHaveLength(1)
    }
  })
})

describe('a clock that is wrong', () => {
  it.each([
    ['ten minutes behind', -10 * MINUTE],
    ['a day ahead', DAY],
  ])(
    '%s: ages have the time of the platform’s clock, no call is early, and no tap is lost',
    async (_name, machineAheadMs) => {
      const { platform, clock, advance, core, ticket, tap } = start({
        machineAheadMs,
        platform: { confirmDeadlineMs: 8 * MINUTE },
      })
      await advance(5 * SECOND)
      const placedAt = clock.now()
      const { id } = platform.place({ orderType: 'DELIVERY', orderTiming: 'INSTANT' })
      await advance(35 * SECOND)
      const seen = core().snapshot()
      expect(Math.abs(seen.clock.platformNow - clock.now())).toBeLessThanOrEqual(1_000)
      expect(Math.abs(seen.clock.skewMs + machineAheadMs)).toBeLessThanOrEqual(1_000)
      const age = seen.clock.platformNow - (ticket(id)?.createdAt ?? 0)
      expect(Math.abs(age - (clock.now() - placedAt))).toBeLessThanOrEqual(1_500)
      expect(Math.abs((ticket(id)?.confirmBy ?? 0) - (placedAt + 8 * MINUTE))).toBeLessThanOrEqual(1_000)

      // A date in Retry-After is a time of the platform's clock.
      platform.fault({
        routes: ['confirm'],
        times: 1,
        effect: { kind: 'status', status: 503, retryAfter: { inMs: 60_000 } },
      })
      const tappedAt = clock.now()
      tap(id, 'confirm')
      while (ticket(id)?.tap?.truth !== 'confirmed') {
        await advance(SECOND)
        expect(clock.now() - tappedAt).toBeLessThan(75 * SECOND)
      }
      expect(clock.now() - tappedAt).toBeGreaterThanOrEqual(59 * SECOND)

      // The token's lifetime is measured with the monotonic clock.
      await advance(3 * HOUR)
      expect(platform.requestLog.requestsTo('token').length).toBeLessThanOrEqual(5)
      expect(platform.requestLog.requestsTo('poll').filter(({ status }) => status === 401)).toEqual([])
      expect(core().snapshot().freshness.state).toBe('fresh')
      expect(platform.requestLog.violations()).toEqual([])
    },
  )
})
