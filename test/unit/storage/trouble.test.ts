import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { storageTroubleOf } from '../../../electron/storage/trouble.ts'

test.each([
  ['SQLITE_CORRUPT', 'damaged'],
  ['SQLITE_CORRUPT_INDEX', 'damaged'],
  ['SQLITE_NOTADB', 'damaged'],
  ['SQLITE_FULL', 'disk-full'],
  ['SQLITE_READONLY_DIRECTORY', 'read-only'],
  ['SQLITE_BUSY_SNAPSHOT', 'in-use'],
  ['SQLITE_LOCKED', 'in-use'],
  ['SQLITE_IOERR_FSYNC', 'io'],
  ['SQLITE_IOERR_SHORT_READ', 'damaged'],
  ['SQLITE_CANTOPEN', 'io'],
  ['SQLITE_NOMEM', 'io'],
  ['SQLITE_ERROR', undefined],
  ['SQLITE_CONSTRAINT_UNIQUE', undefined],
])('%s is %s', (code, trouble) => {
  expect(storageTroubleOf(new Database.SqliteError('x', code))).toBe(trouble)
})

test.each([
  ['ENOSPC', 'disk-full'],
  ['EROFS', 'read-only'],
  ['EACCES', 'read-only'],
  ['EBUSY', 'in-use'],
  ['EIO', 'io'],
  [undefined, 'io'],
])('the error %s of the file system is %s', (code, trouble) => {
  expect(storageTroubleOf(Object.assign(new Error('x'), { code, syscall: 'open' }))).toBe(trouble)
})

test('an error of the program is not a storage problem', () => {
  expect(storageTroubleOf(new TypeError('x'))).toBeUndefined()
  expect(storageTroubleOf('x')).toBeUndefined()
})
