import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { backupLedger } from '../../../electron/storage/backup.ts'
import { cacheInMemory } from '../../../electron/storage/cache-in-memory.ts'
import { probeDisk } from '../../../electron/storage/disk-probe.ts'
import { factInFile } from '../../../electron/storage/ledger-facts.ts'
import { PAGE_BYTES } from '../../../electron/storage/page-size.ts'
import { openScreenStore } from '../../../electron/storage/screen-store.ts'
import { openStorage } from '../../../electron/storage/storage.ts'
import { committedFrames, readWal } from '../../../electron/storage/wal-file.ts'
import { openCache, openLedger } from '../../fixtures/databases.ts'
import { createKilledDay, expectUsable, openRecovered } from './ledger-recovery.ts'
import { createTestLedger, event, openTestLedger, rawDatabase, tempFolder } from './test-ledger.ts'

const NOW = 5_000_000
const SCHEMA_FORMAT_OFFSET = 44
const USER_VERSION_OFFSET = 60

function setByte(path: string, offset: number, value: number): void {
  const bytes = readFileSync(path)
  bytes[offset] = value
  writeFileSync(path, bytes)
}

test('a schema format that SQLite does not support is damage, not a crash', () => {
  const { path, ledger } = createTestLedger()
  ledger.close()
  setByte(path, SCHEMA_FORMAT_OFFSET + 3, 9)
  expect(openLedger(path)).toMatchObject({ ok: false, code: 'damaged' })
  expect(backupLedger(path, NOW)).toMatchObject({ ok: false, code: 'damaged' })
})

test('a flipped bit in the version of the ledger is damage that is repaired, not a newer version', () => {
  const { path, ledger } = createTestLedger()
  ledger.receiveEvents([event('e1', 'o1')], [], 'poll', NOW)
  ledger.close()
  setByte(path, USER_VERSION_OFFSET + 1, 8)
  expect(openLedger(path)).toMatchObject({ ok: false, code: 'damaged' })
  const found = openRecovered(path)
  expect(found.repair).toMatchObject({ repaired: 'salvaged', lostRows: 0 })
  expect(found.ledger.eventsOf('o1')).toHaveLength(1)
  expectUsable(path, found)
})

test('a cache with such a format is replaced', () => {
  const path = join(tempFolder(), 'cache.db')
  const first = openCache(path)
  if (!first.ok) throw new Error(first.message)
  first.value.close()
  setByte(path, SCHEMA_FORMAT_OFFSET + 3, 9)
  const second = openCache(path)
  expect(second.ok).toBe(true)
  if (second.ok) second.value.close()
})

test('a cache in memory has the readable bodies, and no body of an unreadable or newer file', () => {
  const path = join(tempFolder(), 'cache.db')
  const first = openCache(path)
  if (!first.ok) throw new Error(first.message)
  first.value.save('o1', { id: 'o1' }, NOW)
  // The database is still open, so the body is only in the log.
  expect(cacheInMemory(path, {}).cache.body('o1')).toEqual({ id: 'o1' })
  first.value.close()
  const newer = rawDatabase(path)
  newer.pragma('user_version = 9990')
  newer.close()
  expect([...cacheInMemory(path, {}).cache.readTimes().keys()]).toEqual([])
  writeFileSync(path, 'x'.repeat(5_000))
  const { cache, purge } = cacheInMemory(path, {})
  cache.save('o2', { id: 'o2' }, NOW)
  expect([...cache.readTimes().keys()]).toEqual(['o2'])
  expect(purge({ strippedOrderIds: [], handedOverOrderIds: [], isKnown: () => false })).toBe(1)
})

test('the purge removes a body whose read time was altered', () => {
  const folder = tempFolder()
  const result = openStorage(folder, { now: NOW })
  if (!result.ok) throw new Error(result.message)
  onTestFinished(() => result.value.close())
  const { ledger, cache, purge } = result.value
  ledger.recordRead({
    orderId: 'o1',
    generation: undefined,
    status: 'DELIVERED',
    at: NOW,
    settlements: [],
  })
  cache.save('o1', { customer: { name: 'CANARY' } }, NOW)
  rawDatabase(join(folder, 'cache.db')).exec('UPDATE bodies SET read_at = 1')
  purge(NOW + 24 * 3_600_000)
  expect([...cache.readTimes().keys()]).toEqual([])
})

test('a file in place of the quarantine folder does not prevent a start', async () => {
  const folder = tempFolder()
  writeFileSync(join(folder, 'quarantine'), 'x')
  const result = openStorage(folder, { now: NOW })
  if (!result.ok) throw new Error(result.message)
  onTestFinished(() => result.value.close())
  expect((await result.value.renewCopies(NOW)).ok).toBe(true)
})

