import Database from 'better-sqlite3'
import { forMemory, readImage, withLog } from './file-image.ts'
import type { Tap } from './ledger-tables.ts'
import { WITNESSED_TAPS } from './migrations/cache-migrations.ts'
import { isSettled } from './outbox.ts'
import { type OnDamage, type RowOf, sealedTable } from './sealed-table.ts'

/** A tap as the cache knows it. `state`: `open`, or how it ended. */
export type WitnessedTap = RowOf<typeof WITNESSED_TAPS>

/**
 * The taps a second time, in the cache: written after each commit that adds, takes back or refuses one, and read only to repair
 * a ledger. A purge adds the other ends; the next start completes it after a power cut.
 */
export interface TapWitness {
  /** Stores the taps as the ledger has them, in one commit. Without a change nothing is written. */
  record(taps: readonly Tap[]): void
  /** Damaged rows are left out. */
  all(): readonly WitnessedTap[]
  remove(tapIds: readonly string[]): void
}

/** What an ended tap said is not kept: the text of a cancellation may name a person. */
const witnessed = ({ tapId, orderId, action, args, state, reason, tappedAt, holdUntil }: Tap): WitnessedTap => {
  const isOver = isSettled(state)
  return {
    tapId,
    orderId,
    action,
    args: isOver ? {} : args,
    state: isOver ? state : 'open',
    reason,
    tappedAt,
    holdUntil,
  }
}

export function tapWitness(db: Database.Database, onDamage: OnDamage | undefined): TapWitness {
  const taps = sealedTable(db, WITNESSED_TAPS, onDamage)
  const all = taps.select('ORDER BY tapped_at, tap_id')
  const remove = taps.remove<[string]>('tap_id = ?')
  const inOneCommit = <T>(items: readonly T[], work: (item: T) => void): void => {
    if (items.length === 0) return
    db.transaction(() => {
      for (const item of items) work(item)
    }).immediate()
  }
  return {
    record: (changed) => inOneCommit(changed, (tap) => taps.put(witnessed(tap))),
    all: () => all.all(),
    remove: (tapIds) => inOneCommit(tapIds, remove),
  }
}

/** The taps in the files of a cache that is not open. The files are not changed. None when they cannot be read. */
export function readWitness(cachePath: string): readonly WitnessedTap[] {
  let db: Database.Database | undefined
  try {
    db = new Database(forMemory(withLog(readImage(cachePath))))
    return tapWitness(db, undefined).all()
  } catch (error) {
    if (error instanceof Database.SqliteError) return []
    throw error
  } finally {
    db?.close()
  }
}
