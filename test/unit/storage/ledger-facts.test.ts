import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { countRun, factInFile, factOf } from '../../../electron/storage/ledger-facts.ts'
import { LEDGER } from '../../../electron/storage/ledger-spec.ts'
import { migrate } from '../../../electron/storage/migration.ts'
import { verifyLedger } from '../../../electron/storage/verify.ts'
import { ledgerOn } from '../../fixtures/databases.ts'

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

test('a fact is found by its name, in a connection and in the bytes of a file', () => {
  const db = newLedger()
  ledgerOn(db).recordPoll(123)
  const id = factOf(db, 'ledger_id')
  expect(id).toMatch(/^[\da-f-]{36}$/)
  expect(factOf(db, 'last_poll_at')).toBe('123')
  expect(factInFile(db.serialize(), 'ledger_id')).toBe(id)
  expect(factInFile(db.serialize(), 'no such fact')).toBeUndefined()
})

test('a fact with a wrong checksum counts as absent', () => {
  const db = newLedger()
  db.exec("UPDATE facts SET value = 'another' WHERE name = 'ledger_id'")
  expect(factOf(db, 'ledger_id')).toBeUndefined()
})

test('a defect does not count as an absent fact', () => {
  const db = new Database(':memory:')
  db.close()
  expect(() => factOf(db, 'ledger_id')).toThrow(TypeError)
})
