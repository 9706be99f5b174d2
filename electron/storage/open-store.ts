import type { Database } from 'better-sqlite3'
import { fail, ok, type Result } from '../../shared/result.ts'
import { removeDatabase } from './durable-files.ts'
import { type DatabaseSpec, type OpenFailure, openDatabase } from './open-database.ts'
import { storageTroubleOf } from './trouble.ts'

/**
 * Opens or creates the database at `path`, checks it, and prepares a store on it. A database that fails the check, or on
 * which the store cannot be prepared, is closed and reported as damaged.
 */
export function openStore<Store>(
  path: string,
  spec: DatabaseSpec,
  storeOn: (db: Database) => Store,
): Result<Store, OpenFailure> {
  const opened = openDatabase(path, spec)
  if (!opened.ok) return opened
  try {
    if (opened.value.pragma('integrity_check', { simple: true }) === 'ok') return ok(storeOn(opened.value))
  } catch {
    // A schema that the store cannot be prepared on is damage as well.
  }
  opened.value.close()
  return fail('damaged', `The ${spec.name} does not pass its check`)
}

/**
 * Like `openStore`, for data that can be fetched again: a damaged database, or one of a newer program, is deleted and
 * created. `onDelete` is called before.
 */
export function openOrRecreate<Store>(
  path: string,
  spec: DatabaseSpec,
  storeOn: (db: Database) => Store,
  onDelete: () => void = () => undefined,
): Result<Store, OpenFailure> {
  const opened = openStore(path, spec, storeOn)
  if (opened.ok || (opened.code !== 'damaged' && opened.code !== 'newer-version')) return opened
  onDelete()
  try {
    removeDatabase(path)
  } catch (error) {
    // It belongs to another user, for example. The caller works without the file.
    const trouble = storageTroubleOf(error)
    if (trouble === undefined) throw error
    return fail(trouble, `The ${spec.name} cannot be replaced: ${String(error)}`)
  }
  return openStore(path, spec, storeOn)
}
