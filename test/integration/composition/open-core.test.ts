import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type OpenCoreParts, openCore } from '../../../electron/composition/open-core.ts'
import type { Core } from '../../../electron/core/core.ts'
import { fetchOver } from '../../../electron/platform/web-fetch.ts'
import { createSystemClock, type TimeService } from '../../../electron/sync/clock.ts'
import { contract } from '../../../shared/contract/contract.ts'
import type { SettingsPatch } from '../../../shared/contract/settings.ts'
import { ok } from '../../../shared/result.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'
import { type RecordedPlatform, startRecordedPlatform } from '../../fixtures/platform/recorded-platform.ts'
import { waitUntil } from '../../fixtures/wait-until.ts'

let folder: string
let platform: RecordedPlatform
let core: Core | undefined

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'comanda-kitchen-'))
  platform = await startRecordedPlatform()
})
afterEach(async () => {
  await core?.stop()
  core = undefined
  await platform.close()
  rmSync(folder, { recursive: true })
})

/** A clock that shortens long waits: the disk is checked every 10 ms and not every 10 s. */
function shortWaitsClock(): TimeService {
  const clock = createSystemClock()
  return { ...clock, setTimer: (delayMs, task) => clock.setTimer(delayMs >= 10_000 ? 10 : delayMs, task) }
}

function open(settings?: SettingsPatch, more: Partial<OpenCoreParts> = {}) {
  const log = createMemoryLog()
  const { apiUrl, clientId, clientSecret } = platform
  core = openCore({
    folder,
    settings: Promise.resolve(settings),
    connection: () => Promise.resolve(ok({ apiUrl, clientId, clientSecret, scope: 'od.orders' })),
    fetch: fetchOver((url, init) => fetch(url, init)),
    isOnline: () => true,
    clock: createSystemClock(),
    log,
    ...more,
  })
  return { core, log }
}

const snapshotOf = (from: Core) => contract['board:snapshot'].result.parse(from.snapshot())

