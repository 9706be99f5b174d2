import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { migrate } from '../../../electron/storage/migration.ts'
import { LEDGER } from '../../../electron/storage/migrations/ledger-migrations.ts'
import type { Ledger } from '../../../electron/storage/ports.ts'
import { backupLedger } from '../../../electron/storage/repair/backup.ts'
import { recoverLedger } from '../../../electron/storage/repair/recover-ledger.ts'
import { ledgerOn } from '../../fixtures/databases.ts'
import { readsDue } from '../../fixtures/reads-due.ts'
import { toTheEnd } from '../../fixtures/to-the-end.ts'
import { recordDiskCalls, refuse, reportFullDisks } from './disk-calls.ts'
import { fakeVersion, ignorePragma } from './faked-sqlite.ts'
import { createDayLedger, orderIdsOf, readEverything, writeDay } from './kitchen-day.ts'
import { changeBytes, expectNothingRepaired, NOW, openRecovered, PAGE, tapIds } from './ledger-recovery.ts'
import { whyNoOpenFiles } from './open-files.ts'
import { event, newTap, openTestLedger, rawDatabase, read, tempFolder } from './test-ledger.ts'

/** The steps of the repair, on a small ledger so that each step is fast. */

const ORDERS = 4
const STAMP = 'ledger-2026-03-01T12-00-00.000Z'
const hasModes = process.platform !== 'win32'
if (!hasModes) console.warn('NOT RUN: the tests with permissions and links, because Windows has other ones')

function day(orders = ORDERS): string {
  const path = join(tempFolder(), 'ledger.db')
  createDayLedger(path, orders)
  return path
}
/** Damage that loses no row. */
function loseIndex(path: string): void {
  const db = new Database(path)
  db.exec('DROP INDEX orders_open')
  db.close()
}
function damagedDay(): string {
  const path = day()
  loseIndex(path)
  return path
}
const beside = (path: string): readonly string[] => readdirSync(dirname(path)).toSorted()
const modeOf = (path: string): number => statSync(path).mode & 0o777
const toRead = (ledger: Ledger): readonly string[] => readsDue(ledger, NOW, 10).map(({ orderId }) => orderId)
const storyOf = (path: string): unknown => {
  const db = rawDatabase(path)
  return readEverything(ledgerOn(db), orderIdsOf(ORDERS))
}

test('an intact ledger is opened unchanged: no order is read again, and there is no quarantine', () => {
  const path = day()
  const story = storyOf(path)
  const found = openRecovered(path)
  expectNothingRepaired(found)
  const { ledger } = found
  expect(readEverything(ledger, orderIdsOf(ORDERS))).toEqual(story)
  ledger.close()
  expect(beside(path)).toEqual(['ledger.db'])
})

test('the repaired ledger has every row, reports the repair, and reads its open orders again', () => {
  const path = damagedDay()
  const { ledger, repair, trouble } = openRecovered(path)
  expect(repair).toEqual({
    repaired: 'salvaged',
    salvagedRows: expect.any(Number),
    restoredRows: 0,
    lostRows: 0,
    cause: 'The ledger is damaged: the schema is not the one of its version',
    quarantine: join(dirname(path), 'quarantine', STAMP),
  })
  expect(trouble).toBeUndefined()
  expect(repair.salvagedRows).toBeGreaterThan(ORDERS * 10)
  expect(tapIds(ledger)).toHaveLength(2 * ORDERS)
  expect(toRead(ledger)).toEqual(expect.arrayContaining(['order-00001', 'order-00002']))
  ledger.close()
  expect(beside(path)).toEqual(['ledger.db', 'quarantine'])
  expect(openRecovered(path).repair.repaired).toBe('none')
})

test.runIf(hasModes)('the repaired ledger is readable only by its owner', () => {
  const path = damagedDay()
  const { repair } = openRecovered(path)
  expect(modeOf(path)).toBe(0o600)
  expect(modeOf(repair.quarantine ?? '')).toBe(0o700)
})

test('all files of a damaged ledger are moved to quarantine, and the new ledger uses none of them', () => {
  const path = damagedDay()
  for (const suffix of ['-wal', '-shm', '-journal']) writeFileSync(`${path}${suffix}`, `left ${suffix}`)
  const { ledger, repair } = openRecovered(path)
  expect(readdirSync(repair.quarantine ?? '').toSorted()).toEqual([
    'ledger.db',
    'ledger.db-journal',
    'ledger.db-shm',
    'ledger.db-wal',
  ])
  expect(readFileSync(join(repair.quarantine ?? '', 'ledger.db-wal'), 'utf8')).toBe('left -wal')
  ledger.close()
  expect(beside(path)).toEqual(['ledger.db', 'quarantine'])
})

