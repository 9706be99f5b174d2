import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from '../../../electron/storage/migration.ts'
import { LEDGER } from '../../../electron/storage/migrations/ledger-migrations.ts'
import type { Ledger } from '../../../electron/storage/ports.ts'
import { emergencyLedger } from '../../../electron/storage/repair/recover-ledger.ts'
import { type Salvage, salvageImages } from '../../../electron/storage/repair/salvage.ts'
import { StorageUnavailable } from '../../../electron/storage/trouble.ts'
import { ledgerOn } from '../../fixtures/databases.ts'
import { readsDue } from '../../fixtures/reads-due.ts'
import { event } from '../../integration/storage/test-ledger.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')

const tap = (tapId: string) =>
  ({ tapId, orderId: 'o1', action: 'confirm', args: {}, tappedAt: NOW, holdUntil: NOW + 5_000 }) as const

/** The data of the disk: an order with a tap that is still held. */
function onDisk(): Salvage {
  const db = new Database(':memory:')
  migrate(db, LEDGER.migrations, LEDGER.applicationId)
  const ledger = ledgerOn(db)
  ledger.receiveEvents([event('e1', 'o1')], [], 'poll', NOW)
  ledger.addTap(tap('t1'))
  const salvaged = salvageImages([db.serialize()])
  db.close()
  return salvaged
}
function inEmergency() {
  const store = emergencyLedger(onDisk(), 'disk-full', NOW)
  onTestFinished(() => store.ledger.close())
  return store
}
const refusalOf = (work: () => unknown): unknown => {
  try {
    return work()
  } catch (error) {
    return error
  }
}

test('the board shows the data of the disk and accepts new events', () => {
  const { ledger } = inEmergency()
  expect(ledger.boardOrders(0).map(({ orderId }) => orderId)).toEqual(['o1'])
  expect(ledger.tap('t1')).toMatchObject({ state: 'held' })
  expect(ledger.receiveEvents([event('e2', 'o2')], [], 'poll', NOW + 1)).toEqual({
    freshOrderIds: ['o2'],
    freshEvents: 1,
    droppedOrderIds: [],
  })
  expect(readsDue(ledger, NOW + 1, 10).map(({ orderId }) => orderId)).toContain('o2')
})

test('a delivery by webhook is refused: its answer would count as the acknowledgment', () => {
  const { ledger } = inEmergency()
  const before = ledger.boardOrders(0)
  const refusal = refusalOf(() => ledger.receiveEvents([event('e2', 'o2')], [], 'webhook', NOW + 1))
  expect(refusal).toBeInstanceOf(StorageUnavailable)
  expect(ledger.boardOrders(0)).toEqual(before)
})

test.each<[string, (ledger: Ledger) => unknown]>([
  ['a new tap', (ledger) => ledger.addTap(tap('t2'))],
  ['the undo of a tap', (ledger) => ledger.undoTap('t1', NOW)],
])('%s is refused with the disk’s reason, and has no effect', (_what, ask) => {
  const { ledger } = inEmergency()
  const refusal = refusalOf(() => ask(ledger))
  expect(refusal).toBeInstanceOf(StorageUnavailable)
  expect(refusal).toMatchObject({ trouble: 'disk-full' })
  expect(ledger.tapsOf('o1').map(({ tapId, state }) => [tapId, state])).toEqual([['t1', 'held']])
})
