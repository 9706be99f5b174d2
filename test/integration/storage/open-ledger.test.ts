import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test, vi } from 'vitest'
import { PAGE_BYTES } from '../../../electron/storage/file-image.ts'
import { LEDGER } from '../../../electron/storage/migrations/ledger-migrations.ts'
import { applyPragmas, openDatabase, pragmasFor } from '../../../electron/storage/open-database.ts'
import { openLedger } from '../../fixtures/databases.ts'
import { createTestLedger, openTestLedger, rawDatabase, tempFolder } from './test-ledger.ts'

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

test('a ledger that another process keeps locked is reported as in use', () => {
  const { path, ledger } = createTestLedger()
  ledger.close()
  const blocker = rawDatabase(path)
  blocker.pragma('locking_mode = EXCLUSIVE')
  blocker.exec('BEGIN EXCLUSIVE')
  expect(openLedger(path)).toMatchObject({ ok: false, code: 'in-use' })
  blocker.exec('ROLLBACK')
})

test.each([
  ['SQLITE_FULL', 'disk-full'],
  ['SQLITE_IOERR_FSYNC', 'io'],
  ['SQLITE_ERROR', 'damaged'],
])('a ledger that passes its checks and fails the first write with %s is reported as %s and closed', (thrown, code) => {
  const { path, ledger } = createTestLedger()
  ledger.facts.lastPollAt.set(5)
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
  expect(openTestLedger(path).ledger.facts.lastPollAt.get()).toBe(5)
})
