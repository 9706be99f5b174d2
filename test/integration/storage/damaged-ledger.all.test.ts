import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { backupLedger } from '../../../electron/storage/backup.ts'
import { recoverLedger } from '../../../electron/storage/recover-ledger.ts'
import { readsDue } from '../../fixtures/reads-due.ts'
import { orderIdsOf, readEverything } from './kitchen-day.ts'
import {
  changeBytes,
  createClosedDay,
  expectNothingRepaired,
  expectUsable,
  NOW,
  ORDER_COUNT,
  openRecovered,
  PAGE,
  tapIds,
} from './ledger-recovery.ts'
import { event, rawDatabase, tempFolder } from './test-ledger.ts'

test('an intact ledger is opened without a repair', () => {
  const { path, story } = createClosedDay()
  const found = openRecovered(path)
  expectNothingRepaired(found)
  const { ledger } = found
  expect(JSON.stringify(readEverything(ledger, orderIdsOf(ORDER_COUNT)))).toBe(story)
})

test('the first start creates a ledger and makes no repair', () => {
  const path = join(tempFolder(), 'ledger.db')
  const result = openRecovered(path)
  expect(result.repair.repaired).toBe('none')
  expectUsable(path, result)
})

test('a damaged header loses no row', () => {
  const { path } = createClosedDay()
  changeBytes(path, (bytes) => bytes.fill(0xa5, 0, 100))
  const result = openRecovered(path)
  expect(result.repair).toMatchObject({ repaired: 'salvaged', lostRows: 0, restoredRows: 0 })
  expect(tapIds(result.ledger)).toHaveLength(2 * ORDER_COUNT)
  expect(result.ledger.lastPollAt()).toBe(999)
  // Every open order is read from the platform again.
  const open = result.ledger.boardOrders(0).filter(({ endedAt }) => endedAt === undefined)
  const toRead = new Set(readsDue(result.ledger, NOW, 1_000).map(({ orderId }) => orderId))
  expect(open).toHaveLength((ORDER_COUNT * 2) / 3)
  expect(open.every(({ orderId }) => toRead.has(orderId))).toBe(true)
  expectUsable(path, result)
})

test('the damaged files are in quarantine with their date, unchanged', () => {
  const { path } = createClosedDay()
  changeBytes(path, (bytes) => bytes.fill(0, 0, PAGE))
  const before = readFileSync(path)
  const { repair } = openRecovered(path)
  expect(repair.quarantine).toBe(join(dirname(path), 'quarantine', 'ledger-2026-03-01T12-00-00.000Z'))
  expect(readFileSync(join(repair.quarantine ?? '', 'ledger.db')).equals(before)).toBe(true)
  expect(repair.cause).toContain('no SQLite database')
})

test('a zeroed page loses only its own rows, and the board works', () => {
  const { path } = createClosedDay()
  const whole = readFileSync(path)
  for (let page = 0; page < whole.length / PAGE; page += 1) {
    const copy = join(tempFolder(), 'ledger.db')
    writeFileSync(copy, whole)
    changeBytes(copy, (bytes) => bytes.fill(0, page * PAGE, (page + 1) * PAGE))
    const { ledger, repair } = openRecovered(copy)
    expect(repair.repaired, `page ${page}`).toBe('salvaged')
    // After the loss of a counter page the number of its rows is unknown. Otherwise the number of lost rows is exact.
    if (repair.lostRows !== undefined) expect(repair.lostRows).toBeLessThan(100)
    expect(tapIds(ledger).length).toBeGreaterThan(2 * ORDER_COUNT - 60)
    ledger.close()
    rmSync(dirname(copy), { recursive: true })
  }
})

test('rows of a zeroed page are restored from the backup', () => {
  const { path, story } = createClosedDay()
  expect(backupLedger(path, NOW - 1_000)).toMatchObject({ ok: true })
  changeBytes(path, (bytes) => bytes.fill(0, bytes.length - 8 * PAGE))
  const { ledger, repair } = openRecovered(path)
  expect(repair).toMatchObject({ repaired: 'salvaged', lostRows: 0 })
  expect(repair.restoredRows).toBeGreaterThan(0)
  const ids = orderIdsOf(ORDER_COUNT)
  const expected = JSON.parse(story) as { orders: readonly { timeline: unknown; struck: unknown }[] }
  for (const [index, orderId] of ids.entries()) {
    expect(ledger.timeline(orderId)).toEqual(expected.orders[index]?.timeline)
    expect([...ledger.struckLines(orderId)]).toEqual(expected.orders[index]?.struck)
  }
})

test('a ledger of which nothing can be read is restored from the backup', () => {
  const { path } = createClosedDay()
  backupLedger(path, NOW - 1_000)
  writeFileSync(path, Buffer.alloc(20 * PAGE, 0x5a))
  const result = openRecovered(path)
  expect(result.repair).toMatchObject({ repaired: 'restored', salvagedRows: 0 })
  // A tap that was held at the time of the backup may have been undone later, so it is not sent. The next reads settle the others.
  expect(new Set(result.ledger.openTaps().map(({ state }) => state))).toEqual(new Set(['sent']))
  expect(result.ledger.tapsOf('order-00000')).toHaveLength(2)
  expect(result.ledger.tap('order-00001-t')).toMatchObject({ state: 'undone' })
  expectUsable(path, result)
})

