import Database from 'better-sqlite3'

/** Codes for problems of the disk or the database. */
export type StorageTrouble = 'damaged' | 'disk-full' | 'read-only' | 'in-use' | 'io'

/** Thrown when a write cannot be made durable now. */
export class StorageUnavailable extends Error {
  readonly trouble: StorageTrouble

  constructor(trouble: StorageTrouble) {
    super(`The storage takes nothing now: ${trouble}`)
    this.name = 'StorageUnavailable'
    this.trouble = trouble
  }
}

const isFileError = (error: unknown): error is NodeJS.ErrnoException => error instanceof Error && 'syscall' in error

const BY_FILE_CODE: Readonly<Record<string, StorageTrouble>> = {
  ENOSPC: 'disk-full',
  EDQUOT: 'disk-full',
  EROFS: 'read-only',
  EACCES: 'read-only',
  EPERM: 'read-only',
  EBUSY: 'in-use',
}

/**
 * Classifies what SQLite or the file system threw. `undefined`: a defect of the program, not a problem of the storage.
 * After a failed fsync (`io`) do not retry on the same connection: the page counts as written although it is not.
 * Close, open again, verify.
 */
export function storageTroubleOf(error: unknown): StorageTrouble | undefined {
  if (error instanceof StorageUnavailable) return error.trouble
  if (isFileError(error)) return BY_FILE_CODE[error.code ?? ''] ?? 'io'
  if (!(error instanceof Database.SqliteError)) return undefined
  const { code } = error
  if (code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT')) return 'damaged'
  // The file ends before a page that was written.
  if (code === 'SQLITE_IOERR_SHORT_READ') return 'damaged'
  if (code === 'SQLITE_FULL') return 'disk-full'
  if (code.startsWith('SQLITE_READONLY') || code === 'SQLITE_PERM' || code === 'SQLITE_AUTH') return 'read-only'
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) return 'in-use'
  if (code.startsWith('SQLITE_CANTOPEN') || code.startsWith('SQLITE_IOERR')) return 'io'
  // A schema damaged by a flipped bit causes the general error or a constraint error.
  if (code === 'SQLITE_ERROR' || code === 'SQLITE_SCHEMA' || code.startsWith('SQLITE_CONSTRAINT')) return undefined
  return 'io'
}
