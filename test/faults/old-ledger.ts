import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { migrate } from '../../electron/storage/migration.ts'
import { LEDGER } from '../../electron/storage/migrations/ledger-migrations.ts'
import { seal } from '../../electron/storage/sealed-table.ts'

const FIRST_VERSION = 30
const ROWS = 12
const AT = Date.parse('2026-01-05T12:00:00Z')

type OldStep =
  | { readonly kind: 'events'; readonly orderId: string; readonly eventIds: readonly string[] }
  | { readonly kind: 'tap'; readonly tapId: string; readonly orderId: string; readonly state: number }

/** Writes a complete ledger with the schema of the first version. Returns its content. */
export function makeOldLedger(path: string, newId: (kind: string) => string): readonly OldStep[] {
  mkdirSync(dirname(path), { recursive: true })
  const db = new Database(path)
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  migrate(db, LEDGER.migrations, LEDGER.applicationId, FIRST_VERSION)
  const put = (table: string, values: readonly (string | number | null)[]): void => {
    const sealed = seal(table, values)
    db.prepare(`INSERT INTO ${table} VALUES (${sealed.map(() => '?').join(', ')})`).run(...sealed)
  }
  const steps = db.transaction(() =>
    Array.from({ length: ROWS }, (_, index): readonly OldStep[] => {
      const [orderId, eventId, tapId] = [newId('order'), newId('event'), newId('tap')]
      put('orders', [orderId, AT, 'CREATED', null, AT, null, null, null, null, 1, null, 0, null])
      put('events', [index + 1, eventId, orderId, 'CREATED', null, null, null, null, 'poll', AT, 'owed', null])
      put('taps', [
        index + 1,
        tapId,
        orderId,
        'confirm',
        '{}',
        'queued',
        AT,
        AT,
        0,
        null,
        null,
        null,
        AT,
        null,
        null,
        null,
      ])
      return [
        { kind: 'events', orderId, eventIds: [eventId] },
        { kind: 'tap', tapId, orderId, state: 0 },
      ]
    }),
  )()
  db.close()
  makeNameDurable(path)
  return steps.flat()
}

/** Flushes the folder, because the durability of the file's name is not part of the migration. */
function makeNameDurable(path: string): void {
  for (const folder of [dirname(path), dirname(dirname(path))]) {
    const opened = openSync(folder, 'r')
    fsyncSync(opened)
    closeSync(opened)
  }
}
