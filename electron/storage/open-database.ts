import { accessSync, closeSync, constants, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { fail, ok, type Result } from '../../shared/result.ts'
import { restorePermissions, setObstaclesAside } from './durable-files.ts'
import { readHeader } from './file-header.ts'
import { hasFreeSpace } from './free-space.ts'
import { isVersion, latestVersion, type Migration, migrate } from './migration.ts'
import { PAGE_BYTES } from './page-size.ts'
import { applyPragmas, type Flushing, pragmasFor } from './pragmas.ts'
import { isSafeSqlite } from './sqlite-version.ts'
import { storageTroubleOf } from './trouble.ts'

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
