import { dirname } from 'node:path'
import type { Database } from 'better-sqlite3'
import { probeDisk } from './disk-probe.ts'
import { factsOf } from './facts.ts'
import { inbox } from './inbox.ts'
import { keepFiles } from './kept-files.ts'
import { alarmMarks, historyRepository, kitchenMarks } from './kitchen-marks.ts'
import { ledgerDatabase } from './ledger-database.ts'
import type { OrderRecord } from './ledger-tables.ts'
import { eraseLog } from './open-database.ts'
import { orderRepository, timelineRepository } from './order-repository.ts'
import { outbox } from './outbox.ts'
import { orderReads, orderTimes, readMarks } from './read-marks.ts'
import { type LedgerPurge, ledgerRetention } from './retention.ts'
import type { OnDamage } from './sealed-table.ts'
import { replaceLedger } from './storage-layout.ts'
import { storageTroubleOf } from './trouble.ts'
import { verifyLedger } from './verify.ts'

export type LedgerOptions = {
  /** Called for every row whose checksum fails; the row is left out of the answer. */
  readonly onDamage?: OnDamage
}

const MINUTE_MS = 60_000
/** More than any one step of the ledger writes. */
const ROOM_BYTES = 262_144

/** The ledger with its maintenance. */
export type LedgerStore = Readonly<ReturnType<typeof ledgerStoreOn>>

/**
 * What only this machine knows. Every method is one transaction, synchronous, and durable when it returns, unless it is
 * called inside `deferred`. All times are epoch milliseconds of the platform's clock; the fact `clockLog` records how that
 * time was known.
 */
export type Ledger = LedgerStore['ledger']

/** Returns whether the first page of the database can no longer be read while it is open. */
function unreadableCheck(db: Database): () => boolean {
  const firstPage = db.prepare('PRAGMA schema_version')
  return () => {
    if (!db.open) return false
    try {
      firstPage.get()
      return false
    } catch (error) {
      return storageTroubleOf(error) === 'damaged'
    }
  }
}

/** Composes the repositories on an open database. */
export function ledgerStoreOn(db: Database, options: LedgerOptions = {}) {
  const tables = ledgerDatabase(db, options.onDamage ?? (() => undefined))
  const isUnreadable = unreadableCheck(db)
  const facts = factsOf(tables)
  const timeline = timelineRepository(tables)
  const orders = orderRepository(tables)
  const { shiftReads, ...marks } = readMarks(tables, orders)
  const correctOrders = orderTimes(tables)
  const { releaseTaps, shiftTaps, ...taps } = outbox(tables, orders, timeline)
  const events = inbox(tables, orders, timeline)
  const files = keepFiles(db, {
    commit: tables.commits.commit,
    isSound: (copy) => verifyLedger(copy, 'all').length === 0,
    replace: replaceLedger,
  })
  const ledger = {
    ...timeline,
    order: (orderId: string): OrderRecord | undefined => orders.row(orderId),
    boardOrders: orders.boardOrders,
    ...events,
    ...marks,
    ...taps,
    /**
     * Call after a start; one transaction. Taps that were `held`, `queued` or `sending` may have been sent: they count as
     * attempted and become `queued`. Waiting times of the previous run end (`nextAttemptAt`, `nextReadAt`, `holdUntil`
     * are at most `at`), since the wall clock may have been set back. Unreadable orders are read again.
     */
    resetAfterStart: (at: number): void =>
      tables.atomically(() => {
        releaseTaps(at)
        marks.makeReadsDue(at, 'all')
      }),
    /**
     * Call after the platform's time stepped by `byMs` to `at`: waiting times and the ages of open taps stay the same, and
     * nothing of an open order lies in the future.
     */
    correctTimes: (byMs: number, at: number): void =>
      tables.atomically(() => {
        shiftTaps(byMs)
        shiftReads(byMs)
        correctOrders(byMs, at)
      }),
    ...orderReads(tables, orders, taps.changeTaps, timeline, events.decidingEvents),
    ...kitchenMarks(tables, orders, timeline),
    ...alarmMarks(tables, timeline),
    ...historyRepository(tables, facts, timeline),
    facts,
    inTransaction: tables.atomically,
    inOneCommit: tables.commits.inOneCommit,
    deferred: tables.commits.deferred,
    commitDue: tables.commits.commitDue,
    hasFailed: tables.commits.hasFailed,
    /**
     * Throws while the drive has no room for a step of the ledger. A successful small write is no proof: the next tap may
     * not fit.
     */
    proveRoom: (): void => {
      if (!db.memory) probeDisk(dirname(db.name), ROOM_BYTES)
      tables.commits.confirmRoom()
    },
    onLost: tables.commits.onLost,
    close: (): void => {
      try {
        tables.commits.commit()
        files.restoreLast()
      } finally {
        db.close()
      }
    },
  }
  const retain = ledgerRetention(tables, () => ledger.facts.settings.get().doneLaneMinutes * MINUTE_MS)
  return {
    ledger,
    /** Removes expired data, from the write-ahead log too. */
    purge: (now: number): LedgerPurge => {
      const purged = retain(now)
      // The log cannot be cut under an open transaction.
      tables.commits.commit()
      eraseLog(db)
      return purged
    },
    restoreFiles: files.restore,
    /** Whether a step has found that the file is damaged, or it can no longer be read. */
    hasFoundDamage: (): boolean => tables.commits.hasFoundDamage() || isUnreadable(),
  }
}
