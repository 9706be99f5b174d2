import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { fail, ok, type Result } from '../../shared/result.ts'
import { hasFreeSpace } from './disk-probe.ts'
import { removeDatabase, restorePermissions, setObstaclesAside } from './durable-files.ts'
import { PAGE_BYTES, readHeader } from './file-image.ts'
import { isVersion, latestVersion, type Migration, migrate } from './migration.ts'
import { storageTroubleOf } from './trouble.ts'

/**
 * Moves the write-ahead log into the file and truncates it: `secure_delete` does not overwrite its old pages (measured: 3008
 * leftovers without, none with it). A reader may prevent it; the next purge tries again.
 */
export function eraseLog(db: Database.Database): void {
  db.pragma('wal_checkpoint(TRUNCATE)')
}

/**
 * Opens or creates the database at `path`, checks it, and prepares a store on it. A database that fails the check, or on
 * which the store cannot be prepared, is closed and reported as damaged.
 */
export function openStore<Store>(
  path: string,
  spec: DatabaseSpec,
  storeOn: (db: Database.Database) => Store,
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
 * created.
 */
export function openOrRecreate<Store>(
  path: string,
  spec: DatabaseSpec,
  storeOn: (db: Database.Database) => Store,
): Result<Store, OpenFailure> {
  const opened = openStore(path, spec, storeOn)
  if (opened.ok || (opened.code !== 'damaged' && opened.code !== 'newer-version')) return opened
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

/**
 * SQLite 3.7.0 to 3.51.2 can lose committed transactions when two connections write and checkpoint at the same time
 * (sqlite.org/wal.html, "WAL-reset bug"; fixed in 3.51.3).
 */
const OLDEST_SAFE = [3, 51, 3] as const

/** Whether a version of SQLite (`sqlite_version()`) does not have this bug. */
export function isSafeSqlite(version: string): boolean {
  const parts = version.split('.').map(Number)
  for (const [index, wanted] of OLDEST_SAFE.entries()) {
    const part = parts[index] ?? 0
    if (part !== wanted) return part > wanted
  }
  return true
}

type Pragma = { readonly name: string; readonly set: string; readonly readBack: string | number }

const BUSY_TIMEOUT_MS = 5_000
/** Size of the log at which a checkpoint is made. A larger log file is cut back to this size afterwards. */
const LOG_LIMIT_BYTES = 4 * 1024 * 1024

/**
 * `every-commit`: a commit is on the drive when it returns. `checkpoints`: a power cut may drop the last commits but
 * damages nothing.
 */
type Flushing = 'every-commit' | 'checkpoints'

// better-sqlite3 is built with NORMAL for WAL, with which a power cut drops commits that were already acknowledged.
const SYNCHRONOUS: Readonly<Record<Flushing, Pragma>> = {
  'every-commit': { name: 'synchronous', set: 'FULL', readBack: 2 },
  checkpoints: { name: 'synchronous', set: 'NORMAL', readBack: 1 },
}

const checkpointEvery = (pages: number): Pragma => ({ name: 'wal_autocheckpoint', set: String(pages), readBack: pages })

/**
 * How a database is opened. The order matters: waiting for a lock first, the journal mode before what depends on it.
 * @param pageBytes the size of its pages
 */
export const pragmasFor = (flushing: Flushing, pageBytes: number): readonly Pragma[] => [
  { name: 'busy_timeout', set: String(BUSY_TIMEOUT_MS), readBack: BUSY_TIMEOUT_MS },
  { name: 'trusted_schema', set: 'OFF', readBack: 0 },
  { name: 'cell_size_check', set: 'ON', readBack: 1 },
  { name: 'journal_mode', set: 'WAL', readBack: 'wal' },
  SYNCHRONOUS[flushing],
  // macOS: fsync leaves the data in the drive's cache. Elsewhere these two do nothing.
  { name: 'fullfsync', set: 'ON', readBack: 1 },
  { name: 'checkpoint_fullfsync', set: 'ON', readBack: 1 },
  { name: 'foreign_keys', set: 'ON', readBack: 1 },
  // Deleted data is overwritten, and sorting leaves no temporary file.
  { name: 'secure_delete', set: 'ON', readBack: 1 },
  { name: 'temp_store', set: 'MEMORY', readBack: 2 },
  checkpointEvery(LOG_LIMIT_BYTES / pageBytes),
  { name: 'journal_size_limit', set: String(LOG_LIMIT_BYTES), readBack: LOG_LIMIT_BYTES },
]

/** Sets every pragma and reads it back. Returns the name of the first that was not applied, or `undefined`. */
export function applyPragmas(db: Database.Database, pragmas: readonly Pragma[]): string | undefined {
  const refused = pragmas.find(({ name, set, readBack }) => {
    db.pragma(`${name} = ${set}`)
    return db.pragma(name, { simple: true }) !== readBack
  })
  return refused?.name
}

export type DatabaseSpec = {
  /** For messages. */
  readonly name: string
  /** SQLite's `application_id`: identifies this program's files. */
  readonly applicationId: number
  readonly migrations: readonly Migration[]
  readonly flushing: Flushing
}

/**
 * `newer-version`: written by a newer program; refused and left unchanged. `damaged`: no database, one of another
 * program, or broken. `sqlite-too-old`, `pragma-refused`: this program was built or linked wrongly. The others name a
 * problem of the disk.
 */
export type OpenFailure =
  | 'newer-version'
  | 'damaged'
  | 'sqlite-too-old'
  | 'pragma-refused'
  | 'disk-full'
  | 'read-only'
  | 'in-use'
  | 'io'

/** Other users of the computer cannot read orders. The log and its index take the file's mode. */
const FOLDER_MODE = 0o700
const FILE_MODE = 0o600

export const newerVersionFailure = (spec: DatabaseSpec, found: number) =>
  fail(
    'newer-version',
    `The ${spec.name} has schema ${found}; this program knows it up to ${latestVersion(spec.migrations)}`,
  )

/** Bytes of a page. A new database gets the page size of this version; an existing one keeps its own. */
function pageBytesOf(db: Database.Database): number {
  // Reads the first page. Afterwards an existing database keeps its page size.
  const isNew = db.pragma('page_count', { simple: true }) === 0
  if (isNew) db.pragma(`page_size = ${PAGE_BYTES}`)
  return Number(db.pragma('page_size', { simple: true }))
}

function prepareDatabase(db: Database.Database, spec: DatabaseSpec): Result<Database.Database, OpenFailure> {
  const version = String(db.prepare('SELECT sqlite_version()').pluck().get())
  if (!isSafeSqlite(version)) return fail('sqlite-too-old', `SQLite ${version} can lose commits`)
  const refused = applyPragmas(db, pragmasFor(spec.flushing, pageBytesOf(db)))
  if (refused) return fail('pragma-refused', `The ${spec.name} does not take the pragma ${refused}`)
  const migrated = migrate(db, spec.migrations, spec.applicationId)
  return migrated ? newerVersionFailure(spec, migrated.newer) : ok(db)
}

/**
 * Opens a database file, or creates it with its folder, and brings it to the newest schema. Expected failures are values;
 * the file is never moved, wiped or replaced here.
 */
export function openDatabase(path: string, spec: DatabaseSpec): Result<Database.Database, OpenFailure> {
  let db: Database.Database | undefined
  try {
    mkdirSync(dirname(path), { recursive: true, mode: FOLDER_MODE })
    setObstaclesAside(path)
    restorePermissions(path)
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat && !stat.isFile()) return fail('damaged', `The ${spec.name} is no file`)
    if (!stat) closeSync(openSync(path, 'a', FILE_MODE))
    // SQLite opens a file that it may only read, and then refuses each write.
    accessSync(path, constants.R_OK | constants.W_OK)
    if (stat && stat.size > 0) {
      const header = readHeader(path)
      if (!header) return fail('damaged', `The ${spec.name} is no SQLite database`)
      if (header.applicationId !== spec.applicationId && header.userVersion !== 0) {
        return fail('damaged', `The ${spec.name}'s file belongs to another program`)
      }
      if (!isVersion(header.userVersion)) return fail('damaged', `The ${spec.name}'s version is damaged`)
      if (header.userVersion > latestVersion(spec.migrations)) return newerVersionFailure(spec, header.userVersion)
    }
    if (!hasFreeSpace(path)) return fail('disk-full', `The disk has no room to open the ${spec.name}`)
    db = new Database(path)
    const result = prepareDatabase(db, spec)
    if (!result.ok) db.close()
    return result
  } catch (error) {
    db?.close()
    const trouble = storageTroubleOf(error)
    if (trouble) return fail(trouble, `The ${spec.name} cannot be opened: ${String(error)}`)
    if (error instanceof Database.SqliteError)
      return fail('damaged', `The ${spec.name} cannot be read: ${error.message}`)
    throw error
  }
}

/** Whether another program holds a database, so that it cannot be written now. */
export function isInUse(path: string): boolean {
  if (!existsSync(path)) return false
  let db: Database.Database | undefined
  try {
    db = new Database(path, { timeout: 0 })
    db.exec('BEGIN IMMEDIATE; ROLLBACK')
    return false
  } catch (error) {
    return storageTroubleOf(error) === 'in-use'
  } finally {
    db?.close()
  }
}
