import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openKitchen } from '../../../electron/composition/kitchen.ts'
import { openKitchenEnvironment } from '../../../electron/composition/kitchen-environment.ts'
import { fetchOver } from '../../../electron/platform/web-fetch.ts'
import { createSystemClock } from '../../../electron/sync/clock.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'
import { waitUntil } from '../../fixtures/wait-until.ts'

let profile: string

beforeEach(() => {
  profile = join(mkdtempSync(join(tmpdir(), 'comanda-practice-')), 'rehearsal')
})
afterEach(() => rmSync(join(profile, '..'), { recursive: true }))

it('a practice has a folder of its own, has orders on the board, and leaves no files', async () => {
  mkdirSync(join(profile, 'practice-fallen'), { recursive: true })
  const log = createMemoryLog()
  const environment = openKitchenEnvironment({
    profile,
    provisionFile: undefined,
    rehearsal: true,
    now: () => performance.now(),
    log,
  })
  expect(environment.folder.startsWith(join(profile, 'practice-'))).toBe(true)
  const station = openKitchen({
    ...environment,
    fetch: fetchOver((url, init) => fetch(url, init)),
    isOnline: () => true,
    clock: createSystemClock(),
    log,
  })
  station.start()
  await waitUntil(() => expect(station.snapshot().tickets.length).toBeGreaterThanOrEqual(4))
  expect(station.snapshot().isPractice).toBe(true)
  expect(existsSync(join(environment.folder, 'ledger.db'))).toBe(true)
  expect(JSON.stringify(log.lines)).not.toContain('http')

  await station.stop()
  await environment.stop()
  expect(readdirSync(profile)).toEqual([])
})
