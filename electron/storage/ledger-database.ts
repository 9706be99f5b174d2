import type { Database } from 'better-sqlite3'
import { DAY_SUMS, EVENTS, FACTS, ORDERS, STRUCK_LINES, TAPS, TIMELINE, UNREADABLE } from './ledger-tables.ts'
import { type OnDamage, sealedTable } from './sealed-table.ts'
import { type StorageTrouble, storageTroubleOf } from './trouble.ts'

/** `soon`: durable within two seconds. `later`: with the next durable step, within minutes at the latest. */
type Deferral = 'soon' | 'later'

const WAITS_AT_MOST_MS: Readonly<Record<Deferral, number>> = { soon: 1_000, later: 5 * 60_000 }

const SAVEPOINT = 'step'
/** The times at which a step becomes durable, the most urgent last. */
type Urgency = Deferral | 'now'
const URGENCIES: readonly Urgency[] = ['later', 'soon', 'now']

/** Makes the writes of a database durable. Every commit is one flush to the drive. */
export function commitsOf(db: Database) {
  const begin = db.prepare('BEGIN IMMEDIATE')
  const end = db.prepare('COMMIT')
  const rollback = db.prepare('ROLLBACK')
  const openSavepoint = db.prepare(`SAVEPOINT ${SAVEPOINT}`)
  const releaseSavepoint = db.prepare(`RELEASE ${SAVEPOINT}`)
  const rollbackToSavepoint = db.prepare(`ROLLBACK TO ${SAVEPOINT}`)
  const changes = db.prepare<[], number>('SELECT total_changes()').pluck()
  const listeners: (() => void)[] = []
  /** Called after the next commit; those of a step that is rolled back are dropped. */
  let effects: (() => void)[] = []
  let depth = 0
  let isFailing = false
  /** A refused write ends only after free space was proved: a small write may fit where the next one does not. */
  let needsProof = false
  let cause: StorageTrouble = 'io'
  let hasFoundDamage = false
  /** The deferred writes of the open transaction, and when they are due; `undefined` until the next `commitDue`. */
  let waiting: { readonly deferral: Deferral; readonly dueAt: number | undefined } | undefined

  const recordRefusal = (error: unknown): void => {
    isFailing = true
    needsProof = true
    cause = storageTroubleOf(error) ?? 'io'
    hasFoundDamage ||= cause === 'damaged'
  }

  /** After a refusal: SQLite may have rolled back the whole transaction. */
  const abandon = (): void => {
    if (db.inTransaction) rollback.run()
    effects = []
    const isLost = waiting !== undefined
    waiting = undefined
    if (isLost) for (const listener of listeners) listener()
  }

  /** One step inside the open transaction. When it throws, only this step is rolled back. */
  const step = <T>(work: () => T): T => {
    openSavepoint.run()
    const before = effects.length
    depth += 1
    try {
      const result = work()
      releaseSavepoint.run()
      return result
    } catch (error) {
      effects.length = Math.min(before, effects.length)
      if (db.inTransaction) {
        rollbackToSavepoint.run()
        releaseSavepoint.run()
      }
      throw error
    } finally {
      depth -= 1
    }
  }

  const commit = (): void => {
    if (!db.inTransaction) return
    try {
      end.run()
      waiting = undefined
      isFailing = false
    } catch (error) {
      recordRefusal(error)
      abandon()
      throw error
    }
    const due = effects
    effects = []
    for (const effect of due) effect()
  }

  /** Runs `work` in the open transaction, or in a new one. */
  const inside = <T>(work: () => T): T => {
    try {
      if (!db.inTransaction) begin.run()
      return step(work)
    } catch (error) {
      recordRefusal(error)
      if (waiting === undefined || !db.inTransaction) abandon()
      throw error
    }
  }

  const defer = (deferral: Deferral): void => {
    if (waiting === undefined || (deferral === 'soon' && waiting.deferral === 'later')) {
      waiting = { deferral, dueAt: undefined }
    }
  }

  /** Whether the steps inside the open one decide when it becomes durable, and the most urgent of them. */
  let doStepsDecide = false
  let mostUrgent: Urgency | undefined

  /** A step inside another one, which commits it. */
  const nested = <T>(work: () => T, urgency: Urgency): T => {
    if (!doStepsDecide) return work()
    const before = changes.get()
    doStepsDecide = false
    try {
      return work()
    } finally {
      doStepsDecide = true
      const isMoreUrgent = mostUrgent === undefined || URGENCIES.indexOf(urgency) > URGENCIES.indexOf(mostUrgent)
      if (isMoreUrgent && changes.get() !== before) mostUrgent = urgency
    }
  }

  const outermost = <T>(work: () => T, urgency: () => Urgency): T => {
    const before = changes.get()
    const result = inside(work)
    if (changes.get() === before) {
      // A step that wrote nothing needs no commit.
      if (waiting === undefined) commit()
      return result
    }
    const chosen = urgency()
    if (chosen === 'now') commit()
    else defer(chosen)
    return result
  }

  return {
    /**
     * Runs `work` in one transaction. When this returns, it is durable together with everything that was deferred before.
     */
    durably: <T>(work: () => T): T => (depth > 0 ? nested(work, 'now') : outermost(work, () => 'now')),
    /**
     * Runs `work` in one transaction that is visible at once and becomes durable with the next commit. Writes become
     * durable in their order: a write that survives a crash has all earlier ones with it. Inside `durably` it joins that
     * transaction.
     */
    deferred: <T>(work: () => T, deferral: Deferral): T =>
      depth > 0 ? nested(work, deferral) : outermost(work, () => deferral),
    /**
     * Runs `work` in one transaction with one commit for all steps in it: durable when this returns if one of them has to
     * be, otherwise deferred as the most urgent of them.
     */
    inOneCommit<T>(work: () => T): T {
      if (depth > 0) return work()
      doStepsDecide = true
      mostUrgent = undefined
      try {
        return outermost(work, () => mostUrgent ?? 'now')
      } finally {
        doStepsDecide = false
      }
    },
    /** Call every second: commits what has been deferred for long enough. `now` in monotonic ms. */
    commitDue(now: number): void {
      if (waiting === undefined) return
      const { deferral, dueAt = now + WAITS_AT_MOST_MS[deferral] } = waiting
      waiting = { deferral, dueAt }
      if (now >= dueAt) commit()
    },
    /** Call inside a step: runs `effect` once the step is durable. The effect must not throw. */
    afterCommit(effect: () => void): void {
      effects.push(effect)
    },
    /** Commits what is deferred. */
    commit,
    /** Why the newest refused write was refused, until `confirmRoom` was called and a later write has succeeded. */
    failure: (): StorageTrouble | undefined => (isFailing || needsProof ? cause : undefined),
    /** Call when something else than a step has shown that writes are refused. */
    recordRefusal,
    /** Whether a step has found that the file is damaged. Opening it again repairs it. */
    hasFoundDamage: (): boolean => hasFoundDamage,
    /** Call when the drive has room for any step: the next successful write then ends `failure`. */
    confirmRoom(): void {
      needsProof = false
    },
    /** Calls back when deferred writes were lost: a commit was refused, and the database is as it was before them. */
    onLost(listener: () => void): void {
      listeners.push(listener)
    },
  }
}

export function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

function ledgerTables(db: Database, onDamage: OnDamage | undefined) {
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
    /** Prepared when it is first used: a start does not need it. */
    daySums: once(() => sealedTable(db, DAY_SUMS, onDamage)),
    /** Runs `work` in one transaction, durable when it returns. Inside another transaction it joins that one. */
    atomically: commits.durably,
  }
}

/** The open ledger as the repositories share it. */
export type LedgerDatabase = { readonly db: Database } & Readonly<ReturnType<typeof ledgerTables>>

export const ledgerDatabase = (db: Database, onDamage?: OnDamage): LedgerDatabase => ({
  db,
  ...ledgerTables(db, onDamage),
})

/** Returns the next sequence number of a table. Unique within a write transaction. */
export function sequenceOf(db: Database, table: string): () => number {
  const last = db.prepare(`SELECT max(seq) FROM ${table}`).pluck()
  return () => Number(last.get() ?? 0) + 1
}
