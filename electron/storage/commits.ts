import type { Database } from 'better-sqlite3'
import { type StorageTrouble, storageTroubleOf } from './trouble.ts'

/** `soon`: durable within two seconds. `later`: with the next durable step, within minutes at the latest. */
type Deferral = 'soon' | 'later'

const WAITS_AT_MOST_MS: Readonly<Record<Deferral, number>> = { soon: 1_000, later: 5 * 60_000 }

const SAVEPOINT = 'step'
/** The times at which a step becomes durable, the most urgent last. */
type Urgency = Deferral | 'now'
const URGENCIES: readonly Urgency[] = ['later', 'soon', 'now']

/** Makes the writes of a database durable. Every commit is one flush to the drive. */
export interface Commits extends Pick<Refusals, 'failure' | 'hasFoundDamage' | 'confirmRoom'> {
  /** Runs `work` in one transaction. When this returns, it is durable together with everything that was deferred before. */
  durably<T>(work: () => T): T
  /**
   * Runs `work` in one transaction that is visible at once and becomes durable with the next commit. Writes become
   * durable in their order: a write that survives a crash has all earlier ones with it. Inside `durably` it joins that
   * transaction.
   */
  deferred<T>(work: () => T, deferral: Deferral): T
  /**
   * Runs `work` in one transaction with one commit for all steps in it: durable when this returns if one of them has to
   * be, otherwise deferred as the most urgent of them.
   */
  inOneCommit<T>(work: () => T): T
  /** Call every second: commits what has been deferred for long enough. `now` in monotonic ms. */
  commitDue(now: number): void
  /** Call inside a step: runs `effect` once the step is durable. The effect must not throw. */
  afterCommit(effect: () => void): void
  /** Commits what is deferred. */
  commit(): void
  /** Call when something else than a step has shown that writes are refused. */
  recordRefusal(error: unknown): void
  /** Call with what a read has thrown: it may have found damage outside of a step. */
  recordFailedRead(error: unknown): void
  /** Calls back when deferred writes were lost: a commit was refused, and the database is as it was before them. */
  onLost(listener: () => void): void
}

/** The refusals of writes. */
interface Refusals {
  record(error: unknown): void
  recordRead(error: unknown): void
  recordSuccess(): void
  /** Why the newest refused write was refused, until `confirmRoom` was called and a later write has succeeded. */
  failure(): StorageTrouble | undefined
  /** Whether a step or a read has found that the file is damaged. Opening it again repairs it. */
  hasFoundDamage(): boolean
  /** Call when the drive has room for any step: the next successful write then ends `failure`. */
  confirmRoom(): void
}

function createRefusals(): Refusals {
  let isFailing = false
  /** A refused write ends only after free space was proved: a small write may fit where the next one does not. */
  let needsProof = false
  let cause: StorageTrouble = 'io'
  let hasFoundDamage = false
  return {
    record(error) {
      isFailing = true
      needsProof = true
      cause = storageTroubleOf(error) ?? 'io'
      hasFoundDamage ||= cause === 'damaged'
    },
    recordRead(error) {
      hasFoundDamage ||= storageTroubleOf(error) === 'damaged'
    },
    recordSuccess() {
      isFailing = false
    },
    failure: () => (isFailing || needsProof ? cause : undefined),
    hasFoundDamage: () => hasFoundDamage,
    confirmRoom() {
      needsProof = false
    },
  }
}

/** The deferred writes of the open transaction, and when they are due; `dueAt` is `undefined` until the next `commitDue`. */
type Waiting = { readonly deferral: Deferral; readonly dueAt: number | undefined }

/** The transaction that is open, its steps and what waits in it. */
interface OpenTransaction extends Pick<Commits, 'commit' | 'commitDue' | 'afterCommit' | 'onLost'> {
  /** Runs `work` as one step, in the open transaction or in a new one. When it throws, the step is rolled back. */
  inside<T>(work: () => T): T
  isInStep(): boolean
  hasDeferred(): boolean
  defer(deferral: Deferral): void
}

function openTransaction(db: Database, refusals: Refusals): OpenTransaction {
  const begin = db.prepare('BEGIN IMMEDIATE')
  const end = db.prepare('COMMIT')
  const rollback = db.prepare('ROLLBACK')
  const openSavepoint = db.prepare(`SAVEPOINT ${SAVEPOINT}`)
  const releaseSavepoint = db.prepare(`RELEASE ${SAVEPOINT}`)
  const rollbackToSavepoint = db.prepare(`ROLLBACK TO ${SAVEPOINT}`)
  const listeners: (() => void)[] = []
  /** Called after the next commit; those of a step that is rolled back are dropped. */
  let effects: (() => void)[] = []
  let depth = 0
  let waiting: Waiting | undefined

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
      refusals.recordSuccess()
    } catch (error) {
      refusals.record(error)
      abandon()
      throw error
    }
    const due = effects
    effects = []
    for (const effect of due) effect()
  }

  return {
    inside(work) {
      try {
        if (!db.inTransaction) begin.run()
        return step(work)
      } catch (error) {
        refusals.record(error)
        if (waiting === undefined || !db.inTransaction) abandon()
        throw error
      }
    },
    isInStep: () => depth > 0,
    hasDeferred: () => waiting !== undefined,
    defer(deferral) {
      if (waiting === undefined || (deferral === 'soon' && waiting.deferral === 'later')) {
        waiting = { deferral, dueAt: undefined }
      }
    },
    commit,
    commitDue(now) {
      if (waiting === undefined) return
      const { deferral, dueAt = now + WAITS_AT_MOST_MS[deferral] } = waiting
      waiting = { deferral, dueAt }
      if (now >= dueAt) commit()
    },
    afterCommit: (effect) => void effects.push(effect),
    onLost: (listener) => void listeners.push(listener),
  }
}

export function commitsOf(db: Database): Commits {
  const refusals = createRefusals()
  const transaction = openTransaction(db, refusals)
  const { inside, isInStep, commit } = transaction
  const changes = db.prepare<[], number>('SELECT total_changes()').pluck()
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
      if (!transaction.hasDeferred()) commit()
      return result
    }
    const chosen = urgency()
    if (chosen === 'now') commit()
    else transaction.defer(chosen)
    return result
  }

  return {
    durably: (work) => (isInStep() ? nested(work, 'now') : outermost(work, () => 'now')),
    deferred: (work, deferral) => (isInStep() ? nested(work, deferral) : outermost(work, () => deferral)),
    inOneCommit(work) {
      if (isInStep()) return work()
      doStepsDecide = true
      mostUrgent = undefined
      try {
        return outermost(work, () => mostUrgent ?? 'now')
      } finally {
        doStepsDecide = false
      }
    },
    commitDue: transaction.commitDue,
    afterCommit: transaction.afterCommit,
    commit,
    failure: refusals.failure,
    recordRefusal: refusals.record,
    recordFailedRead: refusals.recordRead,
    hasFoundDamage: refusals.hasFoundDamage,
    confirmRoom: refusals.confirmRoom,
    onLost: transaction.onLost,
  }
}
