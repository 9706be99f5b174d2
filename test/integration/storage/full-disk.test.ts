import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { backupLedger } from '../../../electron/storage/backup.ts'
import { openStorage, type Storage } from '../../../electron/storage/storage.ts'
import { StorageUnavailable, storageTroubleOf } from '../../../electron/storage/trouble.ts'
import { createDayLedger, writeDay } from './kitchen-day.ts'
import { fillDisk, smallDisk, whyNoSmallDisk } from './small-disk.ts'
import { event, newTap, read } from './test-ledger.ts'

const NOW = 5_000_000
const reason = whyNoSmallDisk()
if (reason) console.warn(`NOT RUN: the disk-full tests, because ${reason}`)
const onSmallDisk = test.runIf(reason === undefined)

function openedIn(folder: string): Storage {
  const began = performance.now()
  const result = openStorage(folder, { now: NOW })
  expect(performance.now() - began).toBeLessThan(5_000)
  if (!result.ok) throw new Error(`${result.code} ${result.message}`)
  onTestFinished(() => result.value.close())
  return result.value
}

const trouble = (work: () => unknown): string | undefined => {
  try {
    work()
    return 'none'
  } catch (error) {
    return storageTroubleOf(error)
  }
}

onSmallDisk(
  'a disk that becomes full refuses a write with its reason, loses nothing, and accepts the next write when it has space',
  () => {
    const disk = smallDisk()
    const { ledger } = openedIn(disk)
    writeDay(ledger, 10)
    const giveBack = fillDisk(disk)
    let refusal: string | undefined = 'none'
    let taken = 0
    // Writes for which the log still has space are accepted, and are durable.
    for (; refusal === 'none' && taken < 2_000; taken += 1) {
      refusal = trouble(() => ledger.receiveEvents([event(`full-${taken}`, 'full')], [], 'poll', NOW))
    }
    expect(refusal).toBe('disk-full')
    expect(ledger.eventsOf('full')).toHaveLength(taken - 1)
    expect(trouble(() => ledger.addTap(newTap('t', 'full')))).toBe('disk-full')
    expect(backupLedger(join(disk, 'ledger.db'), NOW)).toMatchObject({ ok: false, code: 'disk-full' })
    giveBack()
    expect(trouble(() => ledger.addTap(newTap('t', 'full')))).toBe('none')
    expect(ledger.tap('t')).toBeDefined()
  },
)

onSmallDisk('a start on a full disk opens a board that shows new events and acknowledges none', () => {
  const disk = smallDisk()
  const first = openedIn(disk)
  writeDay(first.ledger, 10)
  first.cache.save('order-00001', { id: 'order-00001', status: 'CONFIRMED' }, NOW)
  first.close()
  const giveBack = fillDisk(disk)
  const { ledger, cache, trouble: why, repair, close } = openedIn(disk)
  expect(why).toBe('disk-full')
  expect(repair.repaired).toBe('none')
  expect(ledger.boardOrders(0)).toHaveLength(10)
  expect(cache.body('order-00001')).toEqual({ id: 'order-00001', status: 'CONFIRMED' })
  ledger.resetAfterStart(NOW)
  ledger.receiveEvents([event('new', 'new-order')], [], 'poll', NOW)
  ledger.recordRead(read('new-order', 'CREATED', NOW, { generation: 1 }))
  expect(ledger.order('new-order')).toMatchObject({ status: 'CREATED' })
  // The event is never acknowledged, so the platform sends it again when the ledger can store it.
  expect(ledger.unacknowledgedEvents(100).map(({ eventId }) => eventId)).not.toContain('new')
  expect(() => ledger.addTap(newTap('t', 'new-order'))).toThrow(StorageUnavailable)
  expect(trouble(() => ledger.undoTap('order-00001-t', NOW))).toBe('disk-full')
  close()
  giveBack()
  const after = openedIn(disk)
  expect(after.trouble).toBeUndefined()
  expect(after.repair.repaired).toBe('none')
  expect(after.ledger.boardOrders(0)).toHaveLength(10)
})

onSmallDisk('a damaged ledger on a full disk shows its rows from memory, and is repaired when there is space', () => {
  const disk = smallDisk()
  const path = join(disk, 'ledger.db')
  createDayLedger(path, 200)
  openedIn(disk).close()
  const file = openSync(path, 'r+')
  const bytes = readFileSync(file).fill(0xa5, 0, 100)
  closeSync(file)
  writeFileSync(path, bytes)
  const giveBack = fillDisk(disk)
  const emergency = openedIn(disk)
  expect(emergency.trouble).toBe('disk-full')
  expect(emergency.repair).toMatchObject({ repaired: 'salvaged', lostRows: 0, quarantine: undefined })
  expect(emergency.ledger.openTaps()).toHaveLength(400)
  emergency.close()
  giveBack()
  const after = openedIn(disk)
  expect(after.trouble).toBeUndefined()
  expect(after.repair).toMatchObject({ repaired: 'salvaged', lostRows: 0 })
  expect(after.ledger.openTaps()).toHaveLength(400)
})

onSmallDisk('a start opens a board with any amount of free space', () => {
  const disk = smallDisk()
  const first = openedIn(disk)
  writeDay(first.ledger, 10)
  first.close()
  for (const blocks of [1, 8, 9, 12, 64, 160, 320]) {
    const giveBack = fillDisk(disk, blocks)
    const { ledger, trouble: why, close } = openedIn(disk)
    // 512 kB are enough. With less the system would end the process if blocks are smaller than memory pages.
    expect(why, `${blocks} blocks`).toBe(blocks < 128 ? 'disk-full' : undefined)
    expect(ledger.boardOrders(0)).toHaveLength(10)
    close()
    giveBack()
  }
})