test('an older backup is used when the newest one is damaged', () => {
  const { path } = createClosedDay()
  backupLedger(path, NOW - 2_000)
  const newer = backupLedger(path, NOW - 1_000)
  if (!newer.ok) throw new Error(newer.message)
  changeBytes(newer.value.path, (bytes) => bytes.fill(0x5a, PAGE, 3 * PAGE))
  writeFileSync(path, 'no database')
  expect(openRecovered(path).repair.repaired).toBe('restored')
})

test('an unreadable ledger without a backup is replaced by a new one and kept in quarantine', () => {
  const path = join(tempFolder(), 'ledger.db')
  writeFileSync(path, Buffer.alloc(5 * PAGE, 0x5a))
  const result = openRecovered(path)
  expect(result.repair).toMatchObject({ repaired: 'fresh', salvagedRows: 0, restoredRows: 0, lostRows: undefined })
  expect(existsSync(join(result.repair.quarantine ?? '', 'ledger.db'))).toBe(true)
  expectUsable(path, result)
})

test('a folder in place of the ledger is moved to quarantine with its content', () => {
  const path = join(tempFolder(), 'ledger.db')
  mkdirSync(path)
  writeFileSync(join(path, 'foreign.txt'), 'kept')
  const result = openRecovered(path)
  expect(result.repair.repaired).toBe('fresh')
  expect(readFileSync(join(result.repair.quarantine ?? '', 'ledger.db', 'foreign.txt'), 'utf8')).toBe('kept')
  expectUsable(path, result)
})

test.each([
  ['a file of 0 bytes', (path: string) => truncateSync(path)],
  ['a missing file', (path: string) => rmSync(path)],
])('%s is restored from a backup', (_name, take) => {
  const { path } = createClosedDay()
  backupLedger(path, NOW - 1_000)
  take(path)
  const result = openRecovered(path)
  expect(result.repair.repaired).toBe('restored')
  expectUsable(path, result)
})

test('a file of 0 bytes without other files is a first start', () => {
  const path = join(tempFolder(), 'ledger.db')
  writeFileSync(path, '')
  const result = openRecovered(path)
  expect(result.repair.repaired).toBe('none')
  expectUsable(path, result)
})

test('a ledger of a newer version is refused, and no file is moved', () => {
  const { path } = createClosedDay()
  changeBytes(path, (bytes) => bytes.writeInt32BE(9_990, 60))
  const before = readFileSync(path)
  expect(recoverLedger(path, { now: NOW })).toMatchObject({ ok: false, code: 'newer-version' })
  expect(readFileSync(path).equals(before)).toBe(true)
  expect(readdirSync(dirname(path))).toEqual(['ledger.db'])
})

test('an order whose row is lost is restored from rows that refer to it', () => {
  const { path } = createClosedDay()
  const raw = rawDatabase(path)
  raw.pragma('foreign_keys = OFF')
  raw.exec(`DELETE FROM orders WHERE order_id = 'order-00003';
    UPDATE row_counts SET number = number + 1 WHERE name = 'orders'`)
  raw.close()
  const { ledger, repair } = openRecovered(path)
  expect(repair).toMatchObject({ repaired: 'salvaged', lostRows: 1 })
  expect(repair.cause).toContain('orders has 59 rows where 60 were written')
  expect(ledger.order('order-00003')).toBeDefined()
  expect(readsDue(ledger, NOW, 1_000).map(({ orderId }) => orderId)).toContain('order-00003')
  expect(ledger.tapsOf('order-00003')).toHaveLength(2)
})

test('a repair that was interrupted while the files were replaced is completed at the next start', () => {
  const { path } = createClosedDay()
  const story = readFileSync(path)
  // The state after the damaged files were moved and before the repaired file has its name.
  rmSync(path)
  writeFileSync(`${path}.mended`, story)
  writeFileSync(`${path}-wal`, 'left behind')
  const result = openRecovered(path)
  expect(result.repair.repaired).toBe('salvaged')
  expect(tapIds(result.ledger)).toHaveLength(2 * ORDER_COUNT)
  expect(existsSync(`${path}.mended`)).toBe(false)
  expectUsable(path, result)
})

test('a repair that was interrupted before the files were replaced begins again', () => {
  const { path } = createClosedDay()
  changeBytes(path, (bytes) => bytes.fill(0xa5, 0, 100))
  writeFileSync(`${path}.mended`, 'half')
  writeFileSync(`${path}.mended.part`, 'half')
  expect(openRecovered(path).repair).toMatchObject({ repaired: 'salvaged', lostRows: 0 })
  expect(readdirSync(dirname(path)).filter((name) => name.includes('mended'))).toEqual([])
})

test('two repairs at the same time of a stopped clock keep both quarantined ledgers', () => {
  const { path } = createClosedDay()
  for (let times = 0; times < 2; times += 1) {
    changeBytes(path, (bytes) => bytes.fill(0xa5, 0, 100))
    const { repair, ledger } = openRecovered(path)
    expect(repair.repaired).toBe('salvaged')
    ledger.close()
  }
  expect(readdirSync(join(dirname(path), 'quarantine')).toSorted()).toEqual([
    'ledger-2026-03-01T12-00-00.000Z',
    'ledger-2026-03-01T12-00-00.000Z.again',
  ])
})

test('a profile that is not a folder opens a board in memory, which shows the reason', () => {
  const { path } = createClosedDay()
  const { ledger, trouble, repair } = openRecovered(join(path, 'ledger.db'))
  expect(trouble).toBe('io')
  expect(repair.repaired).toBe('none')
  ledger.receiveEvents([event('e1', 'o1')], [], 'poll', NOW)
  expect(ledger.order('o1')).toBeDefined()
  expect(ledger.unacknowledgedEvents(10)).toEqual([])
})
