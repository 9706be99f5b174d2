import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { messageOf } from '../../shared/result.ts'

export type LockAttempt =
  | { readonly kind: 'taken'; readonly release: () => void }
  | { readonly kind: 'held-elsewhere' }
  /** The folder or the file system refuses the lock, and no other process is known to hold it. */
  | { readonly kind: 'impossible'; readonly error: string }

const FOLDER_MODE = 0o700
const FILE_MODE = 0o600

/** SECURITY: private-files (docs/security.md). Other users of the machine can neither read nor take the lock. */
function makePrivate(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: FOLDER_MODE })
  // Only when it is missing: closing a file releases the locks that this process holds on it (POSIX fcntl).
  if (!existsSync(path)) closeSync(openSync(path, 'a', FILE_MODE))
  try {
    // The folder of an earlier version may be open to other users.
    chmodSync(dirname(path), FOLDER_MODE)
    chmodSync(path, FILE_MODE)
  } catch {
    // A file system without modes: the lock works without them.
  }
}

/**
 * Takes a lock that one process of this machine holds, or returns at once why not. It is SQLite's exclusive lock on an empty
 * file, held by the system: it ends with its process and is never stale.
 */
export function tryLock(path: string): LockAttempt {
  let db: Database.Database | undefined
  try {
    makePrivate(path)
    const opened = new Database(path, { timeout: 0 })
    db = opened
    // No journal beside it: the transaction lasts as long as the lock, and nothing is ever written in it.
    opened.pragma('journal_mode = MEMORY')
    opened.exec('BEGIN EXCLUSIVE')
    return { kind: 'taken', release: () => opened.close() }
  } catch (error) {
    db?.close()
    if (isBusy(error) || isHeld(path)) return { kind: 'held-elsewhere' }
    return { kind: 'impossible', error: messageOf(error) }
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')

/** Whether another process holds the lock, as seen without the right to write: its disk may have become read-only. */
function isHeld(path: string): boolean {
  try {
    const db = new Database(path, { readonly: true, fileMustExist: true, timeout: 0 })
    try {
      db.prepare('SELECT name FROM sqlite_master').all()
      return false
    } finally {
      db.close()
    }
  } catch (error) {
    return isBusy(error)
  }
}
