import { expect, it, onTestFinished } from 'vitest'
import { fetchOver } from '../../../electron/platform/web-fetch.ts'
import { startRehearsalPlatform } from '../../../electron/rehearsal/platform.ts'
import { probeConnection } from '../../../electron/setup/probe.ts'
import type { ProbeReport } from '../../../shared/setup.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'

async function bench() {
  const platform = await startRehearsalPlatform({})
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

it('the connection test reads the declaration of the practice platform, with one call and nothing to complain of', async () => {
  const { platform, probe } = await bench()
  expect(await probe()).toMatchObject({ mayKeep: true, declared: { clientIds: 'by-app' } })
  expect(platform.ledger.entries().map(({ route }) => route)).toEqual(['token', 'poll', 'discovery'])
  expect(platform.ledger.violations()).toEqual([])
})

it.each([
  ['is missing', { kind: 'status', status: 404 }],
  ['is a page', { kind: 'html' }],
  ['never comes', { kind: 'hang' }],
] as const)(
  'the connection test passes where the declaration %s',
  async (_how, effect) => {
    const { platform, probe } = await bench()
    platform.fault({ routes: ['discovery'], effect })
    const report = await probe()
    expect(report).toMatchObject({ waiting: 0, mayKeep: true })
    expect(report).not.toHaveProperty('declared')
    expect(report).not.toHaveProperty('fault')
  },
  15_000,
)