test('lost rows of a damaged ledger are restored from its backup', () => {
  const path = day()
  expect(backupLedger(path, NOW - 1_000)).toMatchObject({ ok: true })
  const story = storyOf(path)
  const raw = rawDatabase(path)
  raw.exec("UPDATE timeline SET detail = 'rotten' WHERE seq IN (2, 3)")
  raw.exec("UPDATE orders SET status = 'rotten' WHERE order_id = 'order-00001'")
  raw.close()
  const { ledger, repair } = openRecovered(path)
  expect(repair).toMatchObject({ repaired: 'salvaged', restoredRows: 3, lostRows: 0 })
  const orders = (content: unknown) => (content as { readonly orders: readonly object[] }).orders
  expect(orders(readEverything(ledger, orderIdsOf(ORDERS)))).toEqual(orders(story))
})

test('a backup of an older schema is used as well', () => {
  const path = join(tempFolder(), 'ledger.db')
  const old = new Database(':memory:')
  migrate(old, LEDGER.migrations, LEDGER.applicationId, 30)
  writeDay(ledgerOn(old), 2)
  mkdirSync(join(dirname(path), 'backups'))
  old.prepare('VACUUM INTO ?').run(join(dirname(path), 'backups', 'ledger-2026-03-01T11-00-00.000Z.db'))
  old.close()
  writeFileSync(path, 'no database')
  const { ledger, repair } = openRecovered(path)
  expect(repair.repaired).toBe('restored')
  expect(ledger.decidingEvents('order-00001')).toHaveLength(2)
})

test('an unreadable ledger without a backup is replaced by a new one and kept in quarantine', () => {
  const path = join(tempFolder(), 'ledger.db')
  writeFileSync(path, Buffer.alloc(2 * PAGE, 0x5a))
  const { ledger, repair } = openRecovered(path)
  expect(repair).toMatchObject({ repaired: 'fresh', salvagedRows: 0, restoredRows: 0, lostRows: undefined })
  expect(readFileSync(join(repair.quarantine ?? '', 'ledger.db'))).toEqual(Buffer.alloc(2 * PAGE, 0x5a))
  expect(ledger.boardOrders(0)).toEqual([])
})

test('a folder in place of the ledger is moved to quarantine unchanged', () => {
  const path = join(tempFolder(), 'ledger.db')
  mkdirSync(path)
  chmodSync(path, 0o755)
  writeFileSync(join(path, 'foreign.txt'), 'kept')
  const { repair } = openRecovered(path)
  expect(repair).toMatchObject({ repaired: 'fresh', cause: 'The ledger is damaged: it is no file' })
  const aside = join(repair.quarantine ?? '', 'ledger.db')
  expect(readFileSync(join(aside, 'foreign.txt'), 'utf8')).toBe('kept')
  if (hasModes) expect(modeOf(aside)).toBe(0o755)
})

test('a missing ledger is restored, without a quarantine', () => {
  const path = day()
  backupLedger(path, NOW - 1_000)
  rmSync(path)
  const { repair, ledger } = openRecovered(path)
  expect(repair).toMatchObject({
    repaired: 'restored',
    cause: 'The ledger is gone, its backups are not',
    quarantine: undefined,
  })
  expect(tapIds(ledger).length).toBeGreaterThan(0)
  expect(existsSync(join(dirname(path), 'quarantine'))).toBe(false)
})

test('an empty ledger file is also restored; without backups it counts as a first start', () => {
  const path = day()
  backupLedger(path, NOW - 1_000)
  writeFileSync(path, '')
  const { repair } = openRecovered(path)
  expect(repair.repaired).toBe('restored')
  expect(readFileSync(join(repair.quarantine ?? '', 'ledger.db'))).toEqual(Buffer.alloc(0))
  const fresh = join(tempFolder(), 'ledger.db')
  writeFileSync(fresh, '')
  expect(openRecovered(fresh).repair).toMatchObject({ repaired: 'none', cause: undefined })
})

