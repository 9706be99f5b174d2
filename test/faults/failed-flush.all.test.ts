import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { killAllChildren } from './child-program.ts'
import { bundleProgram } from './core-bundle.ts'
import { showsConfirmed, showsRead, startCoreWithStaff, watchAcknowledgments } from './core-with-staff.ts'
import { failFlushesOf, missingForFailingFlushes } from './failing-drive.ts'
import { warnNotRun } from './figures.ts'
import { readLedger } from './ledger-queries.ts'
import { startWatchedPlatform } from './watched-platform.ts'

const ORDERS = 6
/** Each poll returns the events again. */
const FAILING_POLLS = 3
const TIME_LIMIT_MS = 300_000

const missing = missingForFailingFlushes()
if (missing !== undefined) warnNotRun('a drive that cannot flush', missing)
const reason = missing === undefined ? '' : ` (not run: ${missing})`

describe.skipIf(missing !== undefined)(`a drive that cannot flush${reason}`, () => {
  let folder: string
  let program: string

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'comanda-flush-'))
    program = await bundleProgram('core-process')
  })
  afterAll(async () => {
    await killAllChildren()
    rmSync(folder, { recursive: true, force: true })
  })

  it('EIO from fsync: a refused write never counts as durable', { timeout: TIME_LIMIT_MS }, async () => {
    const platform = await startWatchedPlatform()
    const watch = watchAcknowledgments(platform, folder)
    const first = await startCoreWithStaff(program, folder, platform)
    const orderIds = Array.from({ length: ORDERS }, () => platform.place().id)
    await first.until('the orders are on the board', showsRead(orderIds))
    const [durable = '', ...others] = orderIds
    expect(await first.tap(durable, 'confirm')).toBeUndefined()
    await first.until('the tap is proved', showsConfirmed(durable))
    await first.until('all is acknowledged', () => platform.model.pending(platform.clientId).length === 0)

    const drive = await failFlushesOf(first.pid)
    for (const orderId of others) expect(await first.tap(orderId, 'confirm')).toBe('storage')
    await first.until('the board says so', ({ freshness }) => freshness.trouble === 'storage-failing')
    const late = platform.place().id
    const polls = () => platform.requestLog.requestsTo('poll').length
    const before = polls()
    await first.until('more polls', () => polls() > before + FAILING_POLLS)
    expect(platform.model.pending(platform.clientId).map(({ orderId }) => orderId)).toContain(late)
    for (const orderId of others) expect(platform.requestLog.postsFor(orderId, 'confirm')).toEqual([])
    const failures = drive.failures()
    expect(failures).toBeGreaterThan(others.length)
    await drive.mend()
    await first.kill()

    const second = await startCoreWithStaff(program, folder, platform)
    await second.until('every order is on the board', showsRead([...orderIds, late]))
    for (const orderId of others) expect(await second.tap(orderId, 'confirm')).toBeUndefined()
    for (const orderId of orderIds) await second.until('the tap is proved', showsConfirmed(orderId))
    await second.until('all is acknowledged', () => platform.model.pending(platform.clientId).length === 0)
    await second.stop()
    expect(watch.early).toEqual([])
    expect(readLedger(folder).unequalEffects).toEqual([])
    expect(readLedger(folder).taps.filter(({ state }) => state !== 'confirmed')).toEqual([])
    console.log(
      `failing flushes: ${failures} failed, ${others.length} taps refused and never sent, nothing acknowledged`,
    )
    await platform.close()
  })
})
