import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { migrate } from '../../../electron/storage/migration.ts'
import { LEDGER } from '../../../electron/storage/migrations/ledger-migrations.ts'
import { salvageImages } from '../../../electron/storage/repair/salvage.ts'
import { ledgerOn } from '../../fixtures/databases.ts'

const ledgerBytes = (): Buffer => {
  const db = new Database(':memory:')
  migrate(db, LEDGER.migrations, LEDGER.applicationId)
  const ledger = ledgerOn(db)
  ledger.markToRead(['o1', 'o2'], 5)
  ledger.addTimeline({ orderId: 'o1', at: 6, kind: 'shown' })
  ledger.facts.lastPollAt.set(7)
  return db.serialize()
}

test('the ledger’s own row counts are found with its rows', () => {
  expect(Object.fromEntries(salvageImages([ledgerBytes()]).counts)).toEqual({
    facts: 2,
    orders: 2,
    events: 0,
    unreadable_events: 0,
    taps: 0,
    timeline: 1,
    struck_lines: 0,
    day_sums: 0,
  })
})
