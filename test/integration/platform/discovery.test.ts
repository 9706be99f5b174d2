import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openCore } from '../../../electron/composition/open-core.ts'
import { fetchOver, type WebFetch } from '../../../electron/platform/web-fetch.ts'
import { probeConnection } from '../../../electron/setup/probe.ts'
import { createSystemClock } from '../../../electron/sync/clock.ts'
import type { ProbeReport } from '../../../shared/contract/setup.ts'
import { ok } from '../../../shared/result.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'
import { startRecordedPlatform } from '../../fixtures/platform/recorded-platform.ts'
import { waitUntil } from '../../fixtures/wait-until.ts'

async function setUp() {
  const platform = await startRecordedPlatform({})
  onTestFinished(() => platform.close())
  const { apiUrl, clientId, clientSecret } = platform
  const probe = (): Promise<ProbeReport> =>
    probeConnection(
      { apiUrl, clientId, clientSecret, scope: 'od.orders' },
      {
        fetch: fetchOver(fetch),
        wallNow: Date.now,
        monotonicNow: () => performance.now(),
        isOnline: () => true,
        log: createMemoryLog(),
      },
    )
  return { platform, probe }
}

it('the connection test reads the declaration of the practice platform, with one call and no violation', async () => {
  const { platform, probe } = await setUp()
  expect(await probe()).toMatchObject({ mayKeep: true, declared: { clientIds: 'by-app' } })
  expect(platform.requestLog.entries().map(({ route }) => route)).toEqual(['token', 'poll', 'discovery'])
  expect(platform.requestLog.violations()).toEqual([])
})

it.each([
  ['is missing', { kind: 'status', status: 404 }],
  ['is a page', { kind: 'html' }],
] as const)('the connection test passes when the declaration %s', async (_how, effect) => {
  const { platform, probe } = await setUp()
  platform.fault({ routes: ['discovery'], effect })
  const report = await probe()
  expect(report).toMatchObject({ waiting: 0, mayKeep: true })
  expect(report).not.toHaveProperty('declared')
  expect(report).not.toHaveProperty('fault')
})

/**
 * A kitchen with the practice platform. Its long waits last 0.1 s. `declare` can replace the platform's declaration.
 */
async function kitchenAtWork(declare: (url: string) => Response | undefined) {
  const platform = await startRecordedPlatform({})
  const folder = mkdtempSync(join(tmpdir(), 'comanda-discovery-'))
  const { apiUrl, clientId, clientSecret } = platform
  const requested: { readonly url: string; readonly headers: Headers }[] = []
  const web: WebFetch = async (url, init) => {
    if (!url.endsWith('/.well-known/opendelivery')) return fetch(url, init)
    requested.push({ url, headers: new Headers(init.headers) })
    return declare(url) ?? fetch(url, init)
  }
  const clock = createSystemClock()
  const core = openCore({
    folder,
    connection: () => Promise.resolve(ok({ apiUrl, clientId, clientSecret, scope: 'od.orders' })),
    settings: Promise.resolve({ pollIntervalSeconds: 1, undoSeconds: 0 }),
    fetch: fetchOver(web),
    isOnline: () => true,
    clock: { ...clock, setTimer: (ms, task) => clock.setTimer(ms >= 30_000 ? 100 : ms, task) },
    log: createMemoryLog(),
  })
  onTestFinished(async () => {
    await core.stop()
    await platform.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const { id } = platform.place()
  core.start()
  const actions = () => core.snapshot().tickets.find(({ orderId }) => orderId === id)?.actions
  return { platform, core, requested, actions }
}

it('a kitchen shows no button for an operation that the platform declares as unsupported, and all other buttons', async () => {
  const receiver = { supported: true, unsupportedOperations: ['requestCancellation', 'sendOrderTracking'] }
  const { platform, core, requested, actions } = await kitchenAtWork(() =>
    Response.json({ openDelivery: { currentVersion: '2.0' }, capabilities: { orders: { receiver } } }),
  )
  await waitUntil(() => expect(actions()).toEqual(['confirm']))
  for (const { headers } of requested) expect([...headers.keys()]).toEqual(['accept'])
  expect(core.snapshot()).toMatchObject({ freshness: { state: 'fresh' } })
  expect(platform.requestLog.violations()).toEqual([])
})
