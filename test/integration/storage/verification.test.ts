import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { LEDGER } from '../../../electron/storage/migrations/ledger-migrations.ts'
import { openDatabase } from '../../../electron/storage/open-database.ts'
import { verifyLedger } from '../../../electron/storage/verify.ts'
import { writeDay } from './kitchen-day.ts'
import { createTestLedger, openTestLedger, rawDatabase, tempFolder } from './test-ledger.ts'

test.each([
  ['an open order', "UPDATE orders SET first_seen_at = 1 WHERE status = 'CONFIRMED'"],
  ['a tap, settled or not', "UPDATE taps SET detail = 'x' WHERE seq = 1"],
  ['a setting', "UPDATE facts SET value = '7' WHERE name = 'last_poll_at'"],
])('%s with a wrong checksum is found before the first paint', (_name, change) => {
  const { ledger, path } = createTestLedger()
  writeDay(ledger, 3)
  const db = rawDatabase(path)
  db.exec(change)
  expect(verifyLedger(db, 'urgent')).toHaveLength(1)
})

test('damage of rows that the board does not use is found by the full check', () => {
  const { ledger, path } = createTestLedger()
  writeDay(ledger, 3)
  const db = rawDatabase(path)
  db.exec("UPDATE events SET code = 'x'")
  expect(verifyLedger(db, 'urgent')).toEqual([])
  expect(verifyLedger(db, 'all')).toEqual(['events has 6 rows whose checksum fails'])
})

test.each([
  [
    'a row that is missing',
    "PRAGMA foreign_keys = OFF; DELETE FROM timeline WHERE seq = 1; UPDATE row_counts SET number = number + 1 WHERE name = 'timeline'",
    'timeline has',
  ],
  ['an index that is missing', 'DROP INDEX taps_of_order', 'the schema is not the one of its version'],
  ['a version that never existed', 'PRAGMA user_version = 15', 'there never was a version 15'],
  ['tables without a version', 'PRAGMA user_version = 0', 'tables without a version'],
])('%s is found', (_name, change, problem) => {
  const { ledger, path } = createTestLedger()
  writeDay(ledger, 3)
  ledger.close()
  const db = rawDatabase(path)
  db.exec(change)
  expect(verifyLedger(db, 'urgent').join()).toContain(problem)
})

test('an index entry of a deleted row is found, although every row is intact and counted', () => {
  const { ledger, path } = createTestLedger()
  writeDay(ledger, 3)
  ledger.close()
  const change = <T>(work: (db: Database.Database) => T): T => {
    const db = new Database(path)
    try {
      db.unsafeMode()
      db.pragma('writable_schema = ON')
      return work(db)
    } finally {
      db.close()
    }
  }
  // The effect of a lost write: the table is changed, its index is not.
  const index = change((db) => {
    const found = db
      .prepare<[], unknown[]>("SELECT * FROM sqlite_schema WHERE name = 'timeline_of_order_by_kind'")
      .raw()
      .get()
    db.exec("DELETE FROM sqlite_schema WHERE name = 'timeline_of_order_by_kind'")
    return found ?? []
  })
  change((db) => db.exec("DELETE FROM timeline WHERE order_id = 'order-00001' AND seq % 2 = 0"))
  change((db) => db.prepare('INSERT INTO sqlite_schema VALUES (?, ?, ?, ?, ?)').run(...index))
  const problems = verifyLedger(rawDatabase(path), 'urgent')
  expect(problems).toHaveLength(1)
  expect(problems[0]).toMatch(/^integrity_check: .*timeline_of_order_by_kind/)
})

test('rows are counted in the transaction that inserts, deletes, cascades or rolls them back', () => {
  const { ledger, path } = openTestLedger(join(tempFolder(), 'ledger.db'))
  writeDay(ledger, 2)
  ledger.strikeLine('order-00000', '0:burger', false, 1)
  expect(() =>
    ledger.receiveEvents(
      [
        {
          eventId: 'x',
          orderId: 'y',
          eventType: Number.NaN as never,
          createdAt: undefined,
          metadata: undefined,
          problem: undefined,
        },
      ],
      [],
      'poll',
      1,
    ),
  ).toThrow()
  ledger.close()
  const again = openDatabase(path, LEDGER)
  if (!again.ok) throw new Error(again.message)
  again.value.exec("DELETE FROM orders WHERE order_id = 'order-00001'")
  expect(verifyLedger(again.value, 'all')).toEqual([])
  again.value.close()
})
