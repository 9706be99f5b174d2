import type { Database } from 'better-sqlite3'

/** One step of a schema. Numbered in tens, so that a step can be put between two others on a branch. */
export type Migration = { readonly version: number; readonly up: (db: Database) => void }

/** The version of a database that has passed all steps. */
export const latestVersion = (migrations: readonly Migration[]): number => migrations.at(-1)?.version ?? 0

const STEP = 10

/** More migrations than any program has. */
const MAX_VERSION = 1_000 * STEP

/**
 * Whether a program can have written this version. No version with one flipped bit is a multiple of ten. Several flipped bits
 * can make one: most of these are too large, and the others count as the version of a newer program.
 */
export const isVersion = (version: number): boolean => version >= 0 && version <= MAX_VERSION && version % STEP === 0

/** Throws when the list itself is wrong: steps out of order or not numbered in tens. */
export function assertMonotonic(migrations: readonly Migration[]): void {
  let before = 0
  for (const { version } of migrations) {
    if (version <= before || !isVersion(version)) throw new Error(`Migration ${version} does not follow ${before}`)
    before = version
  }
}

const versionOf = (db: Database): number => Number(db.pragma('user_version', { simple: true }))

/**
 * Brings a database to the newest schema (or to `target`), all steps in one transaction: a crash leaves the previous
 * version. Returns the version found, without a change, when it is newer than this program.
 */
export function migrate(
  db: Database,
  migrations: readonly Migration[],
  applicationId: number,
  target: number = latestVersion(migrations),
): { readonly newer: number } | undefined {
  assertMonotonic(migrations)
  const outcome = db
    .transaction(() => {
      const found = versionOf(db)
      if (found > target) return { newer: found }
      const pending = migrations.filter(({ version }) => version > found && version <= target)
      for (const { version, up } of pending) {
        up(db)
        db.pragma(`user_version = ${version}`)
      }
      if (pending.length > 0) db.pragma(`application_id = ${applicationId}`)
      return { steps: pending.length }
    })
    .immediate()
  if (outcome.newer !== undefined) return { newer: outcome.newer }
  // Then the file alone, without its log, names its ledger and its version.
  if (outcome.steps > 0) db.pragma('wal_checkpoint(TRUNCATE)')
  return undefined
}