describe('openCore', () => {
  it.runIf(process.platform !== 'win32').each([
    ['the ledger was', ['ledger.db']],
    ['the log of the cache was', ['cache.db-wal']],
    ['both databases were', ['ledger.db', 'cache.db']],
  ])('restarts after %s deleted, and keeps the settings', async (_, names) => {
    const clock = createSystemClock()
    const restart = vi.fn()
    const hasty = { ...clock, setTimer: (ms: number, task: () => void) => clock.setTimer(ms === 2_000 ? 10 : ms, task) }
    const { core: running, log } = open({ locale: 'es' }, { clock: hasty, restart })
    await waitUntil(() => expect(running.settings.now().locale).toBe('es'))
    for (const name of readdirSync(folder).filter((found) => names.some((start) => found.startsWith(start))))
      rmSync(join(folder, name))
    await waitUntil(() => expect(restart).toHaveBeenCalled())
    expect(log.lines.map(({ event }) => event)).toContain('storage-files-restored')
    await running.stop()
    const next = open().core
    expect(next.snapshot()).toMatchObject({ notice: undefined, settings: { locale: 'es' } })
  })

  it('restarts within seconds after a step has found the ledger damaged', async () => {
    const clock = createSystemClock()
    const restart = vi.fn()
    const hasty = { ...clock, setTimer: (ms: number, task: () => void) => clock.setTimer(ms === 2_000 ? 10 : ms, task) }
    const { core: running, log } = open({ locale: 'es' }, { clock: hasty, restart })
    await waitUntil(() => expect(running.settings.now().locale).toBe('es'))
    const path = join(folder, 'ledger.db')
    const other = new Database(path)
    // After a commit of another connection SQLite reads the pages from the files again.
    other.exec('BEGIN; CREATE TABLE other (x); DROP TABLE other; COMMIT')
    other.close()
    truncateSync(`${path}-wal`, 0)
    expect(() => running.changeSettings({ locale: 'en' })).toThrow()
    await waitUntil(() => expect(restart).toHaveBeenCalled())
    expect(log.lines.filter(({ event }) => event === 'storage-damaged')).toHaveLength(1)
  })

  it('continues when the given settings cannot be read', async () => {
    const { log } = open(undefined, { settings: Promise.reject(new Error('the file was cut')) })
    await waitUntil(() => expect(JSON.stringify(log)).toContain('provisioned-settings-not-saved'))
  })

  it('reports a ledger of a newer version and leaves it unchanged', async () => {
    await open().core.stop()
    const path = join(folder, 'ledger.db')
    const db = new Database(path)
    db.pragma('user_version = 9990')
    db.close()
    const before = readFileSync(path)

    const { core: refusing, log } = open()
    expect(snapshotOf(refusing)).toMatchObject({
      notice: 'storage-newer',
      freshness: { state: 'stale' },
    })
    expect(log.lines).toContainEqual({
      level: 'error',
      event: 'storage-refused',
      fields: { code: 'newer-version' },
    })
    refusing.start()
    refusing.pollNow()
    await refusing.stop()
    expect(readFileSync(path)).toEqual(before)
    expect(platform.requestLog.entries()).toEqual([])
  })

  it('moves a ledger that is not a database to quarantine, opens the board and reports the loss', async () => {
    const path = join(folder, 'ledger.db')
    writeFileSync(path, 'rubbish'.repeat(100))
    const { core: mended, log } = open({ pollIntervalSeconds: 1 })
    expect(snapshotOf(mended).notice).toBe('storage-lost')
    expect(log.lines).toContainEqual(expect.objectContaining({ event: 'ledger-mended' }))
    const { id } = platform.place()
    mended.start()
    await waitUntil(() => expect(snapshotOf(mended).tickets[0]).toMatchObject({ orderId: id }))
    await mended.stop()
    const kept = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.includes('quarantine'),
    )
    expect(kept.length).toBeGreaterThan(0)
    expect(snapshotOf(open().core)).toMatchObject({ tickets: [{ orderId: id }] })
    expect(snapshotOf(open().core).notice).toBeUndefined()
  })

  it('says that another program holds the ledger, at a start and while it runs, and goes on when it is free', async () => {
    await open().core.stop()
    const other = new Database(join(folder, 'ledger.db'))
    other.exec('BEGIN IMMEDIATE')
    const restart = vi.fn()
    const clock = shortWaitsClock()
    const waits: number[] = []
    const setTimer: TimeService['setTimer'] = (delayMs, task) => {
      waits.push(delayMs)
      return clock.setTimer(delayMs, task)
    }
    const { core: refused } = open({ pollIntervalSeconds: 1 }, { restart, clock: { ...clock, setTimer } })
    expect(snapshotOf(refused).notice).toBe('storage-busy')
    // Each check of the disk sets the timer of the next one.
    await waitUntil(() => expect(waits.length).toBeGreaterThan(5))
    expect(restart).not.toHaveBeenCalled()
    other.exec('ROLLBACK')
    await waitUntil(() => expect(restart).toHaveBeenCalled())
    await refused.stop()

    const { core: running } = open({ pollIntervalSeconds: 1 })
    running.start()
    const trouble = () => running.snapshot().freshness.trouble
    await waitUntil(() => expect(running.snapshot().freshness).toMatchObject({ state: 'fresh', trouble: undefined }))
    other.exec('BEGIN IMMEDIATE')
    expect(running.act({ orderId: platform.place().id, action: 'confirm' }).ok).toBe(false)
    expect(() => running.changeSettings({ locale: 'en' })).toThrow()
    expect(trouble()).toBe('storage-busy')
    other.exec('ROLLBACK')
    other.close()
    await waitUntil(() => expect(trouble()).toBeUndefined())
  })

  it('on a disk that takes no file shows orders, acknowledges none and accepts no tap, and restarts when the disk can be written again', async () => {
    const parent = folder
    folder = join(parent, 'file')
    writeFileSync(folder, '')
    const restart = vi.fn()
    const { core: emergency } = open({ pollIntervalSeconds: 1 }, { restart, clock: shortWaitsClock() })
    expect(snapshotOf(emergency).notice).toBe('storage-failing')
    const { id } = platform.place()
    emergency.start()
    await waitUntil(() => expect(snapshotOf(emergency).tickets[0]).toMatchObject({ orderId: id, status: 'CREATED' }))
    expect(emergency.act({ orderId: id, action: 'confirm' })).toMatchObject({ ok: false, code: 'storage' })
    expect(platform.requestLog.requestsTo('acknowledgment')).toEqual([])
    expect(restart).not.toHaveBeenCalled()
    rmSync(folder)
    mkdirSync(folder)
    await waitUntil(() => expect(restart).toHaveBeenCalled())
    await emergency.stop()
    folder = parent
  })
})