test('an old backup that did not expire causes no repair: its orders have ended and were removed since', () => {
  const { ledger, path } = openTestLedger(join(tempFolder(), 'ledger.db'))
  const endedAt = NOW - 8 * 24 * 3_600_000
  ledger.recordRead(read('o1', 'CREATED', endedAt - 1_000))
  expect(backupLedger(path, endedAt - 500)).toMatchObject({ ok: true })
  ledger.recordRead(read('o1', 'DELIVERED', endedAt))
  ledger.close()
  const { ledger: next, purge, repair } = openRecovered(path)
  expect(repair.repaired).toBe('none')
  toTheEnd(purge(NOW))
  expect(next.order('o1')).toBeUndefined()
  next.close()
  expectNothingRepaired(openRecovered(path))
})

test('a ledger of a newer version is refused, and no file is moved', () => {
  const path = day()
  changeBytes(path, (bytes) => bytes.writeInt32BE(9_990, 60))
  const before = readFileSync(path)
  expect(recoverLedger(path, { now: NOW })).toMatchObject({ ok: false, code: 'newer-version' })
  expect(readFileSync(path).equals(before)).toBe(true)
  expect(beside(path)).toEqual(['ledger.db'])
})

test('a repair that was interrupted while the files were replaced is completed, and the old log is moved to quarantine', () => {
  const path = day()
  copyFileSync(path, `${path}.mended`)
  rmSync(path)
  writeFileSync(`${path}-wal`, 'left behind')
  const { ledger, repair } = openRecovered(path)
  expect(repair).toMatchObject({ repaired: 'salvaged', lostRows: undefined })
  expect(tapIds(ledger)).toHaveLength(2 * ORDERS)
  expect(toRead(ledger)).toEqual(expect.arrayContaining(['order-00001', 'order-00002']))
  ledger.close()
  expect(beside(path)).toEqual(['ledger.db', 'quarantine'])
  expect(readFileSync(join(dirname(path), 'quarantine', STAMP, 'ledger.db-wal'), 'utf8')).toBe('left behind')
})

test('a repaired ledger beside an intact one, from an interrupted repair, is removed', () => {
  const path = day()
  const other = day(1)
  copyFileSync(other, `${path}.mended`)
  const { ledger, repair } = openRecovered(path)
  expect(repair.repaired).toBe('none')
  expect(tapIds(ledger)).toHaveLength(2 * ORDERS)
  ledger.close()
  expect(beside(path)).toEqual(['ledger.db'])
})

test('files and folders of an interrupted repair do not prevent the next repair', () => {
  const path = damagedDay()
  for (const left of ['.mended', '.mended.part']) mkdirSync(join(`${path}${left}`, 'x'), { recursive: true })
  mkdirSync(join(`${path}.mended.part-journal`, 'x'), { recursive: true })
  const { ledger, repair } = openRecovered(path)
  expect(repair).toMatchObject({ repaired: 'salvaged', lostRows: 0 })
  ledger.close()
  expect(beside(path)).toEqual(['ledger.db', 'quarantine'])
})

test('repairs at the same time of a stopped clock keep every quarantined ledger', () => {
  const path = day()
  for (let times = 0; times < 3; times += 1) {
    loseIndex(path)
    openRecovered(path).ledger.close()
  }
  expect(readdirSync(join(dirname(path), 'quarantine')).toSorted()).toEqual([
    STAMP,
    `${STAMP}.again`,
    `${STAMP}.again.again`,
  ])
})

test('when no file can be moved to quarantine, the rows are shown from memory and the files stay', () => {
  const path = damagedDay()
  const before = readFileSync(path)
  writeFileSync(join(dirname(path), 'quarantine'), 'a file where the folder should be')
  const { ledger, repair, trouble } = openRecovered(path)
  expect(trouble).toBe('io')
  expect(repair).toMatchObject({ repaired: 'salvaged', lostRows: 0, quarantine: undefined })
  expect(tapIds(ledger)).toHaveLength(2 * ORDERS)
  expect(toRead(ledger)).toEqual(expect.arrayContaining(['order-00001', 'order-00002']))
  expect(() => ledger.addTap(newTap('late', 'order-00001'))).toThrow('The storage takes nothing now: io')
  expect(readFileSync(path).equals(before)).toBe(true)
  expect(existsSync(`${path}.mended.part`)).toBe(false)
  // When the file can be moved at the next start, no row is lost.
  rmSync(join(dirname(path), 'quarantine'))
  expect(openRecovered(path).repair).toMatchObject({ repaired: 'salvaged', lostRows: 0 })
})

