import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { newestGoodBackup, renewCopiesAside } from '../../../electron/storage/repair/backup.ts'
import { numberOfRows } from '../../../electron/storage/repair/salvage.ts'
import { createDayLedger, orderIdsOf, readEverything } from './kitchen-day.ts'
import { createTestLedger, event, openTestLedger, tempFolder } from './test-ledger.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')
const ORDERS = 850

const nowhere = (path: string): URL => pathToFileURL(join(dirname(path), 'no-such-program.js'))

test('a copy of a ledger of ten thousand rows does not block this thread, and the ledger can be written meanwhile', async () => {
  const path = join(tempFolder(), 'ledger.db')
  createDayLedger(path, ORDERS)
  const { ledger } = openTestLedger(path)
  let turns = 0
  const pulse = setInterval(() => {
    turns += 1
    ledger.receiveEvents([event(`during-${turns}`, 'o-during')], [], 'poll', NOW)
  }, 1)
  const onNoThread = (error: unknown) => {
    throw error
  }
  const renewed = await renewCopiesAside(path, NOW, { onNoThread })
  clearInterval(pulse)
  if (!renewed.ok) throw new Error(renewed.message)
  expect(turns).toBeGreaterThan(5)
  // The copy has the state of one instant, without the writes that were made meanwhile.
  expect(numberOfRows(newestGoodBackup(path)?.rows ?? new Map())).toBeGreaterThan(10_000)
  const ids = orderIdsOf(ORDERS)
  const orders = (story: unknown) => (story as { readonly orders: unknown }).orders
  expect(orders(readEverything(openTestLedger(renewed.value.path).ledger, ids))).toEqual(
    orders(readEverything(ledger, ids)),
  )
  expect(ledger.timeline('o-during').filter(({ kind }) => kind === 'received')).toHaveLength(turns)
})

test('a failed copy returns its reason, on the thread and without it', async () => {
  const path = join(createTestLedger().path, 'not', 'there.db')
  const aside = await renewCopiesAside(path, NOW)
  expect(aside).toMatchObject({ ok: false, code: 'io' })
  expect(await renewCopiesAside(path, NOW, { program: nowhere(path) })).toEqual(aside)
})
