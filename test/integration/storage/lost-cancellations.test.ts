import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LEDGER_FILE, type Storage } from '../../../electron/storage/storage.ts'
import { readsDue } from '../../fixtures/reads-due.ts'
import { openedIn } from './killed-storage.ts'
import { NOW } from './ledger-recovery.ts'
import { event, read, tempFolder } from './test-ledger.ts'

const HOUR = 3_600_000
const EARLIER = NOW - 60_000

const body = (id: string, status: string) => ({
  id,
  status,
  fulfillment: { orderType: 'DELIVERY' },
  items: [{ id: 'i', name: 'P', quantity: 1 }],
})

/** The order is read. With `ledger` false the ledger has lost this read. */
function readOrder({ ledger, cache }: Storage, orderId: string, status: string, at: number, inLedger = true): void {
  cache.save(orderId, body(orderId, status), at)
  if (!inLedger) return
  ledger.receiveEvents([event(`${orderId}-${at}`, orderId)], [], 'poll', at)
  const generation = readsDue(ledger, at, 100).find((entry) => entry.orderId === orderId)?.generation
  ledger.recordRead(read(orderId, status, at, { generation }))
}

const LOST = false

/** The storage at the next start. */
function reopenedAfter(write: (storage: Storage) => void): Storage {
  const folder = tempFolder()
  const first = openedIn(folder)
  readOrder(first, 'known', 'CONFIRMED', EARLIER)
  write(first)
  first.close()
  return openedIn(folder)
}

/** The orders whose stop is on the board. */
const stopsOf = ({ ledger }: Storage): readonly string[] =>
  ledger
    .boardOrders(NOW - HOUR)
    .filter(
      ({ status, cancellationAcknowledgedAt }) => status === 'CANCELLED' && cancellationAcknowledgedAt === undefined,
    )
    .map(({ orderId }) => orderId)

test('a cancelled order that only the cache has shows that the ledger has lost commits, and its stop comes back', () => {
  const next = reopenedAfter((storage) => readOrder(storage, 'stopped', 'CANCELLED', NOW - 1_000, LOST))
  expect(next.repair).toMatchObject({ repaired: 'salvaged', cause: 'The last commits of the ledger are gone' })
  expect(stopsOf(next)).toEqual(['stopped'])
  expect(next.ledger.isReadPending('stopped')).toBe(true)
  expect(next.ledger.order('stopped')).toMatchObject({ lastReadAt: NOW - 1_000, endedAt: NOW - 1_000 })
})

test('the stop is acknowledged once: the next start does not show it again', () => {
  const folder = tempFolder()
  const first = openedIn(folder)
  readOrder(first, 'stopped', 'CANCELLED', NOW - 1_000, LOST)
  first.close()
  rmSync(join(folder, LEDGER_FILE))
  const second = openedIn(folder)
  expect(stopsOf(second)).toEqual(['stopped'])
  second.ledger.acknowledgeCancellation('stopped', NOW)
  second.close()
  const third = openedIn(folder)
  expect(third.repair.repaired).toBe('none')
  expect(stopsOf(third)).toEqual([])
})

test('an order that the ledger has as confirmed and the cache as cancelled later gets its stop', () => {
  const next = reopenedAfter((storage) => readOrder(storage, 'known', 'CANCELLED', NOW - 1_000, LOST))
  expect(stopsOf(next)).toEqual(['known'])
  expect(next.ledger.order('known')?.statusBeforeCancellation).toBe('CONFIRMED')
  expect(next.ledger.isReadPending('known')).toBe(true)
})

test('a cancellation that the cache has read before the ledger’s last read stays undone', () => {
  const next = reopenedAfter((storage) => readOrder(storage, 'known', 'CANCELLED', EARLIER - 1, LOST))
  expect(next.ledger.order('known')?.status).toBe('CONFIRMED')
  expect(next.ledger.isReadPending('known')).toBe(true)
})

test('a cancellation older than half a day is no evidence of a loss, and its stop does not come back', () => {
  const write = (storage: Storage) => readOrder(storage, 'old', 'CANCELLED', NOW - 13 * HOUR, LOST)
  const next = reopenedAfter(write)
  expect(next.repair.repaired).toBe('none')
  const repaired = reopenedAfter((storage) => {
    write(storage)
    readOrder(storage, 'open', 'CREATED', NOW - 1_000, LOST)
  })
  expect(repaired.repair.repaired).toBe('salvaged')
  expect(repaired.ledger.order('open')).toBeDefined()
  expect(repaired.ledger.order('old')).toBeUndefined()
})

test.each(['DELIVERED', 'CONCLUDED'])(
  'an order that only the cache has as %s needs no stop and is not restored',
  (status) => {
    const next = reopenedAfter((storage) => readOrder(storage, 'done', status, NOW - 1_000, LOST))
    expect(next.repair.repaired).toBe('none')
    expect(next.ledger.order('done')).toBeUndefined()
  },
)
