import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openKitchen } from '../../../electron/composition/kitchen.ts'
import { type RehearsalPlatform, startRehearsalPlatform } from '../../../electron/rehearsal/platform.ts'
import type { Station } from '../../../electron/station/station.ts'
import { createSystemClock } from '../../../electron/sync/clock.ts'
import { contract } from '../../../shared/contract.ts'
import { ok } from '../../../shared/result.ts'
import type { SettingsPatch } from '../../../shared/settings.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'

let folder: string
let platform: RehearsalPlatform
let station: Station | undefined

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'comanda-kitchen-'))
  platform = await startRehearsalPlatform()
})
afterEach(async () => {
  await station?.stop()
  station = undefined
  await platform.close()
  rmSync(folder, { recursive: true })
})

function open(settings?: SettingsPatch) {
  const log = createMemoryLog()
  const { apiUrl, clientId, clientSecret } = platform
  station = openKitchen({
    folder,
    settings: Promise.resolve(settings),
    connection: () => Promise.resolve(ok({ apiUrl, clientId, clientSecret, scope: 'od.orders' })),
    fetch: (url, init) => fetch(url, init),
    isOnline: () => true,
    clock: createSystemClock(),
    log,
  })
  return { station, log }
}

const snapshotOf = (from: Station) => contract['board:snapshot'].result.parse(from.snapshot())

describe('openKitchen', () => {
  it('brings an order to the board, a tap to the platform, and both back after a restart', async () => {
    const { id } = platform.place()
    const first = open({ undoSeconds: 0, pollIntervalSeconds: 1 }).station
    first.start()
    await vi.waitFor(
      () => expect(snapshotOf(first).tickets[0]).toMatchObject({ orderId: id, status: 'CREATED' }),
      5_000,
    )
    expect(first.act({ orderId: id, action: 'confirm' })).toMatchObject({ ok: true })
    await vi.waitFor(() => expect(snapshotOf(first).tickets[0]?.tap).toMatchObject({ truth: 'confirmed' }), 8_000)
    expect(platform.order(id)?.status).toBe('CONFIRMED')
    await first.stop()

    const second = open().station
    expect(snapshotOf(second).tickets[0]).toMatchObject({ orderId: id, status: 'CONFIRMED' })
    expect(snapshotOf(second).settings.undoSeconds).toBe(0)
  })

  it('says so when the ledger is a newer program’s, and leaves it untouched', async () => {
    await open().station.stop()
    const path = join(folder, 'ledger.db')
    const db = new Database(path)
    db.pragma('user_version = 9990')
    db.close()
    const before = readFileSync(path)

    const { station: standIn, log } = open()
    expect(snapshotOf(standIn)).toMatchObject({
      notice: 'storage-newer',
      freshness: { state: 'stale' },
    })
    expect(log.lines).toContainEqual({
      level: 'error',
      event: 'storage-refused',
      fields: { name: 'ledger', code: 'newer-version' },
    })
    standIn.start()
    standIn.pollNow()
    await standIn.stop()
    expect(readFileSync(path)).toEqual(before)
    expect(platform.ledger.entries()).toEqual([])
  })

  it('says so when the ledger is no database, and leaves it untouched', async () => {
    const path = join(folder, 'ledger.db')
    writeFileSync(path, 'rubbish'.repeat(100))
    const { station: standIn } = open()
    expect(snapshotOf(standIn).notice).toBe('storage-damaged')
    await standIn.stop()
    expect(readFileSync(path, 'utf8')).toBe('rubbish'.repeat(100))
  })

  it('says so when there is no place to write', () => {
    writeFileSync(join(folder, 'file'), '')
    folder = join(folder, 'file')
    const { station: standIn } = open()
    expect(snapshotOf(standIn).notice).toBe('storage-failing')
    expect(standIn.act({ orderId: 'o1', action: 'confirm' })).toMatchObject({ ok: false, code: 'storage' })
    folder = join(folder, '..')
  })
})
