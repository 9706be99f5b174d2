import { expect, test } from 'vitest'
import { FACTS } from '../../../electron/storage/ledger-tables.ts'
import { sealedTable } from '../../../electron/storage/sealed-table.ts'
import { DEFAULT_SETTINGS } from '../../../shared/settings.ts'
import { createTestLedger, openTestLedger, rawDatabase } from './test-ledger.ts'

test('a lock is kept over a restart, and deleted when it is removed', () => {
  const { ledger, path } = createTestLedger()
  expect(ledger.lockRecord()).toBeUndefined()
  ledger.saveLockRecord('a record')
  ledger.close()
  const after = openTestLedger(path).ledger
  expect(after.lockRecord()).toBe('a record')
  after.saveLockRecord(undefined)
  expect(after.lockRecord()).toBeUndefined()
})

test('the time of the last nightly work is kept over a restart, and an unreadable value is ignored', () => {
  const { ledger, path } = createTestLedger()
  expect(ledger.nightWork()).toBeUndefined()
  const report = {
    date: '2026-03-02',
    results: [{ task: 'purge', at: 1, durationMs: 2, outcome: 'failed', reason: 'disk full' }],
  } as const
  ledger.saveNightWork(report)
  ledger.close()
  expect(openTestLedger(path).ledger.nightWork()).toEqual(report)
  sealedTable(rawDatabase(path), FACTS, () => undefined).put({ name: 'night_work', value: '{"date":1}' })
  expect(openTestLedger(path).ledger.nightWork()).toBeUndefined()
})

test.each([
  ['no list', '{"0":"o1"}', []],
  ['invalid JSON', '[', []],
  ['a list with other elements', '["o1",2,null,"o2"]', ['o1', 'o2']],
])('recalled orders that are stored as %s are read without the invalid ones', (_what, value, ids) => {
  const { ledger, path } = createTestLedger()
  sealedTable(rawDatabase(path), FACTS, () => undefined).put({ name: 'recalled', value })
  expect(ledger.recalledOrderIds()).toEqual(ids)
  ledger.recallOrder('o9', true, 1)
  expect(ledger.recalledOrderIds()).toEqual([...ids, 'o9'])
})

test('settings are parsed again only after their stored text has changed, also by another connection', () => {
  const { ledger, path } = createTestLedger()
  const first = ledger.settings()
  expect(ledger.settings()).toBe(first)
  ledger.saveSettings({ ...first, locale: 'en' })
  const second = ledger.settings()
  expect(second).toEqual({ ...first, locale: 'en' })
  expect(ledger.settings()).toBe(second)
  const value = JSON.stringify({ ...first, locale: 'es' })
  sealedTable(rawDatabase(path), FACTS, () => undefined).put({ name: 'settings', value })
  expect(ledger.settings()).toEqual({ ...first, locale: 'es' })
})

test('settings are read from the ledger each time: a damaged row gives the defaults and is reported', () => {
  const { ledger, path, damages } = createTestLedger()
  ledger.saveSettings({ ...DEFAULT_SETTINGS, locale: 'en' })
  expect(ledger.settings().locale).toBe('en')
  rawDatabase(path).prepare("UPDATE facts SET crc = crc + 1 WHERE name = 'settings'").run()
  expect(ledger.settings()).toEqual(DEFAULT_SETTINGS)
  expect(damages).toContainEqual({ table: 'facts', key: 'settings' })
})
