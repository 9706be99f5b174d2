import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { eraseIfMarked, markForErasure } from '../../../electron/storage/erase-profile.ts'
import { ROLE_COPY, ROLE_FILE } from '../../../electron/storage/role-file.ts'

function profile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'comanda-erase-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of [
    'backups',
    'quarantine',
    'connections',
    'logs',
    'practice-1',
    'setup-practice-2',
    'Cache',
    'my-photos',
  ])
    mkdirSync(join(folder, name))
  for (const name of [
    'ledger.db',
    'ledger.db-wal',
    'ledger.db.mended',
    'cache.db',
    'relaunches.json',
    'connection.json',
    'connection.json.incoming',
    'control.json',
    'secrets.sealed',
    'work-mark',
    'connections/ledger.db',
    'updates.json',
    ROLE_FILE,
    ROLE_COPY,
    '.updaterId',
    'backups/a.db',
    'notes.txt',
  ])
    writeFileSync(join(folder, name), 'x')
  return folder
}

test('all files of a kitchen are erased, and no other file', () => {
  const folder = profile()
  markForErasure(folder)
  expect(eraseIfMarked(folder)).toBe(true)
  expect(readdirSync(folder).toSorted()).toEqual(['Cache', 'my-photos', 'notes.txt'])
  expect(eraseIfMarked(folder)).toBe(false)
})

test('without the mark no file is erased', () => {
  const folder = profile()
  const before = readdirSync(folder)
  expect(eraseIfMarked(folder)).toBe(false)
  expect(readdirSync(folder)).toEqual(before)
})
