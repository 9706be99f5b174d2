import { cpSync, rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openKitchen } from '../../../electron/composition/kitchen.ts'
import { fetchOver } from '../../../electron/platform/web-fetch.ts'
import type { Station } from '../../../electron/station/station-port.ts'
import { createSystemClock } from '../../../electron/sync/clock.ts'
import { contract } from '../../../shared/contract.ts'
import { ok } from '../../../shared/result.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'
import { type RecordedPlatform, startRecordedPlatform } from '../../fixtures/rehearsal/recorded-platform.ts'
import { waitUntil } from '../../fixtures/wait-until.ts'
import { tempFolder } from '../storage/test-ledger.ts'

function startIn(folder: string, { apiUrl, clientId, clientSecret }: RecordedPlatform): Station {
  const station = openKitchen({
    folder,
    settings: Promise.resolve({ pollIntervalSeconds: 1 }),
    connection: () => Promise.resolve(ok({ apiUrl, clientId, clientSecret, scope: 'od.orders' })),
    fetch: fetchOver((url, init) => fetch(url, init)),
    isOnline: () => true,
    clock: createSystemClock(),
    log: createMemoryLog(),
  })
  onTestFinished(() => station.stop())
  station.start()
  return station
}

const boardOf = (station: Station) => contract['board:snapshot'].result.parse(station.snapshot())

test.each<[string, string | undefined, (log: string) => void]>([
  ['deleted', 'storage-repaired', (log) => rmSync(log)],
  ['emptied', 'storage-repaired', (log) => truncateSync(log)],
  ['kept', undefined, () => undefined],
])(
  'orders that were acknowledged and could not be read come on the board after a kill, the log being %s',
  async (_, notice, damage) => {
    const platform = await startRecordedPlatform()
    onTestFinished(() => platform.close())
    const fault = platform.fault({ routes: ['read'], effect: { kind: 'status', status: 500 } })
    const folder = tempFolder()
    const first = startIn(folder, platform)
    const ids = Array.from({ length: 4 }, () => platform.place().id)
    const acknowledged = () => platform.requestLog.entries().flatMap((entry) => entry.acknowledged ?? [])
    await waitUntil(() => {
      expect(acknowledged().length).toBeGreaterThanOrEqual(ids.length)
      expect(boardOf(first).tickets.map(({ orderId }) => orderId)).toEqual(expect.arrayContaining(ids))
      expect(fault.hits()).toBeGreaterThan(0)
    })
    const killed = tempFolder()
    cpSync(folder, killed, { recursive: true })
    await first.stop()
    fault.clear()
    damage(join(killed, 'ledger.db-wal'))
    const second = startIn(killed, platform)
    await waitUntil(() => {
      const read = boardOf(second).tickets.filter(({ status }) => status === 'CREATED')
      expect(read.map(({ orderId }) => orderId)).toEqual(expect.arrayContaining(ids))
    })
    expect(boardOf(second).notice).toBe(notice)
  },
)
