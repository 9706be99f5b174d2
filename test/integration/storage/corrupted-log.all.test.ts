import { copyFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readWal } from '../../../electron/storage/wal-file.ts'
import { openLedger } from '../../fixtures/databases.ts'
import { orderIdsOf, readEverything } from './kitchen-day.ts'
import {
  changeBytes,
  createClosedDay,
  createKilledDay,
  expectUsable,
  NOW,
  ORDER_COUNT,
  openRecovered,
  PAGE,
  tapIds,
} from './ledger-recovery.ts'
import { event, openTestLedger, tempFolder } from './test-ledger.ts'

test('after a kill the log has every row, and no repair is made', () => {
  const { path, ledger } = createKilledDay()
  const result = openRecovered(path)
  expect(result.repair.repaired).toBe('none')
  const ids = orderIdsOf(ORDER_COUNT)
  expect(readEverything(result.ledger, ids)).toEqual(readEverything(ledger, ids))
})

test('the rows of a log beside an empty database file are salvaged', () => {
  // So few rows that no checkpoint has written them to the database file.
  const { path, ledger } = createKilledDay(15)
  truncateSync(path)
  const result = openRecovered(path)
  expect(result.repair).toMatchObject({ repaired: 'salvaged', lostRows: 0 })
  expect(tapIds(result.ledger)).toEqual(tapIds(ledger))
  expectUsable(path, result)
})

test('a truncated log is detected by its index; its remaining rows are salvaged', () => {
  const { path } = createKilledDay()
  // After the frames of this run the log contains frames of the earlier run.
  const frames = readWal(readFileSync(`${path}-wal`), PAGE)?.frames.length ?? 0
  truncateSync(`${path}-wal`, 32 + Math.floor(frames * 0.7) * (24 + PAGE))
  const result = openRecovered(path)
  expect(result.repair.repaired).toBe('salvaged')
  expect(result.repair.cause).toContain('lost commits')
  expect(tapIds(result.ledger).length).toBeGreaterThan(ORDER_COUNT)
  expectUsable(path, result)
})

test.each([0, 40])('a log that was cut to %i bytes is detected by its index', (bytes) => {
  const { path } = createKilledDay()
  truncateSync(`${path}-wal`, bytes)
  const result = openRecovered(path)
  expect(result.repair.repaired).not.toBe('none')
  expect(result.repair.cause).toContain('lost all commits')
  expectUsable(path, result)
})

test('a truncated log without its index counts as a power cut: its commits are kept', () => {
  const { path } = createKilledDay()
  rmSync(`${path}-shm`)
  truncateSync(`${path}-wal`, readFileSync(`${path}-wal`).length - 100)
  const result = openRecovered(path)
  expect(result.repair.repaired).toBe('none')
  expect(tapIds(result.ledger).length).toBeGreaterThan(2 * ORDER_COUNT - 3)
})

test('a flipped bit in the log does not lose the commits after it', () => {
  const { path, ledger } = createKilledDay()
  rmSync(`${path}-shm`)
  changeBytes(`${path}-wal`, (bytes) => {
    const at = 32 + 200 * (24 + PAGE) + 24 + 3_000
    bytes[at] = (bytes[at] ?? 0) ^ 4
  })
  const result = openRecovered(path)
  expect(result.repair).toMatchObject({ repaired: 'salvaged', lostRows: 0 })
  expect(tapIds(result.ledger)).toEqual(tapIds(ledger))
  expectUsable(path, result)
})

test('the rows of a log with a damaged header are read', () => {
  const { path, ledger } = createKilledDay()
  rmSync(`${path}-shm`)
  changeBytes(`${path}-wal`, (bytes) => bytes.fill(0xa5, 0, 32))
  const result = openRecovered(path)
  expect(result.repair.repaired).toBe('salvaged')
  expect(tapIds(result.ledger)).toEqual(tapIds(ledger))
})

test('the log of another ledger is recognised and changes nothing', () => {
  const { path, story } = createClosedDay()
  const other = createKilledDay()
  copyFileSync(`${other.path}-wal`, `${path}-wal`)
  expect(openLedger(path)).toMatchObject({ ok: false, code: 'damaged' })
  const result = openRecovered(path)
  expect(result.repair).toMatchObject({ repaired: 'salvaged', lostRows: 0 })
  expect(tapIds(result.ledger)).toEqual(
    (JSON.parse(story) as { openTaps: { tapId: string }[] }).openTaps.map(({ tapId }) => tapId),
  )
  expectUsable(path, result)
})

test('the log of another ledger with only one event is recognised too', () => {
  const { path } = createClosedDay()
  const otherPath = join(tempFolder(), 'ledger.db')
  // In its third run: the log of every run must begin with the ledger's identity.
  for (let run = 0; run < 2; run += 1) openTestLedger(otherPath).ledger.close()
  const other = openTestLedger(otherPath)
  other.ledger.receiveEvents([event('foreign', 'foreign')], [], 'poll', NOW)
  copyFileSync(`${other.path}-wal`, `${path}-wal`)
  const result = openRecovered(path)
  expect(result.repair).toMatchObject({ repaired: 'salvaged', lostRows: 0 })
  expect(result.ledger.order('foreign')).toBeUndefined()
  expect(tapIds(result.ledger)).toHaveLength(2 * ORDER_COUNT)
})

test('the log of another program’s database is recognised and changes nothing', () => {
  const { path } = createClosedDay()
  writeFileSync(`${path}-wal`, Buffer.alloc(32 + 3 * (24 + PAGE), 0x11))
  const result = openRecovered(path)
  expect(result.repair).toMatchObject({ repaired: 'salvaged', lostRows: 0 })
  expect(tapIds(result.ledger)).toHaveLength(2 * ORDER_COUNT)
})
