import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { migrate } from '../../../electron/storage/migration.ts'
import { CACHE_MIGRATIONS } from '../../../electron/storage/migrations/cache-migrations.ts'
import { LEDGER_MIGRATIONS } from '../../../electron/storage/migrations/ledger-migrations.ts'
import { cacheStoreOn } from '../../../electron/storage/order-cache.ts'
import { checksumOf, type SqlValue } from '../../../electron/storage/sealed-table.ts'
import { verifyLedger } from '../../../electron/storage/verify.ts'
import { ledgerOn } from '../../fixtures/databases.ts'
import { readEverything, writeDay } from './kitchen-day.ts'
import { newTap, rawDatabase, tempFolder } from './test-ledger.ts'

const APPLICATION_ID = 7

const fresh = (): Database.Database => rawDatabase(join(tempFolder(), 'ledger.db'))

test('after a failed step the version is the one before all steps', () => {
  const db = fresh()
  const steps = [
    { version: 10, up: (to: Database.Database) => to.exec('CREATE TABLE a (x)') },
    {
      version: 20,
      up: (to: Database.Database) => {
        to.exec('CREATE TABLE b (x)')
        to.exec('INSERT INTO nowhere VALUES (1)')
      },
    },
  ]
  expect(() => migrate(db, steps, APPLICATION_ID)).toThrow(/nowhere/)
  expect(db.pragma('user_version', { simple: true })).toBe(0)
  expect(db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get()).toBe(0)
})

test('steps run once, in order, and the file has the mark of its program', () => {
  const db = fresh()
  const made: number[] = []
  const step = (version: number) => ({ version, up: () => made.push(version) })
  migrate(db, [step(10)], APPLICATION_ID)
  migrate(db, [step(10), step(20), step(30)], APPLICATION_ID, 20)
  expect(migrate(db, [step(10), step(20), step(30)], APPLICATION_ID)).toBeUndefined()
  expect(made).toEqual([10, 20, 30])
  expect(db.pragma('application_id', { simple: true })).toBe(APPLICATION_ID)
  expect(migrate(db, [step(10)], APPLICATION_ID)).toEqual({ newer: 30 })
  expect(db.pragma('user_version', { simple: true })).toBe(30)
})

test('a database of the newest schema is not written: neither its file nor its log changes', () => {
  const path = join(tempFolder(), 'ledger.db')
  const db = rawDatabase(path)
  db.pragma('journal_mode = WAL')
  migrate(db, LEDGER_MIGRATIONS, APPLICATION_ID)
  ledgerOn(db).facts.lastPollAt.set(5)
  const files = () => ['', '-wal'].map((suffix) => readFileSync(`${path}${suffix}`))
  const before = files()
  expect(before[1]?.length).toBeGreaterThan(0)
  expect(migrate(db, LEDGER_MIGRATIONS, APPLICATION_ID)).toBeUndefined()
  expect(files()).toEqual(before)
})

test.each([[[20, 10]], [[10, 10]], [[10, 15]]])('a list with the numbers %j is a defect', (versions) => {
  const steps = versions.map((version) => ({ version, up: () => undefined }))
  expect(() => migrate(fresh(), steps, APPLICATION_ID)).toThrow(/does not follow/)
})

test('every table is STRICT, and every row but a count has a checksum', () => {
  const db = fresh()
  migrate(db, LEDGER_MIGRATIONS, APPLICATION_ID)
  const tables = db
    .prepare<[], { name: string; strict: number }>(
      "SELECT * FROM pragma_table_list WHERE schema = 'main' AND name NOT LIKE 'sqlite_%'",
    )
    .all()
  expect(tables.map(({ name }) => name).toSorted()).toEqual([
    'day_sums',
    'events',
    'facts',
    'orders',
    'row_counts',
    'struck_lines',
    'taps',
    'timeline',
    'unreadable_events',
  ])
  for (const { name, strict } of tables) {
    expect(strict, name).toBe(1)
    const columns = db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(name)
    if (name !== 'row_counts') expect(columns.at(-1), name).toBe('crc')
  }
  expect(db.prepare("SELECT length(value) FROM facts WHERE name = 'ledger_id'").pluck().get()).toBe(36)
})

