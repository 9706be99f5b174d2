import type { Database } from 'better-sqlite3'
import { type Commits, commitsOf } from './commits.ts'
import {
  EVENTS,
  type EventRow,
  FACTS,
  type FactRow,
  ORDERS,
  type OrderRow,
  STRUCK_LINES,
  type StruckLineRow,
  TAPS,
  type TapRow,
  TIMELINE,
  type TimelineRow,
  UNREADABLE,
  type UnreadableRow,
} from './ledger-tables.ts'
import { type OnDamage, type SealedTable, sealedTable } from './sealed-table.ts'

/** The open ledger as the repositories share it. */
export type LedgerDatabase = {
  readonly db: Database
  readonly facts: SealedTable<FactRow>
  readonly orders: SealedTable<OrderRow>
  readonly events: SealedTable<EventRow>
  readonly unreadable: SealedTable<UnreadableRow>
  readonly taps: SealedTable<TapRow>
  readonly timeline: SealedTable<TimelineRow>
  readonly struckLines: SealedTable<StruckLineRow>
  readonly commits: Commits
  /** Runs `work` in one transaction, durable when it returns. Inside another transaction it joins that one. */
  atomically<T>(work: () => T): T
}

export function ledgerDatabase(db: Database, onDamage: OnDamage): LedgerDatabase {
  const commits = commitsOf(db)
  return {
    db,
    commits,
    facts: sealedTable(db, FACTS, onDamage),
    orders: sealedTable(db, ORDERS, onDamage),
    events: sealedTable(db, EVENTS, onDamage),
    unreadable: sealedTable(db, UNREADABLE, onDamage),
    taps: sealedTable(db, TAPS, onDamage),
    timeline: sealedTable(db, TIMELINE, onDamage),
    struckLines: sealedTable(db, STRUCK_LINES, onDamage),
    atomically: commits.durably,
  }
}

/** Returns the next sequence number of a table. Unique within a write transaction. */
export function sequenceOf(db: Database, table: string): () => number {
  const last = db.prepare(`SELECT max(seq) FROM ${table}`).pluck()
  return () => Number(last.get() ?? 0) + 1
}
