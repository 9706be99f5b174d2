import type { Database } from 'better-sqlite3'
import { commitsOf } from './commits.ts'
import { EVENTS, FACTS, ORDERS, STRUCK_LINES, TAPS, TIMELINE, UNREADABLE } from './ledger-tables.ts'
import { type OnDamage, sealedTable } from './sealed-table.ts'

function ledgerTables(db: Database, onDamage: OnDamage) {
  const commits = commitsOf(db)
  return {
    commits,
    facts: sealedTable(db, FACTS, onDamage),
    orders: sealedTable(db, ORDERS, onDamage),
    events: sealedTable(db, EVENTS, onDamage),
    unreadable: sealedTable(db, UNREADABLE, onDamage),
    taps: sealedTable(db, TAPS, onDamage),
    timeline: sealedTable(db, TIMELINE, onDamage),
    struckLines: sealedTable(db, STRUCK_LINES, onDamage),
    /** Runs `work` in one transaction, durable when it returns. Inside another transaction it joins that one. */
    atomically: commits.durably,
  }
}

/** The open ledger as the repositories share it. */
export type LedgerDatabase = { readonly db: Database } & Readonly<ReturnType<typeof ledgerTables>>

export const ledgerDatabase = (db: Database, onDamage: OnDamage): LedgerDatabase => ({
  db,
  ...ledgerTables(db, onDamage),
})

/** Returns the next sequence number of a table. Unique within a write transaction. */
export function sequenceOf(db: Database, table: string): () => number {
  const last = db.prepare(`SELECT max(seq) FROM ${table}`).pluck()
  return () => Number(last.get() ?? 0) + 1
}
