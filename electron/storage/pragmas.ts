import type { Database } from 'better-sqlite3'

type Pragma = { readonly name: string; readonly set: string; readonly readBack: string | number }

const BUSY_TIMEOUT_MS = 5_000
/** Size of the log at which a checkpoint is made. A larger log file is cut back to this size afterwards. */
const LOG_LIMIT_BYTES = 4 * 1024 * 1024

/**
 * `every-commit`: a commit is on the drive when it returns. `checkpoints`: a power cut may drop the last commits but
 * damages nothing.
 */
export type Flushing = 'every-commit' | 'checkpoints'

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
export function applyPragmas(db: Database, pragmas: readonly Pragma[]): string | undefined {
  const refused = pragmas.find(({ name, set, readBack }) => {
    db.pragma(`${name} = ${set}`)
    return db.pragma(name, { simple: true }) !== readBack
  })
  return refused?.name
}
