import { expect, test } from 'vitest'
import { FACTS } from '../../../electron/storage/ledger-tables.ts'
import { sealedTable } from '../../../electron/storage/sealed-table.ts'
import { DEFAULT_SETTINGS } from '../../../shared/contract/settings.ts'
import { createTestLedger, openTestLedger, rawDatabase } from './test-ledger.ts'

test('a lock is kept over a restart, and deleted when it is removed', () => {
  const { ledger, path } = createTestLedger()
  expect(ledger.facts.lock.get()).toBeUndefined()
  ledger.facts.lock.set('a record')
  ledger.close()
  const after = openTestLedger(path).ledger
  expect(after.facts.lock.get()).toBe('a record')
  after.facts.lock.set(undefined)
  expect(after.facts.lock.get()).toBeUndefined()
})

test.each([
  ['no list', '{"0":"o1"}', []],
  ['invalid JSON', '[', []],
  ['a list with other elements', '["o1",2,null,"o2"]', ['o1', 'o2']],
])('recalled orders that are stored as %s are read without the invalid ones', (_what, value, ids) => {
  const { ledger, path } = createTestLedger()
  sealedTable(rawDatabase(path), FACTS, () => undefined).put({ name: 'recalled', value })
  expect(ledger.facts.recalled.get()).toEqual(ids)
  ledger.recallOrder('o9', true, 1)
  expect(ledger.facts.recalled.get()).toEqual([...ids, 'o9'])
})

test('settings are parsed again only after their stored text has changed, also by another connection', () => {
  const { ledger, path } = createTestLedger()
  const first = ledger.facts.settings.get()
  expect(ledger.facts.settings.get()).toBe(first)
  ledger.facts.settings.set({ ...first, locale: 'en' })
  const second = ledger.facts.settings.get()
  expect(second).toEqual({ ...first, locale: 'en' })
  expect(ledger.facts.settings.get()).toBe(second)
  const value = JSON.stringify({ ...first, locale: 'es' })
  sealedTable(rawDatabase(path), FACTS, () => undefined).put({ name: 'settings', value })
  expect(ledger.facts.settings.get()).toEqual({ ...first, locale: 'es' })
})

test('settings are read from the ledger each time: a damaged row gives the defaults and is reported', () => {
  const { ledger, path, damages } = createTestLedger()
  ledger.facts.settings.set({ ...DEFAULT_SETTINGS, locale: 'en' })
  expect(ledger.facts.settings.get().locale).toBe('en')
  rawDatabase(path).prepare("UPDATE facts SET crc = crc + 1 WHERE name = 'settings'").run()
  expect(ledger.facts.settings.get()).toEqual(DEFAULT_SETTINGS)
  expect(damages).toContainEqual({ table: 'facts', key: 'settings' })
})
