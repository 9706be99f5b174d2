import { copyFileSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { readHeader } from '../../../electron/storage/file-image.ts'
import { type DatabaseSpec, openDatabase } from '../../../electron/storage/open-database.ts'
import { fakeVersion, ignorePragma } from './faked-sqlite.ts'
import { changeBytes } from './ledger-recovery.ts'
import { countOpenHandles, whyNoOpenFiles } from './open-files.ts'
import { rawDatabase, tempFolder } from './test-ledger.ts'

const SONGS: DatabaseSpec = {
  name: 'song book',
  applicationId: 0x536f6e67,
  migrations: [{ version: 10, up: (db) => db.exec('CREATE TABLE songs (title TEXT NOT NULL) STRICT') }],
  flushing: 'every-commit',
}
const newPath = (): string => join(tempFolder(), 'songs.db')

function openTestLedger(path: string, spec = SONGS): Database.Database {
  const result = openDatabase(path, spec)
  if (!result.ok) throw new Error(`${result.code}: ${result.message}`)
  onTestFinished(() => {
    result.value.close()
  })
  return result.value
}
/** A closed database of the program. */
function book(): string {
  const path = newPath()
  const db = openTestLedger(path)
  db.exec("INSERT INTO songs VALUES ('Hey')")
  db.close()
  return path
}

test('a new database has its folder, its schema and the mark of its program', () => {
  const path = join(tempFolder(), 'profile', 'data', 'songs.db')
  const db = openTestLedger(path)
  db.exec("INSERT INTO songs VALUES ('Hey')")
  expect(db.pragma('application_id', { simple: true })).toBe(SONGS.applicationId)
  expect(db.pragma('user_version', { simple: true })).toBe(10)
  db.close()
  if (process.platform !== 'win32') {
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700)
    expect(statSync(dirname(dirname(path))).mode & 0o777).toBe(0o700)
  }
  expect(openTestLedger(path).prepare('SELECT title FROM songs').pluck().all()).toEqual(['Hey'])
})

test('the database file without its log has the program’s mark and its version from the first opening on', () => {
  const path = newPath()
  openTestLedger(path)
  expect(readHeader(path)).toMatchObject({ userVersion: 10, applicationId: SONGS.applicationId })
  const later: DatabaseSpec = {
    ...SONGS,
    migrations: [...SONGS.migrations, { version: 20, up: (db) => db.exec('CREATE TABLE singers (name TEXT) STRICT') }],
  }
  openTestLedger(path, later)
  expect(readHeader(path)?.userVersion).toBe(20)
})

test('an empty file becomes a database', () => {
  const path = newPath()
  writeFileSync(path, '')
  expect(openTestLedger(path).prepare('SELECT count(*) FROM songs').pluck().get()).toBe(0)
})

test('a database that was created and not yet marked is accepted', () => {
  const path = newPath()
  const raw = rawDatabase(path)
  raw.pragma('journal_mode = WAL')
  raw.exec('CREATE TABLE leftover (x); DROP TABLE leftover')
  raw.close()
  expect(statSync(path).size).toBeGreaterThan(0)
  expect(openTestLedger(path).pragma('user_version', { simple: true })).toBe(10)
})

test.each([
  ['its file is a folder', (path: string) => mkdirSync(path), 'The song book is no file'],
  ['its file is text', (path: string) => writeFileSync(path, 'x'), 'The song book is no SQLite database'],
  [
    'its file belongs to another program',
    (path: string) => {
      const raw = rawDatabase(path)
      raw.exec('CREATE TABLE letters (x); PRAGMA application_id = 7; PRAGMA user_version = 10')
      raw.close()
    },
    "The song book's file belongs to another program",
  ],
  [
    'its file has a table of another program with the same name',
    (path: string) => {
      const raw = rawDatabase(path)
      raw.exec('CREATE TABLE songs (x)')
      raw.close()
    },
    'The song book cannot be read: table songs already exists',
  ],
])('%s: this is reported as damage with a message, and the file is not changed', (_name, put, message) => {
  const path = newPath()
  put(path)
  const before = statSync(path).isFile() ? readFileSync(path) : undefined
  expect(openDatabase(path, SONGS)).toEqual({ ok: false, code: 'damaged', message })
  if (before?.length === 1) expect(readFileSync(path)).toEqual(before)
  expect(statSync(path).isFile()).toBe(before !== undefined)
})

