import { createHash } from 'node:crypto'
import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { PAGE_BYTES, readImage } from '../../../electron/storage/file-image.ts'
import { migrate } from '../../../electron/storage/migration.ts'
import { LEDGER } from '../../../electron/storage/migrations/ledger-migrations.ts'
import type { Ledger } from '../../../electron/storage/ports.ts'
import { inspectLedger } from '../../../electron/storage/repair/open-ledger.ts'
import { orderIdsOf, readEverything, writeDay } from './kitchen-day.ts'
import { changeBytes, expectNothingRepaired, expectUsable, ORDER_COUNT, openRecovered } from './ledger-recovery.ts'
import { openTestLedger, rawDatabase, tempFolder } from './test-ledger.ts'

const OLDER_PAGE_BYTES = 4096
const WAL_HEADER_BYTES = 32

const pageSizeOf = (path: string): unknown => rawDatabase(path).pragma('page_size', { simple: true })
/** A digest of the day in the ledger, without the marks "to read", because a repair sets them for open orders. */
function storyOf(ledger: Ledger): string {
  const marked = ['toRead', 'nextReadAt']
  const story = JSON.stringify(readEverything(ledger, orderIdsOf(ORDER_COUNT)), (key, value: unknown) =>
    marked.includes(key) ? undefined : value,
  )
  return createHash('sha256').update(story).digest('hex')
}

/** A ledger with pages of the given size and a day in its log, after a kill. */
function killedDayOf(pageBytes: number): { readonly path: string; readonly story: string } {
  const path = join(tempFolder(), 'ledger.db')
  const db = new Database(path)
  db.pragma(`page_size = ${pageBytes}`)
  migrate(db, LEDGER.migrations, LEDGER.applicationId)
  db.close()
  const { ledger } = openTestLedger(path)
  writeDay(ledger, ORDER_COUNT)
  const copy = join(tempFolder(), 'ledger.db')
  for (const suffix of ['', '-wal', '-shm']) copyFileSync(`${path}${suffix}`, `${copy}${suffix}`)
  expect(readFileSync(`${copy}-wal`).length).toBeGreaterThan(WAL_HEADER_BYTES)
  return { path: copy, story: storyOf(ledger) }
}

test('a new ledger has pages of 1 kB; a ledger with pages of 4 kB keeps them and its rows', () => {
  const { path } = openTestLedger(join(tempFolder(), 'ledger.db'))
  expect(pageSizeOf(path)).toBe(PAGE_BYTES)
  const older = killedDayOf(OLDER_PAGE_BYTES)
  const again = openRecovered(older.path)
  expectNothingRepaired(again)
  expect(storyOf(again.ledger)).toBe(older.story)
  expect(pageSizeOf(older.path)).toBe(OLDER_PAGE_BYTES)
})

const DAMAGES: Readonly<Record<string, (path: string) => void>> = {
  'the header of the file': (path) => changeBytes(path, (bytes) => bytes.fill(0xa5, 0, 100)),
  'the header of the log': (path) => changeBytes(`${path}-wal`, (bytes) => bytes.fill(0xa5, 0, WAL_HEADER_BYTES)),
}

test.each(Object.keys(DAMAGES))('with pages of 4 kB and %s damaged, every row is restored', (what) => {
  const { path } = killedDayOf(OLDER_PAGE_BYTES)
  DAMAGES[what]?.(path)
  const again = openRecovered(path)
  expect(again.repair).toMatchObject({ repaired: 'salvaged', lostRows: 0 })
  expectUsable(path, again)
  // The repaired ledger is a new file.
  expect(pageSizeOf(path)).toBe(PAGE_BYTES)
})

test('a log with another page size is not applied to the file', () => {
  const { path } = killedDayOf(PAGE_BYTES)
  const other = killedDayOf(OLDER_PAGE_BYTES)
  // The content of the file after a checkpoint of its own log.
  rawDatabase(path).pragma('wal_checkpoint(TRUNCATE)')
  copyFileSync(`${other.path}-wal`, `${path}-wal`)
  expect(readImage(path).problem).toBe('the write-ahead log has another page size')
  expect(inspectLedger(path)).toMatchObject({ ok: false, code: 'damaged' })
  const again = openRecovered(path)
  expect(again.repair).toMatchObject({ repaired: 'salvaged', lostRows: 0 })
})