test('all rows of version 30 are kept and counted, and the same reads are due', () => {
  const db = fresh()
  migrate(db, LEDGER_MIGRATIONS, APPLICATION_ID, 30)
  const ledger = ledgerOn(db)
  const ids = writeDay(ledger, 7)
  ledger.markToRead(ids, 4)
  for (const orderId of ids.slice(0, 3)) ledger.recordReadFailure({ orderId, at: 5, nextReadAt: 6 })
  // A durable step commits the failures, which are written with the next commit.
  ledger.addTap(newTap('one-more', 'order-00000'))
  const content = () => [
    readEverything(ledgerOn(db), ids),
    ledgerOn(db).firstReads(1_000_000_000_000_000, 100, 'longest'),
    ledgerOn(db).repeatedReads(1_000_000_000_000_000, 100),
    ledgerOn(db).nextReadAt(),
  ]
  const before = content()
  expect(before[2]).toHaveLength(3)
  expect(migrate(db, LEDGER_MIGRATIONS, APPLICATION_ID)).toBeUndefined()
  expect(content()).toEqual(before)
  expect(verifyLedger(db, 'all')).toEqual([])
  ledger.addTap(newTap('after', 'order-00000'))
  expect(verifyLedger(db, 'all')).toEqual([])
})

test('ledger 50: the taps of version 40 stay, in their order, and a tap may end as concluded', () => {
  const db = fresh()
  migrate(db, LEDGER_MIGRATIONS, APPLICATION_ID, 40)
  const ledger = ledgerOn(db)
  for (const tapId of ['first', 'second']) ledger.addTap(newTap(tapId, 'order'))
  ledger.changeTaps([{ tapId: 'first', state: 'confirmed', onlyFrom: ['queued'] }], 5)
  const conclude = () =>
    ledgerOn(db).changeTaps([{ tapId: 'second', state: 'concluded', settledAt: 9, onlyFrom: ['queued'] }], 9)
  expect(conclude).toThrow(/CHECK/)
  const before = ledger.tapsOf('order')
  expect(migrate(db, LEDGER_MIGRATIONS, APPLICATION_ID)).toBeUndefined()
  expect(ledgerOn(db).tapsOf('order')).toEqual(before)
  expect(verifyLedger(db, 'all')).toEqual([])
  conclude()
  expect(ledgerOn(db).tap('second')).toMatchObject({ state: 'concluded', settledAt: 9 })
  expect(ledgerOn(db).openTaps()).toEqual([])
  expect(ledgerOn(db).timeline('order')).toContainEqual({
    orderId: 'order',
    at: 9,
    kind: 'concluded',
    detail: 'confirm',
  })
  expect(verifyLedger(db, 'all')).toEqual([])
})

test('ledger 50: a damaged state that no constraint admits is found as a missing row', () => {
  const db = fresh()
  migrate(db, LEDGER_MIGRATIONS, APPLICATION_ID, 40)
  ledgerOn(db).addTap(newTap('damaged', 'order'))
  db.pragma('ignore_check_constraints = ON')
  db.exec("UPDATE taps SET state = 'qeueud'")
  db.pragma('ignore_check_constraints = OFF')
  migrate(db, LEDGER_MIGRATIONS, APPLICATION_ID)
  expect(verifyLedger(db, 'all')).not.toEqual([])
})

test('ledger 60: the orders of version 50 stay, and there is a place for sums, whose rows are counted', () => {
  const db = fresh()
  migrate(db, LEDGER_MIGRATIONS, APPLICATION_ID, 50)
  const before = db.prepare('SELECT count(*) FROM orders').pluck().get()
  expect(migrate(db, LEDGER_MIGRATIONS, APPLICATION_ID)).toBeUndefined()
  expect(db.prepare('SELECT count(*) FROM orders').pluck().get()).toBe(before)
  const row: readonly SqlValue[] = ['2026-03-01', '[]']
  db.prepare('INSERT INTO day_sums VALUES (?, ?, ?)').run(...row, checksumOf('day_sums', row))
  expect(verifyLedger(db, 'all')).toEqual([])
  db.exec('DROP TRIGGER day_sums_row_removed')
  db.exec('DELETE FROM day_sums')
  expect(verifyLedger(db, 'all')).not.toEqual([])
})

test('cache 50: the bodies and the unread orders of version 40 stay', () => {
  const db = fresh()
  migrate(db, CACHE_MIGRATIONS, APPLICATION_ID, 40)
  const row: readonly SqlValue[] = ['o1', '{"id":"o1"}', 1, 0]
  db.prepare('INSERT INTO bodies VALUES (?, ?, ?, ?, ?)').run(...row, checksumOf('bodies', row))
  db.prepare('INSERT INTO unread_orders VALUES (?, ?, ?)').run('o3', 1, checksumOf('unread_orders', ['o3', 1]))
  migrate(db, CACHE_MIGRATIONS, APPLICATION_ID)
  const { cache, unread } = cacheStoreOn(db)
  expect(cache.body('o1')).toEqual({ id: 'o1' })
  unread.update(['o1', 'o2'], [], 2)
  expect([...unread.receivedTimes()]).toEqual([
    ['o3', 1],
    ['o2', 2],
  ])
})
