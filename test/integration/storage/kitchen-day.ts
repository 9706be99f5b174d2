import Database from 'better-sqlite3'
import { migrate } from '../../../electron/storage/migration.ts'
import { LEDGER } from '../../../electron/storage/migrations/ledger-migrations.ts'
import type { Ledger, OrderRecord } from '../../../electron/storage/ports.ts'
import { ledgerOn } from '../../fixtures/databases.ts'
import { readsDue } from '../../fixtures/reads-due.ts'
import { event, newTap, read } from './test-ledger.ts'

/** Compared without the queue of reads: a repair queues some. */
const withoutReads = (order: OrderRecord | undefined): unknown => ({
  ...order,
  readGeneration: undefined,
  readWantedSince: undefined,
  readAttempts: undefined,
  nextReadAt: undefined,
})

/** Everything that the repositories of a ledger return, as one value, so that two ledgers can be compared. */
export function readEverything(ledger: Ledger, orderIds: readonly string[]): unknown {
  return {
    board: ledger.boardOrders(0).map(withoutReads),
    unacknowledged: ledger.unacknowledgedEvents(100_000),
    toRead: readsDue(ledger, Number.MAX_SAFE_INTEGER, 100_000),
    nextReadAt: ledger.nextReadAt(),
    openTaps: ledger.openTaps(),
    settings: ledger.facts.settings.get(),
    lastPollAt: ledger.facts.lastPollAt.get(),
    orders: orderIds.map((orderId) => ({
      order: withoutReads(ledger.order(orderId)),
      events: ledger.decidingEvents(orderId),
      taps: ledger.tapsOf(orderId),
      struck: [...ledger.struckLines(orderId)].toSorted(),
      timeline: ledger.timeline(orderId),
    })),
  }
}

export const orderIdsOf = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `order-${String(index).padStart(5, '0')}`)

/** Writes a day's work: each order has events, taps in every state, struck lines and a timeline, about 12 rows. */
export function writeDay(ledger: Ledger, count: number): readonly string[] {
  const orderIds = orderIdsOf(count)
  for (const [index, orderId] of orderIds.entries()) {
    const at = 1_000_000 + index * 1_000
    const source = index % 5 === 0 ? 'webhook' : 'poll'
    ledger.receiveEvents([event(`${orderId}-a`, orderId), event(`${orderId}-b`, orderId)], [], source, at)
    ledger.markAcknowledged([`${orderId}-a`], at + 1)
    ledger.recordRead(read(orderId, index % 3 === 0 ? 'DELIVERED' : 'CONFIRMED', at + 2, { generation: 2 }))
    ledger.addTap(newTap(`${orderId}-t`, orderId, { tappedAt: at + 3, holdUntil: at + 3 + (index % 2) * 5_000 }))
    ledger.addTap(newTap(`${orderId}-u`, orderId, { action: 'preparing', tappedAt: at + 4, holdUntil: at + 4 }))
    ledger.changeTaps([{ tapId: `${orderId}-u`, state: 'sent', answeredAt: at + 5, onlyFrom: ['queued'] }], at + 5)
    ledger.strikeLine(orderId, '0:burger', true, at + 6)
    if (index % 7 === 0) ledger.markToRead([orderId], at + 7)
  }
  ledger.facts.lastPollAt.set(999)
  return orderIds
}

/** Creates a ledger with `count` orders at `path`. It is made in memory, because flushing each step takes too long. */
export function createDayLedger(path: string, count: number): void {
  const db = new Database(':memory:')
  try {
    migrate(db, LEDGER.migrations, LEDGER.applicationId)
    writeDay(ledgerOn(db), count)
    db.prepare('VACUUM INTO ?').run(path)
  } finally {
    db.close()
  }
}
