import { existsSync } from 'node:fs'
import Database from 'better-sqlite3'
import { isNameTaken } from '../files/name-conflicts.ts'
import { backupsOf } from './backup.ts'
import { isFile } from './durable-files.ts'
import type { Ledger } from './ports.ts'
import { ORDERS_KEPT_MS } from './retention.ts'

/**
 * SQLite keeps the last commits in the log beside the database, and a ledger without its log is intact, only older. A
 * clean end removes the log's index before the log, so an index alone shows that the log was deleted. What has the name of
 * the log and is no file has replaced it.
 */
export const isLogGone = (ledgerPath: string): boolean =>
  existsSync(ledgerPath) &&
  !isFile(`${ledgerPath}-wal`) &&
  (isNameTaken(`${ledgerPath}-wal`) || existsSync(`${ledgerPath}-shm`))

/**
 * Whether the newest backup has an open tap, or an open order that can be read, which the ledger lacks. No rule removes these
 * from a ledger. After `ORDERS_KEPT_MS` they may have ended and been removed: an older backup, which a disk did not let
 * expire, proves nothing. `now` in epoch ms.
 */
export function lacksRowsOfBackup(ledgerPath: string, ledger: Pick<Ledger, 'tap' | 'order'>, now: number): boolean {
  const [newest] = backupsOf(ledgerPath)
  if (!newest || newest.at <= now - ORDERS_KEPT_MS) return false
  let db: Database.Database | undefined
  try {
    db = new Database(newest.path, { readonly: true, fileMustExist: true })
    const ids = (query: string): readonly string[] => db?.prepare<[], string>(query).pluck().all() ?? []
    const taps = ids("SELECT tap_id FROM taps WHERE state NOT IN ('confirmed', 'conflict', 'undone')")
    const orders = ids('SELECT order_id FROM orders WHERE ended_at IS NULL AND status IS NOT NULL AND problem IS NULL')
    return taps.some((id) => !ledger.tap(id)) || orders.some((id) => !ledger.order(id))
  } catch {
    // A damaged backup, or one of another version, proves nothing.
    return false
  } finally {
    db?.close()
  }
}