test('a profile that is not a folder opens a board in memory, which shows the reason and reports no damage', () => {
  const { ledger, trouble, repair } = openRecovered(join(day(), 'ledger.db'))
  expect(trouble).toBe('io')
  expect(repair).toMatchObject({ repaired: 'none', salvagedRows: 0, lostRows: 0, quarantine: undefined })
  expect(repair.cause).toContain('The ledger cannot be opened')
  ledger.receiveEvents([event('e1', 'o1')], [], 'poll', NOW)
  expect(ledger.order('o1')).toBeDefined()
  expect(ledger.unacknowledgedEvents(10)).toEqual([])
})

test.runIf(hasModes)('a link that leads to itself does not remove the orders from the screen', () => {
  const path = join(tempFolder(), 'ledger.db')
  symlinkSync(path, path)
  const { ledger, trouble } = openRecovered(path)
  expect(trouble).toBeUndefined()
  ledger.receiveEvents([event('e1', 'o1')], [], 'poll', NOW)
  ledger.close()
  expect(openRecovered(path).ledger.order('o1')).toBeDefined()
})

test('a new ledger is durable before the old one is moved, and is put in its place only after that', () => {
  const path = damagedDay()
  const calls = recordDiskCalls()
  openRecovered(path)
  expect(calls.filter((call) => call.startsWith('rename') || call.includes('.part'))).toEqual([
    'sync ledger.db.mended.part',
    'rename ledger.db.mended.part to ledger.db.mended',
    'rename ledger.db to ledger.db',
    'rename ledger.db.mended to ledger.db',
  ])
})

test('a suspected ledger is checked row by row, once', () => {
  const path = day()
  rawDatabase(path).exec("UPDATE timeline SET detail = 'x' WHERE seq = 1")
  const first = openRecovered(path)
  expect(first.repair.repaired).toBe('none')
  first.ledger.close()
  writeFileSync(`${path}.suspect`, '')
  const second = openRecovered(path)
  expect(second.repair).toMatchObject({
    repaired: 'salvaged',
    lostRows: 1,
    cause: 'The ledger is damaged: timeline has 1 rows whose checksum fails',
  })
  expect(existsSync(`${path}.suspect`)).toBe(false)
})

test('on a full disk an intact ledger is shown from memory, and its file is not moved', () => {
  const path = day()
  const before = readFileSync(path)
  const reportRoom = reportFullDisks()
  const { ledger, repair, trouble } = openRecovered(path)
  expect(trouble).toBe('disk-full')
  expect(repair).toMatchObject({ repaired: 'none', cause: 'The disk has no room to open the ledger' })
  expect(tapIds(ledger)).toHaveLength(2 * ORDERS)
  expect(readFileSync(path).equals(before)).toBe(true)
  expect(beside(path)).toEqual(['ledger.db'])
  reportRoom()
  expect(openRecovered(path)).toMatchObject({ repair: { repaired: 'none' }, trouble: undefined })
})

test('on a full disk a ledger that was repaired and cannot be opened is also shown', () => {
  const path = day()
  expect(backupLedger(path, NOW - 1_000).ok).toBe(true)
  changeBytes(path, (bytes) => bytes.fill(0xa5, 0, 100))
  const reportRoom = reportFullDisks()
  const { ledger, repair, trouble } = openRecovered(path)
  expect(trouble).toBe('disk-full')
  expect(repair).toMatchObject({ repaired: 'restored', lostRows: undefined })
  expect(ledger.tapsOf('order-00000')).toHaveLength(2)
  reportRoom()
  expect(openRecovered(path).ledger.tapsOf('order-00000')).toHaveLength(2)
})

test.each([
  ['EROFS', 'read-only'],
  ['EIO', 'io'],
] as const)(
  'a ledger that the disk cannot read (%s) is not reported as damaged, and its readable rows are on the board',
  (code, why) => {
    const path = day()
    refuse('openSync', code, (name) => name === path)
    const { ledger, repair, trouble } = openRecovered(path)
    expect(trouble).toBe(why)
    expect(repair.repaired).toBe('none')
    expect(repair.cause).toContain(code)
    ledger.receiveEvents([event('e1', 'o1')], [], 'poll', NOW)
    expect(ledger.order('o1')).toBeDefined()
  },
)

