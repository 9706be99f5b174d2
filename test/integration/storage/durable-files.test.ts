import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../../../electron/files/name-conflicts.ts'
import { moveDatabase, placeFile, syncFile, syncFolder } from '../../../electron/storage/durable-files.ts'
import { recordDiskCalls } from './disk-calls.ts'
import { whyNoOpenFiles } from './open-files.ts'
import { tempFolder } from './test-ledger.ts'

const syncsFolders = process.platform !== 'win32'

test('a file gets its name after its content is durable, and the name is durable before the call returns', () => {
  const folder = tempFolder()
  const target = join(folder, 'backups')
  mkdirSync(target)
  writeFileSync(join(folder, 'unfinished'), 'rows')
  writeFileSync(join(target, 'finished'), 'older rows')
  const calls = recordDiskCalls()
  placeFile(join(folder, 'unfinished'), join(target, 'finished'))
  expect(calls).toEqual(['sync unfinished', 'rename unfinished to finished', ...(syncsFolders ? ['sync backups'] : [])])
  expect(readFileSync(join(target, 'finished'), 'utf8')).toBe('rows')
  expect(readdirSync(folder)).toEqual(['backups'])
})

test('a database is moved with all its files and no others, and both folders are flushed', () => {
  const folder = tempFolder()
  const aside = join(folder, 'aside')
  mkdirSync(aside)
  for (const name of ['ledger.db', 'ledger.db-wal', 'ledger.db-shm', 'ledger.db-journal', 'ledger.db.suspect']) {
    writeFileSync(join(folder, name), name)
  }
  const calls = recordDiskCalls()
  moveDatabase(join(folder, 'ledger.db'), join(aside, 'old.db'))
  expect(readdirSync(aside).toSorted()).toEqual(['old.db', 'old.db-journal', 'old.db-shm', 'old.db-wal'])
  expect(readFileSync(join(aside, 'old.db-wal'), 'utf8')).toBe('ledger.db-wal')
  expect(readdirSync(folder).toSorted()).toEqual(['aside', 'ledger.db.suspect'])
  const syncs = calls.filter((call) => call.startsWith('sync'))
  expect(syncs).toEqual(syncsFolders ? ['sync aside', expect.stringContaining('comanda-storage-')] : [])
})

test('a database with only its log is moved too', () => {
  const folder = tempFolder()
  writeFileSync(join(folder, 'ledger.db-wal'), 'log')
  moveDatabase(join(folder, 'ledger.db'), join(folder, 'old.db'))
  expect(readdirSync(folder)).toEqual(['old.db-wal'])
})

test('a folder is created with its parents, only for its owner; an existing folder is not changed', () => {
  const path = join(tempFolder(), 'profile', 'backups')
  makeFolder(path)
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o700)
  writeFileSync(join(path, 'kept'), '')
  makeFolder(path)
  expect(existsSync(join(path, 'kept'))).toBe(true)
})

test('a missing file cannot be made durable: the call throws', () => {
  const nowhere = join(tempFolder(), 'nowhere')
  expect(() => syncFile(nowhere)).toThrow('ENOENT')
  if (syncsFolders) expect(() => syncFolder(nowhere)).toThrow('ENOENT')
  expect(() => placeFile(nowhere, `${nowhere}.db`)).toThrow('ENOENT')
})

if (whyNoOpenFiles) console.warn(`NOT RUN: the count of open files, because ${whyNoOpenFiles}`)
