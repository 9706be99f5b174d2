import { expect, test } from 'vitest'
import { readSettings } from '../../../electron/storage/facts.ts'
import { DEFAULT_SETTINGS } from '../../../shared/settings.ts'

test.each([undefined, '', '{', 'null', '7', '"x"', '[]'])('%j gives the defaults', (text) => {
  expect(readSettings(text)).toEqual(DEFAULT_SETTINGS)
})

test('a value out of range or of another version gets its default, and the other values are kept', () => {
  const stored = { locale: 'en', theme: 'sepia', undoSeconds: 99, pollIntervalSeconds: 10, future: true }
  expect(readSettings(JSON.stringify(stored))).toEqual({ ...DEFAULT_SETTINGS, locale: 'en', pollIntervalSeconds: 10 })
})

test('names of built-in properties are not settings', () => {
  expect(readSettings('{"__proto__":{"locale":"en"},"constructor":{"locale":"en"}}')).toEqual(DEFAULT_SETTINGS)
})