test('a ledger that another program has locked is not changed', () => {
  const path = day()
  refuse('openSync', 'EBUSY', (name) => name === path)
  expect(recoverLedger(path, { now: NOW })).toMatchObject({ ok: false, code: 'in-use' })
  expect(beside(path)).toEqual(['ledger.db'])
})

test.each<[string, () => void]>([
  ['sqlite-too-old', () => fakeVersion('3.51.2')],
  ['pragma-refused', () => ignorePragma('secure_delete')],
])('a program with a wrong build (%s) makes no repair', (code, spoilProgram) => {
  const path = day()
  spoilProgram()
  expect(recoverLedger(path, { now: NOW })).toMatchObject({ ok: false, code })
  expect(beside(path)).toEqual(['ledger.db'])
})

test('a repaired ledger that another program locks at once is not changed', () => {
  const path = damagedDay()
  refuse('openSync', 'EBUSY', (name) => name === path && existsSync(join(dirname(path), 'quarantine')))
  expect(recoverLedger(path, { now: NOW })).toMatchObject({ ok: false, code: 'in-use' })
})

test('a repair that the disk refuses leaves no partial files and does not move the damaged ledger', () => {
  const path = damagedDay()
  const before = readFileSync(path)
  refuse('renameSync', 'ENOSPC', (name) => name.endsWith('.part'))
  const { ledger, trouble } = openRecovered(path)
  expect(trouble).toBe('disk-full')
  expect(tapIds(ledger)).toHaveLength(2 * ORDERS)
  expect(beside(path)).toEqual(['ledger.db'])
  expect(readFileSync(path).equals(before)).toBe(true)
})

if (whyNoOpenFiles) console.warn(`NOT RUN: the count of open files, because ${whyNoOpenFiles}`)

test('a defect of the program is thrown and not reported as damage, and no new ledger replaces the rows', () => {
  // This date does not exist, so the quarantined files get no name.
  const noSuchDay = { now: 1e16 }
  const damaged = damagedDay()
  const before = readFileSync(damaged)
  expect(() => recoverLedger(damaged, noSuchDay)).toThrow(RangeError)
  expect(readFileSync(damaged).equals(before)).toBe(true)
  const cut = day()
  copyFileSync(cut, `${cut}.mended`)
  rmSync(cut)
  writeFileSync(`${cut}-wal`, 'left behind')
  expect(() => recoverLedger(cut, noSuchDay)).toThrow(RangeError)
  expect(existsSync(cut)).toBe(false)
  expect(existsSync(`${cut}.mended`)).toBe(true)
})

test('a repaired ledger has each text of a customer once: split pages leave no copies that a purge would miss', () => {
  const path = day(0)
  const raw = rawDatabase(path)
  const texts = Array.from({ length: 200 }, (_, index) => `CANARY-${index}-${'x'.repeat(60)}.`)
  ledgerOn(raw).receiveEvents(
    [],
    texts.map((text) => ({ raw: text, problem: 'odd' })),
    'poll',
    NOW,
  )
  const digests = raw.prepare<[], string>('SELECT digest FROM unreadable_events').pluck().all()
  raw.close()
  loseIndex(path)
  openRecovered(path).ledger.close()
  const bytes = readFileSync(path).toString('latin1')
  for (const text of texts) expect(bytes.split(text)).toHaveLength(2)
  // Once in the table and once in its index.
  for (const digest of digests) expect(bytes.split(digest)).toHaveLength(3)
})

test('a rebuilt ledger has the settings of the newest copy that has them, also of a damaged one', () => {
  const path = day()
  const { ledger } = openTestLedger(path)
  for (const [at, undoSeconds] of [
    [1, 7],
    [2, 9],
  ] as const) {
    ledger.facts.settings.set({ ...ledger.facts.settings.get(), undoSeconds })
    expect(backupLedger(path, NOW + at).ok).toBe(true)
  }
  ledger.close()
  const copies = join(dirname(path), 'backups')
  // No copy passes its check, and the rows of the ledger itself are gone.
  for (const name of readdirSync(copies)) rawDatabase(join(copies, name)).exec("UPDATE timeline SET detail = 'rotten'")
  writeFileSync(path, 'x'.repeat(5_000))
  const { ledger: rebuilt, repair } = openRecovered(path)
  expect(repair.repaired).toBe('fresh')
  expect(rebuilt.facts.settings.get().undoSeconds).toBe(9)
})
