import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { orderIdsOf, readEverything } from './kitchen-day.ts'
import { createClosedDay, createKilledDay, NOW, ORDER_COUNT, openRecovered, PAGE, tapIds } from './ledger-recovery.ts'
import { event, openTestLedger, tempFolder } from './test-ledger.ts'

test('after a kill the log has every row, and no repair is made', () => {
  const { path, ledger } = createKilledDay()
  const result = openRecovered(path)
  expect(result.repair.repaired).toBe('none')
  const ids = orderIdsOf(ORDER_COUNT)
  expect(readEverything(result.ledger, ids)).toEqual(readEverything(ledger, ids))
})

test('the log of another ledger with only one event is recognised too', () => {
  const { path } = createClosedDay()
  const otherPath = join(tempFolder(), 'ledger.db')
  // In its third run: the log of every run must begin with the ledger's identity.
  for (let run = 0; run < 2; run += 1) openTestLedger(otherPath).ledger.close()
  const other = openTestLedger(otherPath)
  other.ledger.receiveEvents([event('foreign', 'foreign')], [], 'poll', NOW)
  copyFileSync(`${other.path}-wal`, `${path}-wal`)
  const result = openRecovered(path)
  expect(result.repair).toMatchObject({ repaired: 'salvaged', lostRows: 0 })
  expect(result.ledger.order('foreign')).toBeUndefined()
  expect(tapIds(result.ledger)).toHaveLength(2 * ORDER_COUNT)
})

test('the log of another program’s database is recognised and changes nothing', () => {
  const { path } = createClosedDay()
  writeFileSync(`${path}-wal`, Buffer.alloc(32 + 3 * (24 + PAGE), 0x11))
  const result = openRecovered(path)
  expect(result.repair).toMatchObject({ repaired: 'salvaged', lostRows: 0 })
  expect(tapIds(result.ledger)).toHaveLength(2 * ORDER_COUNT)
})