test('a newer database is refused with both versions and not changed', () => {
  const path = book()
  changeBytes(path, (bytes) => bytes.writeInt32BE(30, 60))
  const before = readFileSync(path)
  expect(openDatabase(path, SONGS)).toEqual({
    ok: false,
    code: 'newer-version',
    message: 'The song book has schema 30; this program knows it up to 10',
  })
  expect(readFileSync(path).equals(before)).toBe(true)
  expect(existsSync(`${path}-wal`)).toBe(false)
})

/** A database whose newer version is only in its log. */
function newerInItsLog(): string {
  const openPath = book()
  const raw = rawDatabase(openPath)
  raw.pragma('user_version = 30')
  const path = newPath()
  for (const suffix of ['', '-wal']) copyFileSync(`${openPath}${suffix}`, `${path}${suffix}`)
  return path
}

test('a database whose newer version is only in its log is refused', () => {
  expect(openDatabase(newerInItsLog(), SONGS)).toMatchObject({ ok: false, code: 'newer-version' })
})

const hasLinks = process.platform !== 'win32'
if (!hasLinks) console.warn('NOT RUN: the link that leads to itself, because Windows lets only administrators make one')

test('an error of the file system is reported as such, with its message', () => {
  const result = openDatabase(join(book(), 'below', 'songs.db'), SONGS)
  expect(result).toMatchObject({ ok: false, code: 'io' })
  expect(result.ok ? '' : result.message).toMatch(/^The song book cannot be opened: Error: E\w+/)
})

test.runIf(hasLinks)('a link to itself is set aside', () => {
  const loop = newPath()
  symlinkSync(loop, loop)
  const result = openDatabase(loop, SONGS)
  expect(result.ok).toBe(true)
  if (result.ok) result.value.close()
})

test('a defect in a step of its schema is thrown, not reported as damage, and the file is not changed', () => {
  const broken: DatabaseSpec = {
    ...SONGS,
    migrations: [
      ...SONGS.migrations,
      {
        version: 20,
        up: () => {
          throw new TypeError('a defect')
        },
      },
    ],
  }
  const path = book()
  expect(() => openDatabase(path, broken)).toThrow(new TypeError('a defect'))
  expect(openTestLedger(path).pragma('user_version', { simple: true })).toBe(10)
})

test('an SQLite version that can lose commits opens no database', () => {
  const path = newPath()
  fakeVersion('3.51.2')
  expect(openDatabase(path, SONGS)).toEqual({
    ok: false,
    code: 'sqlite-too-old',
    message: 'SQLite 3.51.2 can lose commits',
  })
  expect(readFileSync(path)).toEqual(Buffer.alloc(0))
})

test.each(['trusted_schema', 'secure_delete'])('an SQLite version that ignores %s opens no database', (pragma) => {
  const path = newPath()
  ignorePragma(pragma)
  expect(openDatabase(path, SONGS)).toEqual({
    ok: false,
    code: 'pragma-refused',
    message: `The song book does not take the pragma ${pragma}`,
  })
})

if (whyNoOpenFiles) console.warn(`NOT RUN: the count of open files, because ${whyNoOpenFiles}`)

test.runIf(whyNoOpenFiles === undefined)(
  'a refused file is not kept open, so that it can be moved away on Windows too',
  () => {
    const newer = newerInItsLog()
    openDatabase(newer, SONGS)
    expect(countOpenHandles(newer)).toBe(0)
    const odd = newPath()
    const raw = rawDatabase(odd)
    raw.exec('CREATE TABLE songs (x)')
    raw.close()
    openDatabase(odd, SONGS)
    expect(countOpenHandles(odd)).toBe(0)
    const fresh = newPath()
    openTestLedger(fresh).close()
    expect(countOpenHandles(fresh)).toBe(0)
  },
)
