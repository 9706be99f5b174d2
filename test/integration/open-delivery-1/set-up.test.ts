import { expect, it, onTestFinished } from 'vitest'
import type { Connection } from '../../../electron/platform/connection.ts'
import { fetchOver } from '../../../electron/platform/web-fetch.ts'
import { probeConnection } from '../../../electron/setup/probe.ts'
import { createSystemClock } from '../../../electron/sync/clock.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'
import { startHost1 } from '../../fixtures/platform/open-delivery-1/host.ts'
import { startRecordedPlatform } from '../../fixtures/platform/recorded-platform.ts'

const OF_1 = { dialect: 'open-delivery-1', profile: 'generic' } as const

function probe(connection: Omit<Connection, 'scope'>) {
  const clock = createSystemClock()
  return probeConnection(
    { ...connection, scope: 'od.orders' },
    {
      fetch: fetchOver(fetch),
      wallNow: clock.wall,
      monotonicNow: clock.monotonic,
      isOnline: () => true,
      log: createMemoryLog(),
    },
  )
}

it('a host of 1.x passes the test of its dialect, and is named in the test of v2', async () => {
  const host = await startHost1({ base: '/api/od' })
  onTestFinished(host.close)
  const { apiUrl, clientId, clientSecret } = host
  host.place('DELIVERY')
  expect(await probe({ apiUrl, clientId, clientSecret, spoken: OF_1 })).toMatchObject({ mayKeep: true, waiting: 1 })
  const report = await probe({ apiUrl: `${apiUrl}/od/v2`, clientId, clientSecret })
  expect(report).toMatchObject({ fault: 'speaks-open-delivery-1', mayKeep: false })
})

it('a host of v2 is named in the test of 1.x, by its whole root and without its end', async () => {
  const platform = await startRecordedPlatform()
  onTestFinished(() => platform.close())
  const { apiUrl, clientId, clientSecret } = platform
  for (const root of [apiUrl, apiUrl.replace('/od/v2', '')]) {
    const report = await probe({ apiUrl: root, clientId, clientSecret, spoken: OF_1 })
    expect(report).toMatchObject({ fault: 'speaks-open-delivery-2', mayKeep: false })
  }
})
