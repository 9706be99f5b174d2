import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { ledgerOn } from '../../../electron/storage/ledger.ts'
import { LEDGER } from '../../../electron/storage/ledger-spec.ts'
import { latestVersion, migrate } from '../../../electron/storage/migration.ts'
import { modernised } from '../../../electron/storage/rebuild.ts'
import { numberOfRows, salvageImage } from '../../../electron/storage/salvage.ts'
import { stampedName, stampOf } from '../../../electron/storage/storage-layout.ts'

const ledgerBytes = (version: number): Buffer => {
  const db = new Database(':memory:')
  migrate(db, LEDGER.migrations, LEDGER.applicationId, version)
  const ledger = ledgerOn(db)
  ledger.markToRead(['o1', 'o2'], 5)
  ledger.addTimeline({ orderId: 'o1', at: 6, kind: 'shown' })
  ledger.recordPoll(7)
  return db.serialize()
}

test('rows of an older version are found and come back in the newest', () => {
  const found = salvageImage(ledgerBytes(10))
  expect(numberOfRows(found.rows)).toBe(5)
  const modern = modernised({ ...found, version: 10 }, 9)
  expect(modern.version).toBe(latestVersion(LEDGER.migrations))
  expect(modern.rows).toEqual(found.rows)
  expect(modernised(modern, 9)).toBe(modern)
})

test('the ledger’s own count is found with its rows, and only what can be one', () => {
  expect(Object.fromEntries(salvageImage(ledgerBytes(20)).counts)).toEqual({
    facts: 2,
    orders: 2,
    events: 0,
    unreadable_events: 0,
    taps: 0,
    timeline: 1,
    struck_lines: 0,
  })
  const db = new Database(':memory:')
  db.exec(`CREATE TABLE x (name ANY, number ANY) STRICT;
    INSERT INTO x VALUES ('nobody', 1), ('taps', -1), ('orders', 1e9), (7, 7), ('events', 'many'), ('facts', 3), ('facts', 4)`)
  expect(Object.fromEntries(salvageImage(db.serialize()).counts)).toEqual({ facts: 3 })
})

test('nothing is found in nothing', () => {
  expect(numberOfRows(salvageImage(Buffer.alloc(0)).rows)).toBe(0)
  expect(numberOfRows(salvageImage(Buffer.alloc(3 * 4096, 0xff)).rows)).toBe(0)
})

test('a copy is dated by its name, and a name that is none dates nothing', () => {
  const at = Date.parse('2026-03-01T12:34:56.789Z')
  expect(stampOf(stampedName('/x/ledger.db', at, '.db'))).toBe(at)
  expect(stampOf(stampedName('/x/ledger.db', at, ''))).toBe(at)
  for (const name of ['ledger.db', 'ledger-2026-99-01T12-00-00.000Z.db', 'ledger-2026-03-01T12-00-00.000Z.db.part']) {
    expect(stampOf(name), name).toBeUndefined()
  }
})
