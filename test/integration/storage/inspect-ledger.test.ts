import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LEDGER } from '../../../electron/storage/migrations/ledger-migrations.ts'
import { openDatabase } from '../../../electron/storage/open-database.ts'
import { inspectLedger } from '../../../electron/storage/repair/open-ledger.ts'
import { ledgerOn, openLedger } from '../../fixtures/databases.ts'
import { createDayLedger } from './kitchen-day.ts'
import { onFullDisk, whyNoOpenFiles } from './open-files.ts'
import { event, openTestLedger, rawDatabase, tempFolder } from './test-ledger.ts'

const FINE = { ok: true, value: null }
const damaged = (what: string) => ({ ok: false, code: 'damaged', message: `The ledger is damaged: ${what}` })

function day(): string {
  const path = join(tempFolder(), 'ledger.db')
  createDayLedger(path, 2)
  return path
}

/** The files of a ledger after a kill: one event is only in the log. */
function killed(eventId: string): string {
  const { ledger, path } = openTestLedger(join(tempFolder(), 'ledger.db'))
  ledger.receiveEvents([event(eventId, 'o1')], [], 'poll', 1)
  const copy = join(tempFolder(), 'ledger.db')
  for (const suffix of ['', '-wal', '-shm']) copyFileSync(`${path}${suffix}`, `${copy}${suffix}`)
  return copy
}

test('an intact ledger is in order after a close or a kill, and so are a missing ledger and an empty file', () => {
  const folder = tempFolder()
  expect(inspectLedger(join(folder, 'none.db'))).toEqual(FINE)
  expect(existsSync(join(folder, 'none.db'))).toBe(false)
  writeFileSync(join(folder, 'empty.db'), '')
  expect(inspectLedger(join(folder, 'empty.db'))).toEqual(FINE)
  expect(inspectLedger(day())).toEqual(FINE)
  expect(inspectLedger(killed('e1'))).toEqual(FINE)
})

test('the inspection of a ledger after a kill does not change its log', () => {
  const path = killed('e1')
  const before = ['', '-wal'].map((suffix) => readFileSync(`${path}${suffix}`))
  expect(inspectLedger(path)).toEqual(FINE)
  expect(['', '-wal'].map((suffix) => readFileSync(`${path}${suffix}`))).toEqual(before)
})

test('a log without its database file, or with an empty one, is reported as damage', () => {
  const path = killed('e1')
  writeFileSync(path, '')
  expect(inspectLedger(path)).toEqual(damaged('its file is gone, its log is not'))
  rmSync(path)
  expect(inspectLedger(path)).toEqual(damaged('its file is gone, its log is not'))
})

test('the log of another ledger is reported, and the database file stays unchanged', () => {
  const path = day()
  const other = killed('foreign')
  copyFileSync(`${other}-wal`, `${path}-wal`)
  const before = readFileSync(path)
  const inspected = inspectLedger(path)
  expect(inspected).toMatchObject({ ok: false, code: 'damaged' })
  expect(readFileSync(path).equals(before)).toBe(true)
})

test('an intact log of a copy of another ledger is reported as damage', () => {
  // Both have the same first pages, so the file of one and the log of the other form a readable database.
  const path = killed('e1')
  const other = killed('e2')
  copyFileSync(`${other}-wal`, `${path}-wal`)
  rmSync(`${path}-shm`)
  expect(inspectLedger(path)).toEqual(damaged('its log belongs to another ledger'))
})

test('the log of a ledger whose identity cannot be read is recognised by its rows', () => {
  const { ledger, path } = openTestLedger(join(tempFolder(), 'ledger.db'))
  ledger.close()
  const raw = rawDatabase(path)
  raw.exec("DELETE FROM facts WHERE name = 'ledger_id'")
  raw.close()
  ledgerOn(rawDatabase(path)).facts.lastPollAt.set(5)
  expect(existsSync(`${path}-wal`)).toBe(true)
  expect(inspectLedger(path)).toEqual(FINE)
})

test('without a suspicion file only the rows of the board are checked, with it every row', () => {
  const path = day()
  rawDatabase(path).exec("UPDATE timeline SET detail = 'x' WHERE seq = 1")
  expect(inspectLedger(path)).toEqual(FINE)
  writeFileSync(`${path}.suspect`, '')
  expect(inspectLedger(path)).toEqual(damaged('timeline has 1 rows whose checksum fails'))
})

const hasLinks = process.platform !== 'win32'
if (!hasLinks) console.warn('NOT RUN: the link that leads to itself, because Windows lets only administrators make one')

const onLinux = test.runIf(whyNoOpenFiles === undefined)
if (whyNoOpenFiles) console.warn(`NOT RUN: the inspections of open files and on a full disk, because ${whyNoOpenFiles}`)

onLinux('on a disk without space a ledger is neither opened nor reported as damaged', () => {
  const path = day()
  const before = readFileSync(path)
  const full = onFullDisk(path)
  expect(inspectLedger(full)).toEqual({
    ok: false,
    code: 'disk-full',
    message: 'The disk has no room to open the ledger',
  })
  expect(openDatabase(full, LEDGER)).toEqual({
    ok: false,
    code: 'disk-full',
    message: 'The disk has no room to open the ledger',
  })
  expect(openLedger(full)).toMatchObject({ ok: false, code: 'disk-full' })
  expect(readFileSync(path).equals(before)).toBe(true)
  expect(existsSync(`${path}-wal`)).toBe(false)
})
