import { expect, test } from 'vitest'
import { readSettings } from '../../../electron/storage/facts.ts'
import { DEFAULT_SETTINGS } from '../../../shared/contract/settings.ts'

/** What a shop keeps that stored its settings before the default changed. */
const STORED = { ...DEFAULT_SETTINGS, confirmStartsPreparation: false }

test('accepting starts the preparation in a new shop; a shop with stored settings keeps what it had', () => {
  const startsIn = (stored?: object) => readSettings(stored && JSON.stringify(stored)).confirmStartsPreparation
  expect([startsIn(), startsIn({ locale: 'en' }), startsIn({ confirmStartsPreparation: 'x' })]).toEqual([
    true,
    false,
    false,
  ])
  expect([true, false].map((confirmStartsPreparation) => startsIn({ confirmStartsPreparation }))).toEqual([true, false])
})

test.each([undefined, '', '{', 'null', '7', '"x"'])('%j gives the defaults', (text) => {
  expect(readSettings(text)).toEqual(DEFAULT_SETTINGS)
})

test('a value out of range or of another version gets its default, and the other values are kept', () => {
  const stored = { locale: 'en', theme: 'sepia', undoSeconds: 99, pollIntervalSeconds: 10, future: true }
  expect(readSettings(JSON.stringify(stored))).toEqual({ ...STORED, locale: 'en', pollIntervalSeconds: 10 })
})

test.each([
  ['language', 'welcome'],
  ['connection', 'platform'],
  ['screen', 'screen'],
  ['sound', 'sound'],
  ['practice', 'sound'],
  ['pin', 'access'],
  ['done', 'done'],
  ['toString', undefined],
])('the step %s of an earlier version is read as %s', (stored, step) => {
  expect(readSettings(JSON.stringify({ setupStep: stored })).setupStep).toBe(step)
})

test('names of built-in properties are not settings', () => {
  expect(readSettings('{"__proto__":{"locale":"en"},"constructor":{"locale":"en"}}')).toEqual(STORED)
})
