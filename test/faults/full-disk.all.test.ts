import { closeSync, fsyncSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { killAllChildren } from './child-program.ts'
import { bundleProgram } from './core-bundle.ts'
import {
  type CoreWithStaff,
  showsConfirmed,
  showsRead,
  startCoreWithStaff,
  watchAcknowledgments,
} from './core-with-staff.ts'
import { warnNotRun } from './figures.ts'
import { readLedger } from './ledger-queries.ts'
import { type Drive, type DriveBay, missingForDrives, openDriveBay } from './loop-image.ts'
import { startWatchedPlatform, type WatchedPlatform } from './watched-platform.ts'

/** Small, so that it is filled quickly. */
const DRIVE_MEGABYTES = 6
const ORDERS = 12
/** The time of several polls. Each poll returns the events again. */
const FULL_FOR_MS = 3_500
const TIME_LIMIT_MS = 300_000

const missing = missingForDrives()
if (missing !== undefined) warnNotRun('a full disk and a read-only one', missing)

/** Fills the disk completely. Returns the file to remove. */
function fill(folder: string): string {
  const path = join(folder, 'filler')
  const file = openSync(path, 'w')
  for (const size of [65_536, 1_024, 1]) {
    const block = Buffer.alloc(size, 1)
    try {
      for (;;) writeSync(file, block)
    } catch {
      // This size no longer fits.
    }
  }
  fsyncSync(file)
  closeSync(file)
  return path
}

describe.skipIf(missing !== undefined)(
  `a disk that accepts no writes${missing === undefined ? '' : ` (not run: ${missing})`}`,
  () => {
    let bay: DriveBay
    let program: string
    let drive: Drive
    let folder: string
    let platform: WatchedPlatform
    let core: CoreWithStaff

    beforeAll(async () => {
      bay = openDriveBay()
      program = await bundleProgram('core-process')
    })
    beforeEach(async () => {
      drive = bay.mount(bay.format(DRIVE_MEGABYTES))
      folder = join(drive.folder, 'profile')
      mkdirSync(folder)
      platform = await startWatchedPlatform()
    })
    afterEach(async () => {
      await killAllChildren()
      await platform.close()
    })
    afterAll(() => bay.empty())

    const place = (count: number): readonly string[] => Array.from({ length: count }, () => platform.place().id)

    /** Taps orders until a tap is refused. Returns the taps that were answered as durable, and the refused one. */
    async function tapUntilRefused(orderIds: readonly string[]) {
      const durable: string[] = []
      for (const orderId of orderIds) {
        const code = await core.tap(orderId, 'confirm')
        if (code !== undefined) return { durable, refused: orderId, code }
        durable.push(orderId)
      }
      return { durable, refused: undefined, code: undefined }
    }

    it('full: taps are refused visibly, only stored events are acknowledged, and the program continues automatically when there is space', {
      timeout: TIME_LIMIT_MS,
    }, async () => {
      const watch = watchAcknowledgments(platform, folder)
      core = await startCoreWithStaff(program, folder, platform)
      const orderIds = place(ORDERS)
      await core.until('the orders are on the board', showsRead(orderIds))
      const filler = fill(drive.folder)

      const { durable, refused, code } = await tapUntilRefused(orderIds)
      expect(code).toBe('storage')
      await core.until('the board says so', ({ freshness }) => freshness.trouble === 'storage')
      const late = place(3)
      await new Promise((resolve) => setTimeout(resolve, FULL_FOR_MS))
      const pending = new Set(platform.model.pending(platform.clientId).map(({ orderId }) => orderId))
      expect(late.filter((orderId) => !pending.has(orderId))).toEqual([])
      expect((await core.look()).freshness.trouble).toBe('storage')

      rmSync(filler)
      await core.until('the late orders are on the board', showsRead(late))
      await core.until('nothing is wrong any more', ({ freshness }) => freshness.trouble === undefined)
      expect(await core.tap(refused ?? '', 'confirm')).toBeUndefined()
      for (const orderId of [...durable, refused ?? '']) await core.until('the tap is proved', showsConfirmed(orderId))
      await core.until('all is acknowledged', () => platform.model.pending(platform.clientId).length === 0)
      await core.stop()

      expect(watch.early).toEqual([])
      expect(readLedger(folder)).toMatchObject({ unequalEffects: [] })
      expect(platform.requestLog.violations()).toEqual([])
      for (const orderId of [...durable, refused ?? '']) expect(platform.order(orderId)?.status).toBe('CONFIRMED')
      console.log(
        `full disk: ${durable.length} taps fitted, the next was refused; ${watch.acknowledged.size} events acknowledged, none before it was stored`,
      )
      drive.remove()
    })

    it('full at the start: the board opens with a notice, and works when there is space', {
      timeout: TIME_LIMIT_MS,
    }, async () => {
      const watch = watchAcknowledgments(platform, folder)
      core = await startCoreWithStaff(program, folder, platform)
      const [first = ''] = place(1)
      await core.until('the order is on the board', showsRead([first]))
      await core.kill()
      const filler = fill(drive.folder)
      const [late = ''] = place(1)

      core = await startCoreWithStaff(program, folder, platform)
      const { notice } = await core.look()
      if (notice === undefined)
        await core.until('the board says so', ({ freshness }) => freshness.trouble === 'storage')
      await new Promise((resolve) => setTimeout(resolve, FULL_FOR_MS))
      expect(platform.model.pending(platform.clientId).map(({ orderId }) => orderId)).toContain(late)
      rmSync(filler)
      if (notice !== undefined) {
        await core.restartRequested
        core = await startCoreWithStaff(program, folder, platform)
      }
      console.log(`full at the start: notice ${notice ?? 'none, it opened as usual'}`)

      await core.until('both orders are on the board', showsRead([first, late]))
      await core.until('all is acknowledged', () => platform.model.pending(platform.clientId).length === 0)
      await core.stop()
      expect(watch.early).toEqual([])
      drive.remove()
    })

    it('read-only file system: taps are refused, events are not acknowledged, and no data is missing afterwards', {
      timeout: TIME_LIMIT_MS,
    }, async () => {
      const watch = watchAcknowledgments(platform, folder)
      core = await startCoreWithStaff(program, folder, platform)
      const orderIds = place(3)
      await core.until('the orders are on the board', showsRead(orderIds))
      const [kept = '', refused = ''] = orderIds
      expect(await core.tap(kept, 'confirm')).toBeUndefined()
      await core.until('the tap is proved', showsConfirmed(kept))
      // ext4 remounts itself read-only after an error of the drive.
      drive.remount('abort')

      expect(await core.tap(refused, 'confirm')).toBe('storage')
      await core.until('the board says so', ({ freshness }) => freshness.trouble === 'storage-failing')
      const late = place(2)
      await new Promise((resolve) => setTimeout(resolve, FULL_FOR_MS))
      const pending = new Set(platform.model.pending(platform.clientId).map(({ orderId }) => orderId))
      expect(late.filter((orderId) => !pending.has(orderId))).toEqual([])
      expect((await core.look()).tickets.map(({ orderId }) => orderId).toSorted()).toEqual(orderIds.toSorted())
      expect(platform.requestLog.postsFor(refused, 'confirm')).toEqual([])

      await core.kill()
      drive = drive.reconnect()
      folder = join(drive.folder, 'profile')
      const again = watchAcknowledgments(platform, folder)
      core = await startCoreWithStaff(program, folder, platform)
      await core.until('every order is on the board', showsRead([...orderIds, ...late]))
      expect(await core.tap(refused, 'confirm')).toBeUndefined()
      await core.until('the tap is proved', showsConfirmed(refused))
      await core.until('all is acknowledged', () => platform.model.pending(platform.clientId).length === 0)
      await core.stop()
      expect([...watch.early, ...again.early]).toEqual([])
      expect(platform.order(kept)?.status).toBe('CONFIRMED')
      drive.remove()
    })
  },
)
