import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { migrate } from '../../../electron/storage/migration.ts'
import { LEDGER } from '../../../electron/storage/migrations/ledger-migrations.ts'
import { ledgerOn } from '../../fixtures/databases.ts'

/** The text of every SELECT and DELETE that the repositories prepare. */
function preparedStatements(): { readonly db: Database.Database; readonly sources: readonly string[] } {
  const db = new Database(':memory:')
  migrate(db, LEDGER.migrations, LEDGER.applicationId)
  const sources: string[] = []
  const prepare = db.prepare.bind(db)
  db.prepare = ((source: string) => {
    sources.push(source)
    return prepare(source)
  }) as typeof db.prepare
  ledgerOn(db)
  db.prepare = prepare
  return { db, sources: sources.filter((source) => /^(SELECT|DELETE)/.test(source) && / FROM /.test(source)) }
}

test('no query of the repositories scans a whole table', () => {
  const { db, sources } = preparedStatements()
  expect(sources.length).toBeGreaterThan(15)
  for (const source of sources) {
    const parameters = [...source].filter((character) => character === '?').map(() => 1)
    const plan = db.prepare<number[], { detail: string }>(`EXPLAIN QUERY PLAN ${source}`).all(...parameters)
    const steps = plan.map(({ detail }) => detail)
    for (const step of steps) {
      // A scan of a partial index is permitted: it contains only open orders, open taps or marks. Unreadable events are few,
      // because their number is limited.
      if (step.startsWith('SCAN')) {
        expect(step, source).toMatch(/USING (COVERING )?INDEX (orders|taps|events|unreadable_events)_\w+/)
      }
    }
    expect(
      steps.some((step) => /USING|SEARCH/.test(step)),
      `${source}\n${steps.join('\n')}`,
    ).toBe(true)
  }
})
