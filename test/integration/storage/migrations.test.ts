import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { migrate } from '../../../electron/storage/migration.ts'
import { LEDGER_MIGRATIONS } from '../../../electron/storage/migrations/ledger.ts'
import { rawDatabase, tempFolder } from './bench.ts'

const APPLICATION_ID = 7

const fresh = (): Database.Database => rawDatabase(join(tempFolder(), 'ledger.db'))

test('all steps or none: a step that fails leaves the version before', () => {
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

test('steps are made once, in order, and the file says whose it is', () => {
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

test.each([[[20, 10]], [[10, 10]], [[10, 15]]])('a list numbered %j is a defect', (versions) => {
  const steps = versions.map((version) => ({ version, up: () => undefined }))
  expect(() => migrate(fresh(), steps, APPLICATION_ID)).toThrow(/does not follow/)
})

test('10: every table is STRICT and has a checksum in every row', () => {
  const db = fresh()
  migrate(db, LEDGER_MIGRATIONS, APPLICATION_ID, 10)
  const tables = db
    .prepare<[], { name: string; strict: number }>(
      "SELECT * FROM pragma_table_list WHERE schema = 'main' AND name NOT LIKE 'sqlite_%'",
    )
    .all()
  expect(tables.map(({ name }) => name).toSorted()).toEqual([
    'events',
    'facts',
    'orders',
    'struck_lines',
    'taps',
    'timeline',
    'unreadable_events',
  ])
  for (const { name, strict } of tables) {
    expect(strict, name).toBe(1)
    const columns = db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(name)
    expect(columns.at(-1), name).toBe('crc')
  }
  expect(db.prepare("SELECT length(value) FROM facts WHERE name = 'ledger_id'").pluck().get()).toBe(36)
})