test('a folder in place of the suspicion file does not prevent a start', () => {
  const folder = tempFolder()
  mkdirSync(join(folder, 'ledger.db.suspect', 'x'), { recursive: true })
  const result = openStorage(folder, { now: NOW })
  if (!result.ok) throw new Error(result.message)
  onTestFinished(() => result.value.close())
  rawDatabase(join(folder, 'ledger.db')).exec("UPDATE facts SET value = 'x'")
  expect(backupLedger(join(folder, 'ledger.db'), NOW)).toMatchObject({ ok: false, code: 'damaged' })
})

test('a folder in place of the probe of the disk does not count as a disk that refuses writes', () => {
  const folder = tempFolder()
  mkdirSync(join(folder, 'disk-probe.tmp', 'x'), { recursive: true })
  probeDisk(folder, 10)
  expect(existsSync(join(folder, 'disk-probe.tmp'))).toBe(false)
})

const OBSTACLES = [
  ['a folder', (path: string) => mkdirSync(join(path, 'x'), { recursive: true })],
  ['a link to a missing file', (path: string) => symlinkSync('/nowhere/at/all', path)],
] as const

test.each(
  OBSTACLES.flatMap(([what, put]) => (['-wal', '-shm', '-journal'] as const).map((suffix) => ({ what, put, suffix }))),
)('$what in place of ledger.db$suffix: the kitchen works, also after the next start', ({ put, suffix }) => {
  const { path, ledger: running } = createKilledDay(10)
  running.close()
  rmSync(`${path}${suffix}`, { force: true })
  put(`${path}${suffix}`)
  const found = openRecovered(path)
  expect(found.trouble).toBeUndefined()
  // The orders are only in the log. Their loss is reported.
  expect(found.repair.repaired).toBe(suffix === '-wal' ? 'salvaged' : 'none')
  expect(found.ledger.boardOrders(0)).toHaveLength(suffix === '-wal' ? 0 : 10)
  expectUsable(path, found)
})

test('a link to nothing in place of the log of the cache or of a screen does not prevent a start', () => {
  const folder = tempFolder()
  const [cachePath, screenPath] = [join(folder, 'cache.db'), join(folder, 'screen.db')]
  for (const path of [cachePath, screenPath]) symlinkSync('/nowhere/at/all', `${path}-wal`)
  const cache = openCache(cachePath)
  expect(cache.ok).toBe(true)
  if (cache.ok) cache.value.close()
  const screen = openScreenStore(screenPath, NOW, () => undefined)
  expect(screen).toMatchObject({ ok: true, value: { isLost: false } })
  if (screen.ok) screen.value.store.close()
})

test('the facts of a file that is not a database, or has no facts, are unknown', () => {
  const other = rawDatabase(join(tempFolder(), 'other.db'))
  other.exec('CREATE TABLE songs (title TEXT)')
  expect(factInFile(other.serialize(), 'ledger_id')).toBeUndefined()
  expect(factInFile(Buffer.alloc(8_192, 1), 'ledger_id')).toBeUndefined()
  expect(factInFile(Buffer.alloc(0), 'ledger_id')).toBeUndefined()
})

test('a log of a machine with the other byte order is read', () => {
  const { ledger, path } = openTestLedger(join(tempFolder(), 'ledger.db'))
  for (let index = 0; index < 5; index += 1) ledger.receiveEvents([event(`e${index}`, 'o1')], [], 'poll', NOW)
  const main = readFileSync(path)
  const log = inBigEndian(readFileSync(`${path}-wal`))
  const read = readWal(log, PAGE_BYTES)
  expect(read?.state).toBe('whole')
  expect(read && committedFrames(read)).toBe(read?.frames.length)
  // SQLite also accepts the log.
  const copy = join(tempFolder(), 'ledger.db')
  writeFileSync(copy, main)
  writeFileSync(`${copy}-wal`, log)
  expect(openTestLedger(copy).ledger.eventsOf('o1')).toHaveLength(5)
  expect(dirname(copy)).not.toBe(dirname(path))
})

/** The same log with checksums in the other byte order (sqlite.org/fileformat2.html, "Checksum Algorithm"). */
function inBigEndian(log: Buffer): Buffer {
  const sum = (bytes: Buffer, start: readonly [number, number]): readonly [number, number] => {
    let [a, b] = start
    for (let at = 0; at < bytes.length; at += 8) {
      a = (a + bytes.readUInt32BE(at) + b) >>> 0
      b = (b + bytes.readUInt32BE(at + 4) + a) >>> 0
    }
    return [a, b]
  }
  const put = (at: number, [a, b]: readonly [number, number]): void => {
    log.writeUInt32BE(a, at)
    log.writeUInt32BE(b, at + 4)
  }
  log.writeUInt32BE(0x377f0683, 0)
  let running = sum(log.subarray(0, 24), [0, 0])
  put(24, running)
  for (let at = 32; at < log.length; at += 24 + PAGE_BYTES) {
    running = sum(log.subarray(at + 24, at + 24 + PAGE_BYTES), sum(log.subarray(at, at + 8), running))
    put(at + 16, running)
  }
  return log
}
