import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { openCore } from '../../../electron/composition/open-core.ts'
import { runInTurns } from '../../../electron/liveness/turns.ts'
import { openStorage } from '../../../electron/storage/storage.ts'
import { createSystemClock } from '../../../electron/sync/clock.ts'
import { fail } from '../../../shared/result.ts'
import { writeBusyWeek } from '../../fixtures/busy-week.ts'
import { longestPieceMs } from '../../fixtures/longest-piece.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'
import { tempFolder } from '../storage/test-ledger.ts'

const MOST_MS = 100
/** More would be another process's work in this one's time. */
const ATTEMPTS = 3
const ORDERS_A_DAY = 300
const OPEN = 1_000
const HOUR_MS = 3_600_000

let week: string
let now: number
beforeAll(() => {
  now = Date.now()
  week = mkdtempSync(join(tmpdir(), 'comanda-week-'))
  writeBusyWeek(week, now, ORDERS_A_DAY, OPEN)
})
afterAll(() => rmSync(week, { recursive: true, force: true }))

function copied(): string {
  const folder = join(tempFolder(), 'profile')
  cpSync(week, folder, { recursive: true })
  return folder
}

it('the history of a day of 1,300 orders is read in pieces', async () => {
  const core = openCore({
    folder: copied(),
    connection: async () => fail('not-configured', 'nothing is sent'),
    settings: Promise.resolve(undefined),
    fetch: async () => ({ kind: 'failed', error: new Error('nothing is sent') }),
    saveFile: async () => true,
    isOnline: () => false,
    clock: createSystemClock(),
    log: createMemoryLog(),
  })
  onTestFinished(() => core.stop())
  expect(core.snapshot().tickets.length).toBe(OPEN)
  const work = {
    page: () => core.history({ daysAgo: 0, search: '', page: 0 }),
    search: () => core.history({ daysAgo: 0, search: 'calabresa', page: 0 }),
    yesterday: () => core.history({ daysAgo: 1, search: 'calabresa', page: 0 }),
    shift: () => core.shift({ daysAgo: 0 }),
    week: () => core.shift({ daysAgo: 0, days: 7 }),
    export: () => core.exportHistory({ daysAgo: 1, search: '', format: 'json' }),
  }
  const pieces: Record<string, number> = {}
  for (const [name, each] of Object.entries(work)) {
    let least = Number.POSITIVE_INFINITY
    for (let attempt = 0; attempt < ATTEMPTS && least > MOST_MS; attempt += 1)
      least = Math.min(least, await longestPieceMs(each))
    pieces[name] = Math.round(least)
  }
  console.log('longest pieces, ms of the processor:', JSON.stringify(pieces))
  expect(Object.entries(pieces).filter(([, ms]) => ms > MOST_MS)).toEqual([])
})

/** A purge is measured on a new copy each time: the next one has nothing left to do. */
async function purgePieceMs(at: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < ATTEMPTS && least > MOST_MS; attempt += 1) {
    const opened = openStorage(copied(), { now })
    if (!opened.ok) throw new Error(opened.message)
    least = Math.min(least, await longestPieceMs(() => runInTurns(opened.value.purge(at))))
    opened.value.close()
  }
  return least
}

it('the first purge of a week, and one that deletes it, work in pieces', async () => {
  const pieces = {
    first: Math.round(await purgePieceMs(now)),
    deletion: Math.round(await purgePieceMs(now + 8 * 24 * HOUR_MS)),
  }
  console.log('longest pieces of a purge, ms of the processor:', JSON.stringify(pieces))
  expect(Object.entries(pieces).filter(([, ms]) => ms > MOST_MS)).toEqual([])
})
