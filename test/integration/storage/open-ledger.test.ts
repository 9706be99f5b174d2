import { copyFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test, vi } from 'vitest'
import { LEDGER } from '../../../electron/storage/ledger-spec.ts'
import { openDatabase } from '../../../electron/storage/open-database.ts'
import { PAGE_BYTES } from '../../../electron/storage/page-size.ts'
import { applyPragmas, pragmasFor } from '../../../electron/storage/pragmas.ts'
import { isSafeSqlite } from '../../../electron/storage/sqlite-version.ts'
import { openLedger } from '../../fixtures/databases.ts'
import { createTestLedger, openTestLedger, rawDatabase, tempFolder } from './test-ledger.ts'

test('the linked SQLite does not lose commits at checkpoints', () => {
  const version = new Database(':memory:').prepare('SELECT sqlite_version()').pluck().get()
  expect(isSafeSqlite(String(version))).toBe(true)
})

test('every pragma is in force on the connection that the ledger uses', () => {
  const result = openDatabase(join(tempFolder(), 'ledger.db'), LEDGER)
  if (!result.ok) throw new Error(result.message)
  const db = result.value
  expect(
    Object.fromEntries(
      pragmasFor('every-commit', PAGE_BYTES).map(({ name }) => [name, db.pragma(name, { simple: true })]),
    ),
  ).toEqual({
    busy_timeout: 5000,
    trusted_schema: 0,
    cell_size_check: 1,
    journal_mode: 'wal',
    synchronous: 2,
    fullfsync: 1,
    checkpoint_fullfsync: 1,
    foreign_keys: 1,
    secure_delete: 1,
    temp_store: 2,
    wal_autocheckpoint: 4096,
    journal_size_limit: 4 * 1024 * 1024,
  })
  db.close()
})

test('a pragma that has no effect is named', () => {
  // A database in memory cannot have a write-ahead log.
  expect(applyPragmas(new Database(':memory:'), pragmasFor('every-commit', PAGE_BYTES))).toBe('journal_mode')
})

test('the folder is created, only its owner can read the files, and the data is stored for the next start', () => {
  const path = join(tempFolder(), 'profile', 'data', 'ledger.db')
  const first = openLedger(path)
  if (!first.ok) throw new Error(first.message)
  first.value.recordPoll(123)
  if (process.platform !== 'win32') {
    for (const suffix of ['', '-wal', '-shm']) expect(statSync(`${path}${suffix}`).mode & 0o777).toBe(0o600)
  }
  first.value.close()
  expect(openTestLedger(path).ledger.lastPollAt()).toBe(123)
})

test('a ledger of a newer version is refused, and no byte of it changes', () => {
  const { path, ledger } = createTestLedger()
  ledger.close()
  const db = rawDatabase(path)
  db.pragma('user_version = 9990')
  db.close()
  const before = readFileSync(path)
  const result = openLedger(path)
  expect(result).toMatchObject({ ok: false, code: 'newer-version' })
  expect(result.ok ? '' : result.message).toContain('9990')
  expect(readFileSync(path).equals(before)).toBe(true)
})

test('a file of another program is refused and not changed', () => {
  const path = join(tempFolder(), 'ledger.db')
  const other = new Database(path)
  other.exec('CREATE TABLE songs (title TEXT); PRAGMA user_version = 3')
  other.close()
  const before = readFileSync(path)
  expect(openLedger(path)).toMatchObject({ ok: false, code: 'damaged' })
  expect(readFileSync(path).equals(before)).toBe(true)
})

test('a file that is not a database, a folder in its place and a damaged header are reported as damage', () => {
  const folder = tempFolder()
  writeFileSync(join(folder, 'text.db'), 'x'.repeat(8192))
  writeFileSync(join(folder, 'short.db'), 'SQLite format 3\0')
  mkdirSync(join(folder, 'folder.db'))
  for (const name of ['text.db', 'short.db', 'folder.db']) {
    expect(openLedger(join(folder, name)), name).toMatchObject({ ok: false, code: 'damaged' })
  }
})

test('a schema without one of its tables is reported as damage', () => {
  const { path, ledger } = createTestLedger()
  ledger.close()
  const db = rawDatabase(path)
  db.exec('DROP TABLE taps')
  db.close()
  expect(openLedger(path)).toMatchObject({ ok: false, code: 'damaged' })
})

test('a ledger that another process keeps locked is reported as in use', () => {
  const { path, ledger } = createTestLedger()
  ledger.close()
  const blocker = rawDatabase(path)
  blocker.pragma('locking_mode = EXCLUSIVE')
  blocker.exec('BEGIN EXCLUSIVE')
  expect(openLedger(path)).toMatchObject({ ok: false, code: 'in-use' })
  blocker.exec('ROLLBACK')
})

test('a copy made while the ledger is open, as a crash would leave it, has every commit', () => {
  const { path, ledger } = createTestLedger()
  for (let at = 1; at <= 50; at += 1) ledger.recordPoll(at)
  const copy = join(tempFolder(), 'ledger.db')
  for (const suffix of ['', '-wal']) copyFileSync(`${path}${suffix}`, `${copy}${suffix}`)
  expect(openTestLedger(copy).ledger.lastPollAt()).toBe(50)
})

test('a file of another program or a newer version is recognised by its header before SQLite opens it', () => {
  for (const [pragmas, code] of [
    [{ application_id: 7, user_version: 3 }, 'damaged'],
    [{ application_id: LEDGER.applicationId, user_version: 9990 }, 'newer-version'],
  ] as const) {
    const path = join(tempFolder(), 'ledger.db')
    const db = rawDatabase(path)
    db.exec('CREATE TABLE songs (title TEXT)')
    for (const [name, value] of Object.entries(pragmas)) db.pragma(`${name} = ${value}`)
    db.close()
    const before = readFileSync(path)
    expect(openDatabase(path, LEDGER)).toMatchObject({ ok: false, code })
    expect(readFileSync(path).equals(before)).toBe(true)
  }
})

test.each([
  ['SQLITE_FULL', 'disk-full'],
  ['SQLITE_IOERR_FSYNC', 'io'],
  ['SQLITE_ERROR', 'damaged'],
])('a ledger that passes its checks and fails the first write with %s is reported as %s and closed', (thrown, code) => {
  const { path, ledger } = createTestLedger()
  ledger.recordPoll(5)
  ledger.close()
  const { prepare } = Database.prototype
  const failing = vi.spyOn(Database.prototype, 'prepare').mockImplementation(function (this: Database.Database, sql) {
    if (this.name === path && sql.startsWith('INSERT')) throw new Database.SqliteError('the first write failed', thrown)
    return prepare.call(this, sql)
  })
  onTestFinished(() => {
    failing.mockRestore()
  })
  const result = openLedger(path)
  expect(result).toMatchObject({ ok: false, code })
  expect(result.ok ? '' : result.message).toMatch(/^The ledger cannot be used: .*the first write failed/)
  // The last connection that closes a database removes its log.
  expect(existsSync(`${path}-wal`)).toBe(false)
  failing.mockRestore()
  expect(openTestLedger(path).ledger.lastPollAt()).toBe(5)
})
