import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { backupLedger, backupsOf, newestGoodBackup } from '../../../electron/storage/repair/backup.ts'
import { numberOfRows } from '../../../electron/storage/repair/salvage.ts'
import { refuse } from './disk-calls.ts'
import { createDayLedger, orderIdsOf, readEverything, writeDay } from './kitchen-day.ts'
import { countOpenHandles, whyNoOpenFiles } from './open-files.ts'
import { createTestLedger, openTestLedger, rawDatabase, tempFolder } from './test-ledger.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')

test('a backup of an open ledger is complete, readable only by its owner, and can be opened as a ledger', () => {
  const { ledger, path } = createTestLedger()
  writeDay(ledger, 20)
  const backup = backupLedger(path, NOW)
  if (!backup.ok) throw new Error(backup.message)
  expect(backup.value.path).toBe(join(dirname(path), 'backups', 'ledger-1-2026-03-01T12-00-00.000Z.db'))
  if (process.platform !== 'win32') expect(statSync(backup.value.path).mode & 0o777).toBe(0o600)
  const story = readEverything(ledger, orderIdsOf(20))
  expect(readEverything(openTestLedger(backup.value.path).ledger, orderIdsOf(20))).toEqual(story)
})

test('two backups are kept, and unfinished ones are removed', () => {
  const { ledger, path } = createTestLedger()
  writeDay(ledger, 1)
  const folder = join(dirname(path), 'backups')
  mkdirSync(folder)
  writeFileSync(join(folder, 'ledger-2026-02-01T00-00-00.000Z.db.part'), 'half')
  writeFileSync(join(folder, 'foreign.txt'), 'stays')
  for (const hour of [0, 1, 2, 3]) backupLedger(path, NOW + hour * 3_600_000)
  expect(backupsOf(path).map(({ at }) => at)).toEqual([NOW + 3 * 3_600_000, NOW + 2 * 3_600_000])
  expect(readdirSync(folder)).toHaveLength(3)
})

test('the backup of an open ledger finds its damage, and intact backups are kept', () => {
  const { ledger, path } = createTestLedger()
  writeDay(ledger, 5)
  backupLedger(path, NOW)
  rawDatabase(path).exec("UPDATE timeline SET detail = 'READY' WHERE seq = 3")
  const backup = backupLedger(path, NOW + 1)
  expect(backup).toMatchObject({ ok: false, code: 'damaged' })
  expect(backup.ok ? '' : backup.message).toContain('timeline has 1 rows whose checksum fails')
  expect(backupsOf(path).map(({ at }) => at)).toEqual([NOW])
  expect(readdirSync(join(dirname(path), 'backups'))).toHaveLength(1)
})

test('a file in place of the folder of backups is renamed', () => {
  const { ledger, path } = createTestLedger()
  writeDay(ledger, 1)
  writeFileSync(join(dirname(path), 'backups'), 'a file where the folder should be')
  expect(backupLedger(path, NOW).ok).toBe(true)
  expect(readFileSync(join(dirname(path), 'backups.aside'), 'utf8')).toBe('a file where the folder should be')
})

test('without a ledger no backup is made', () => {
  const path = join(tempFolder(), 'ledger.db')
  expect(backupLedger(path, NOW).ok).toBe(false)
  expect(existsSync(path)).toBe(false)
  expect(newestGoodBackup(path)).toBeUndefined()
})

test('the newest intact backup is used', () => {
  const { ledger, path } = createTestLedger()
  writeDay(ledger, 2)
  backupLedger(path, NOW)
  const rows = newestGoodBackup(path)
  writeDay(ledger, 4)
  const second = backupLedger(path, NOW + 1)
  if (!rows || !second.ok) throw new Error('no backup')
  const newer = newestGoodBackup(path)
  expect(numberOfRows(newer?.rows ?? new Map())).toBeGreaterThan(numberOfRows(rows.rows))
  const bytes = readFileSync(second.value.path)
  writeFileSync(second.value.path, bytes.subarray(0, bytes.length / 2))
  expect(numberOfRows(newestGoodBackup(path)?.rows ?? new Map())).toBe(numberOfRows(rows.rows))
})

test('only files with the name of a backup count as backups', () => {
  const { ledger, path } = createTestLedger()
  writeDay(ledger, 1)
  backupLedger(path, NOW)
  for (const name of ['ledger-2026-03-01T13-00-00.000Z', 'ledger-2026-03-01T13-00-00.000Z.txt']) {
    writeFileSync(join(dirname(path), 'backups', name), 'x')
  }
  expect(backupsOf(path).map(({ at }) => at)).toEqual([NOW])
})

test('an unfinished backup is removed before a new one is written', () => {
  const { ledger, path } = createTestLedger()
  writeDay(ledger, 1)
  const half = join(dirname(path), 'backups', 'ledger-2026-02-01T00-00-00.000Z.db.part')
  mkdirSync(dirname(half))
  writeFileSync(half, 'half')
  refuse('openSync', 'ENOSPC', (name) => name.endsWith('.part') && existsSync(half))
  expect(backupLedger(path, NOW)).toMatchObject({ ok: true })
})

test('a backup that the disk refuses does not mark the ledger as damaged, and the reason is reported', () => {
  const { ledger, path } = createTestLedger()
  writeDay(ledger, 1)
  refuse('openSync', 'ENOSPC', (name) => name.endsWith('.part'))
  const backup = backupLedger(path, NOW)
  expect(backup).toMatchObject({ ok: false, code: 'disk-full' })
  expect(backup.ok ? '' : backup.message).toMatch(/^The ledger cannot be backed up: Error: ENOSPC/)
  expect(existsSync(`${path}.suspect`)).toBe(false)
  expect(readdirSync(join(dirname(path), 'backups'))).toEqual([])
})

if (whyNoOpenFiles) console.warn(`NOT RUN: the count of open files, because ${whyNoOpenFiles}`)

test.runIf(whyNoOpenFiles === undefined)(
  'a backup leaves no file open, when it succeeds and when it is refused',
  () => {
    const path = join(tempFolder(), 'ledger.db')
    createDayLedger(path, 1)
    expect(backupLedger(path, NOW).ok).toBe(true)
    rawDatabase(path).exec("UPDATE timeline SET detail = 'x' WHERE seq = 1")
    const before = countOpenHandles(dirname(path))
    expect(backupLedger(path, NOW + 1)).toMatchObject({ ok: false, code: 'damaged' })
    newestGoodBackup(path)
    expect(countOpenHandles(join(dirname(path), 'backups'))).toBe(0)
    expect(countOpenHandles(dirname(path))).toBe(before)
  },
)
