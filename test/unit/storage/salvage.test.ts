import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { migrate } from '../../../electron/storage/migration.ts'
import { LEDGER } from '../../../electron/storage/migrations/ledger-migrations.ts'
import type { Ledger } from '../../../electron/storage/ports.ts'
import { salvageImage } from '../../../electron/storage/repair/salvage.ts'
import type { SqlValue } from '../../../electron/storage/sealed-table.ts'
import { ledgerOn } from '../../fixtures/databases.ts'

const PAGE = 4_096

const ledgerBytes = (): Buffer => {
  const db = new Database(':memory:')
  migrate(db, LEDGER.migrations, LEDGER.applicationId)
  const ledger = ledgerOn(db)
  ledger.markToRead(['o1', 'o2'], 5)
  ledger.addTimeline({ orderId: 'o1', at: 6, kind: 'shown' })
  ledger.facts.lastPollAt.set(7)
  return db.serialize()
}

test('the ledger’s row counts are found with its rows, and other values are not taken as counts', () => {
  expect(Object.fromEntries(salvageImage(ledgerBytes()).counts)).toEqual({
    facts: 2,
    orders: 2,
    events: 0,
    unreadable_events: 0,
    taps: 0,
    timeline: 1,
    struck_lines: 0,
    day_sums: 0,
  })
  expect(Object.fromEntries(salvageImage(countsOf(NO_COUNTS)).counts)).toEqual({})
})

/** Rows in the form of the ledger's row counts. */
function countsOf(rows: readonly (readonly [SqlValue, SqlValue])[]): Buffer {
  const db = new Database(':memory:')
  db.exec('CREATE TABLE x (name ANY, number ANY) STRICT')
  const insert = db.prepare('INSERT INTO x VALUES (?, ?)')
  for (const row of rows) insert.run(...row.map((value) => (typeof value === 'number' ? BigInt(value) : value)))
  return db.serialize()
}
const NO_COUNTS = [
  ['nobody', 1],
  ['taps', -1],
  ['orders', 100_000_001],
  [7, 7],
  ['events', 'many'],
] as const

/** The image after the page's number of cells was set to one, as one flipped byte can do. */
function withFirstCellAlone(image: Buffer, page: number): Buffer {
  const cut = Buffer.from(image)
  cut.writeUInt16BE(1, page * PAGE + 3)
  return cut
}

test.each(NO_COUNTS.map(([name, number]) => [name, number] as const))(
  'a page whose first row is not a count (%s, %s) is searched for unlisted counts',
  (name, number) => {
    const image = countsOf([
      [name, number],
      ['facts', 3],
    ])
    expect(Object.fromEntries(salvageImage(withFirstCellAlone(image, 1)).counts)).toEqual({ facts: 3 })
  },
)

const pageWith = (image: Buffer, text: string): number => Math.floor(image.indexOf(text) / PAGE)

/** A ledger that does not overwrite deleted rows, as one that was not closed. */
function unclosedLedger(work: (ledger: Ledger, db: Database.Database) => void): Buffer {
  const db = new Database(':memory:')
  db.pragma('secure_delete = OFF')
  migrate(db, LEDGER.migrations, LEDGER.applicationId)
  work(ledgerOn(db), db)
  return db.serialize()
}

test('a row of a sound page is preferred to its copy in a page without a header, at any place in the file', () => {
  const pollAt = (image: Buffer) =>
    salvageImage(image)
      .rows.get('facts')
      ?.get(JSON.stringify(['last_poll_at']))?.[1]
  const older = unclosedLedger((ledger) => ledger.facts.lastPollAt.set(7))
  const page = pageWith(older, 'last_poll_at')
  const stale = Buffer.from(older.subarray(page * PAGE, (page + 1) * PAGE)).fill(0, 0, 8)
  const newer = unclosedLedger((ledger) => ledger.facts.lastPollAt.set(8))
  expect(pollAt(Buffer.concat([Buffer.alloc(PAGE), stale]))).toBe('7')
  expect(pollAt(Buffer.concat([newer, stale]))).toBe('8')
  expect(pollAt(Buffer.concat([newer.subarray(0, PAGE), stale, newer.subarray(PAGE)]))).toBe('8')
})
