import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { probeDisk } from '../../../electron/storage/disk-probe.ts'
import { backupLedger } from '../../../electron/storage/repair/backup.ts'
import { openScreenStore } from '../../../electron/storage/screen-store.ts'
import { openStorage } from '../../../electron/storage/storage.ts'
import { openCache, openLedger } from '../../fixtures/databases.ts'
import { toTheEnd } from '../../fixtures/to-the-end.ts'
import { createKilledDay, expectUsable, openRecovered } from './ledger-recovery.ts'
import { createTestLedger, event, rawDatabase, tempFolder } from './test-ledger.ts'

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
  expect(found.ledger.decidingEvents('o1')).toHaveLength(1)
  expectUsable(path, found)
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
    readAt: NOW,
    settlements: [],
  })
  cache.save('o1', { customer: { name: 'CANARY' } }, NOW)
  rawDatabase(join(folder, 'cache.db')).exec('UPDATE bodies SET read_at = 1')
  toTheEnd(purge(NOW + 24 * 3_600_000))
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

test('a link to nothing in place of the cache, or of a screen’s data, is set aside: what is stored then is there at the next start', () => {
  const folder = tempFolder()
  const [cachePath, screenPath] = [join(folder, 'cache.db'), join(folder, 'screen.db')]
  for (const path of [cachePath, screenPath]) symlinkSync('/nowhere/at/all', path)
  const open = () => [openCache(cachePath), openScreenStore(screenPath, NOW, () => undefined)] as const
  const [firstCache, firstScreen] = open()
  if (!firstCache.ok || !firstScreen.ok) throw new Error('one of the two cannot be opened')
  firstCache.value.save('o1', { id: 'o1' }, NOW)
  firstScreen.value.store.saveFact('role', 'counter')
  firstCache.value.close()
  firstScreen.value.store.close()
  const [cache, screen] = open()
  if (!cache.ok || !screen.ok) throw new Error('one of the two cannot be opened again')
  expect(cache.value.body('o1')).toMatchObject({ id: 'o1' })
  expect(screen.value.store.fact('role')).toBe('counter')
  cache.value.close()
  screen.value.store.close()
})
