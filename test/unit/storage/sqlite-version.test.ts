import { expect, test } from 'vitest'
import { isSafeSqlite } from '../../../electron/storage/open-database.ts'

test.each(['3.51.3', '3.51.10', '3.52.0', '3.54.1', '4.0.0'])('%s is safe', (version) => {
  expect(isSafeSqlite(version)).toBe(true)
})

test.each(['3.51.2', '3.49.2', '3.51', '3.50.99', '2.99.99', ''])('%s is not safe', (version) => {
  expect(isSafeSqlite(version)).toBe(false)
})
