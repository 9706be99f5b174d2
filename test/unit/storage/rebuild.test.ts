import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from '../../../electron/storage/migration.ts'
import { LEDGER } from '../../../electron/storage/migrations/ledger-migrations.ts'
import type { Ledger } from '../../../electron/storage/ports.ts'
import { rebuild } from '../../../electron/storage/repair/recover-ledger.ts'
import { factOf, type Salvage, salvageImages } from '../../../electron/storage/repair/salvage.ts'
import { verifyLedger } from '../../../electron/storage/verify.ts'
import { ledgerOn } from '../../fixtures/databases.ts'
import { readsDue } from '../../fixtures/reads-due.ts'
import { event } from '../../integration/storage/test-ledger.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')

/** The rows that can be read from a ledger that `fill` has written. */
function salvaged(fill: (ledger: Ledger) => void): Salvage {
  const db = new Database(':memory:')
  migrate(db, LEDGER.migrations, LEDGER.applicationId)
  fill(ledgerOn(db))
  const found = salvageImages([db.serialize()])
  db.close()
  return found
}
function rebuilt(salvage: Salvage): { readonly db: Database.Database; readonly ledger: Ledger } {
  const db = new Database(':memory:')
  onTestFinished(() => {
    db.close()
  })
  rebuild(db, salvage, NOW)
  return { db, ledger: ledgerOn(db) }
}
/** Five orders: two of them have only events, the others also a tap, a struck line or a timeline. */
function day(ledger: Ledger): void {
  ledger.receiveEvents([event('e3', 'o3'), event('e4', 'o4'), event('e5', 'o5')], [], 'webhook', 4)
  ledger.receiveEvents([event('e1', 'o1'), event('e2', 'o2'), event('e0', undefined)], [], 'poll', 5)
  ledger.addTap({ tapId: 't3', orderId: 'o3', action: 'confirm', args: {}, tappedAt: 6, holdUntil: 6 })
  ledger.strikeLine('o4', 'line', true, 7)
  ledger.addTimeline({ orderId: 'o5', at: 8, kind: 'shown' })
}

test('the rebuilt ledger has the identity of the old one; without this identity it has a new one and the old facts', () => {
  const found = salvaged((ledger) => ledger.facts.lastPollAt.set(7))
  const id = found.rows.get('facts')?.get(JSON.stringify(['ledger_id']))?.[1]
  expect(id).toEqual(expect.any(String))
  expect(factOf(rebuilt(found).db, 'ledger_id')).toBe(id)
  const facts = new Map([...(found.rows.get('facts') ?? [])].filter(([key]) => !key.includes('ledger_id')))
  const { db, ledger } = rebuilt({ ...found, rows: new Map([...found.rows, ['facts', facts]]) })
  expect(factOf(db, 'ledger_id')).toEqual(expect.any(String))
  expect(factOf(db, 'ledger_id')).not.toBe(id)
  expect(ledger.facts.lastPollAt.get()).toBe(7)
})

test.each([
  ['a tap', 'o3', 'taps'],
  ['a struck line', 'o4', 'struck_lines'],
  ['an event', 'o1', 'events'],
])('%s alone restores an order', (_what, orderId, table) => {
  const found = salvaged(day)
  const { ledger } = rebuilt({ ...found, rows: new Map([[table, found.rows.get(table) ?? new Map()]]) })
  expect(ledger.order(orderId)).toMatchObject({ firstSeenAt: NOW })
})

test('an order that was salvaged is not changed', () => {
  const found = salvaged((ledger) => {
    ledger.receiveEvents([event('e1', 'o1')], [], 'poll', 5)
    ledger.recordRead({ orderId: 'o1', generation: 1, status: 'READY', at: 6, readAt: 6, settlements: [] })
  })
  const { ledger } = rebuilt(found)
  expect(ledger.order('o1')).toMatchObject({ firstSeenAt: 5, status: 'READY' })
  expect(readsDue(ledger, NOW, 10)).toEqual([])
})

test('one of two conflicting rows is kept, and the ledger is still built', () => {
  const found = salvaged(day)
  const taps = new Map(found.rows.get('taps'))
  const [tap] = taps.values()
  // The same sequence number with another id.
  taps.set(JSON.stringify(['t4']), tap?.with(1, 't4') ?? [])
  const { db, ledger } = rebuilt({ ...found, rows: new Map([...found.rows, ['taps', taps]]) })
  expect(ledger.tapsOf('o3').map(({ tapId }) => tapId)).toEqual(['t3'])
  expect(verifyLedger(db, 'all')).toEqual([])
})
