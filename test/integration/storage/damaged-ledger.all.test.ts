import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { backupLedger } from '../../../electron/storage/repair/backup.ts'
import { readsDue } from '../../fixtures/reads-due.ts'
import { changeBytes, createClosedDay, expectUsable, NOW, openRecovered, PAGE } from './ledger-recovery.ts'
import { rawDatabase, tempFolder } from './test-ledger.ts'

test('a zeroed page loses only its own rows; of the first page of a table, or of the file, the copy has the rest', () => {
  const { path } = createClosedDay()
  backupLedger(path, NOW - 1_000)
  const intact = openRecovered(path).ledger
  const shown = intact.boardOrders(NOW).length
  intact.close()
  const whole = readFileSync(path)
  for (let page = 0; page < whole.length / PAGE; page += 1) {
    const copy = join(tempFolder(), 'ledger.db')
    writeFileSync(copy, whole)
    cpSync(join(dirname(path), 'backups'), join(dirname(copy), 'backups'), { recursive: true })
    changeBytes(copy, (bytes) => bytes.fill(0, page * PAGE, (page + 1) * PAGE))
    const { ledger, repair } = openRecovered(copy)
    expect(['salvaged', 'restored'], `page ${page}`).toContain(repair.repaired)
    // After the loss of the page with the counts their number is unknown.
    expect(repair.lostRows ?? 0).toBe(0)
    expect(ledger.boardOrders(NOW).length).toBe(shown)
    expect(ledger.tapsOf('order-00000')).toHaveLength(2)
    ledger.close()
    rmSync(dirname(copy), { recursive: true })
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
