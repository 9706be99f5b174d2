import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { LEDGER_FILE } from '../../electron/storage/storage.ts'

/** The events that a second connection does not find in the ledger now. */
export function missingEvents(folder: string, eventIds: readonly string[]): readonly string[] {
  const db = new Database(join(folder, LEDGER_FILE), { readonly: true, fileMustExist: true })
  try {
    const row = db.prepare<[string], unknown>('SELECT 1 FROM events WHERE event_id = ?')
    return eventIds.filter((eventId) => row.get(eventId) === undefined)
  } finally {
    db.close()
  }
}

/**
 * The same on a copy of the files: on a full disk no second connection may be opened. Its index of the log is mapped
 * memory, and the operating system ends a process that writes to a page without space on the disk.
 */
export function missingInCopy(folder: string, eventIds: readonly string[]): readonly string[] {
  const copy = mkdtempSync(join(tmpdir(), 'comanda-look-'))
  try {
    for (const suffix of ['', '-wal']) {
      const path = join(folder, `${LEDGER_FILE}${suffix}`)
      if (existsSync(path)) copyFileSync(path, join(copy, `${LEDGER_FILE}${suffix}`))
    }
    return missingEvents(copy, eventIds)
  } finally {
    rmSync(copy, { recursive: true })
  }
}

export type EndedTap = {
  readonly tap_id: string
  readonly order_id: string
  readonly action: string
  readonly state: string
  readonly reason: string | null
}

/** The content of a closed ledger. */
export type LedgerContent = {
  readonly taps: readonly EndedTap[]
  readonly statusOf: ReadonlyMap<string, string | null>
  /** Orders whose number of effects differs from their number of events. */
  readonly unequalEffects: readonly string[]
}

export function readLedger(folder: string): LedgerContent {
  const db = new Database(join(folder, LEDGER_FILE), { readonly: true, fileMustExist: true })
  try {
    const orders = db.prepare<[], [string, string | null]>('SELECT order_id, status FROM orders').raw()
    return {
      taps: db.prepare<[], EndedTap>('SELECT tap_id, order_id, action, state, reason FROM taps ORDER BY seq').all(),
      statusOf: new Map(orders.all()),
      unequalEffects: db
        .prepare<[], string>(
          `SELECT order_id FROM events e WHERE order_id IS NOT NULL GROUP BY order_id HAVING count(*) <>
            (SELECT count(*) FROM timeline t WHERE t.order_id = e.order_id AND t.kind = 'received')`,
        )
        .pluck()
        .all(),
    }
  } finally {
    db.close()
  }
}
