import type { Database } from 'better-sqlite3'
import { type Commits, commitsOf } from './commits.ts'
import { DAY_SUMS, EVENTS, FACTS, ORDERS, STRUCK_LINES, TAPS, TIMELINE, UNREADABLE } from './ledger-tables.ts'
import { type Fields, type OnDamage, type SealedTable, sealedTable, type TableShape } from './sealed-table.ts'

export function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

type TableOf<Shape> = Shape extends TableShape<infer C> ? SealedTable<C> : never

/** The open ledger as the repositories share it. */
export interface LedgerDatabase {
  readonly db: Database
  readonly commits: Commits
  readonly facts: TableOf<typeof FACTS>
  readonly orders: TableOf<typeof ORDERS>
  readonly events: TableOf<typeof EVENTS>
  readonly unreadable: TableOf<typeof UNREADABLE>
  readonly taps: TableOf<typeof TAPS>
  readonly timeline: TableOf<typeof TIMELINE>
  readonly struckLines: TableOf<typeof STRUCK_LINES>
  /** Prepared when it is first used: a start does not need it. */
  daySums(): TableOf<typeof DAY_SUMS>
  /** Runs `work` in one transaction, durable when it returns. Inside another transaction it joins that one. */
  atomically: Commits['durably']
}

export function ledgerDatabase(db: Database, onDamage?: OnDamage): LedgerDatabase {
  const commits = commitsOf(db)
  const tableOf = <C extends Fields>(shape: TableShape<C>): SealedTable<C> =>
    sealedTable(db, shape, onDamage, commits.recordFailedRead)
  return {
    db,
    commits,
    facts: tableOf(FACTS),
    orders: tableOf(ORDERS),
    events: tableOf(EVENTS),
    unreadable: tableOf(UNREADABLE),
    taps: tableOf(TAPS),
    timeline: tableOf(TIMELINE),
    struckLines: tableOf(STRUCK_LINES),
    daySums: once(() => tableOf(DAY_SUMS)),
    atomically: commits.durably,
  }
}

/** Returns the next sequence number of a table. Unique within a write transaction. */
export function sequenceOf(db: Database, table: string): () => number {
  const last = db.prepare(`SELECT max(seq) FROM ${table}`).pluck()
  return () => Number(last.get() ?? 0) + 1
}
