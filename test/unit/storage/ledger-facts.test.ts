import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from '../../../electron/storage/migration.ts'
import { LEDGER } from '../../../electron/storage/migrations/ledger-migrations.ts'
import { countRun, factOf } from '../../../electron/storage/repair/salvage.ts'
import { verifyLedger } from '../../../electron/storage/verify.ts'

function newLedger(): Database.Database {
  const db = new Database(':memory:')
  onTestFinished(() => {
    db.close()
  })
  migrate(db, LEDGER.migrations, LEDGER.applicationId)
  return db
}

test('each run changes the salt of the log, which depends on the number of runs', () => {
  const db = newLedger()
  expect(factOf(db, 'runs')).toBeUndefined()
  for (const run of ['1', '2', '3']) {
    countRun(db)
    expect(factOf(db, 'runs')).toBe(run)
  }
  expect(verifyLedger(db, 'all')).toEqual([])
})

test('a damaged number of runs starts again and is valid', () => {
  const db = newLedger()
  for (let run = 0; run < 5; run += 1) countRun(db)
  db.exec("UPDATE facts SET value = '7' WHERE name = 'runs'")
  countRun(db)
  expect(factOf(db, 'runs')).toBe('1')
})

test('a defect does not count as an absent fact', () => {
  const db = new Database(':memory:')
  db.close()
  expect(() => factOf(db, 'ledger_id')).toThrow(TypeError)
})
