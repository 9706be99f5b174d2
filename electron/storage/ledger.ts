import { dirname } from 'node:path'
import type { Database } from 'better-sqlite3'
import type { AgainReason } from '../../shared/ticket/again-reasons.ts'
import type { QuietWay } from '../../shared/ticket/alarm.ts'
import {
  againDetail,
  bagDetail,
  type KitchenMarks,
  MARK_ENTRIES,
  marksAfter,
} from '../../shared/ticket/kitchen-marks.ts'
import type { Commits } from './commits.ts'
import { probeDisk } from './disk-probe.ts'
import { type Facts, factsOf } from './facts.ts'
import { type Inbox, inbox } from './inbox.ts'
import { keepFiles } from './kept-files.ts'
import { type LedgerDatabase, ledgerDatabase } from './ledger-database.ts'
import type { OrderRecord } from './ledger-tables.ts'
import { eraseLog } from './open-database.ts'
import { type OrderEvents, orderEvents } from './order-events.ts'
import {
  type OrderRepository,
  orderRepository,
  type TimelineRepository,
  timelineRepository,
} from './order-repository.ts'
import { type Outbox, outbox } from './outbox.ts'
import { type OrderReads, orderReads, orderTimes, type ReadMarks, readMarks } from './read-marks.ts'
import { ledgerRetention, type Purge } from './retention.ts'
import type { OnDamage } from './sealed-table.ts'
import { type ShiftSums, shiftSums } from './shift-sums.ts'
import { replaceLedger } from './storage-layout.ts'
import { storageTroubleOf } from './trouble.ts'
import { verifyLedger } from './verify.ts'

/** Most recalled tickets at once; then the oldest is dropped. */
const MAX_RECALLED = 50

/** Orders of a span of time, and the finished ones that staff put back on the board. */
interface HistoryRepository {
  /** Orders first seen from `from` until before `until`, the newest first. */
  ordersSeen(from: number, until: number): readonly OrderRecord[]
  /** Puts a finished order back on the board (fact `recalled`), or removes it again. */
  recallOrder(orderId: string, isRecalled: boolean, at: number): void
}

function historyRepository(
  ledger: LedgerDatabase,
  facts: Pick<Facts, 'recalled'>,
  timeline: TimelineRepository,
): HistoryRepository {
  // Open orders are a small index. A finished order that was seen in the span ended after the span began.
  const seen = ledger.orders.select<[number, number, number, number, number]>(`WHERE rowid IN (
    SELECT rowid FROM orders INDEXED BY orders_open
      WHERE ended_at IS NULL AND first_seen_at >= ? AND first_seen_at < ?
    UNION SELECT rowid FROM orders INDEXED BY orders_ended
      WHERE ended_at >= ? AND first_seen_at >= ? AND first_seen_at < ?
  ) ORDER BY first_seen_at DESC, order_id`)
  return {
    ordersSeen: (from, until) => seen.all(from, until, from, from, until),
    recallOrder: (orderId, isRecalled, at) =>
      ledger.atomically(() => {
        const others = facts.recalled.get().filter((id) => id !== orderId)
        facts.recalled.set(isRecalled ? [...others, orderId].slice(-MAX_RECALLED) : others)
        timeline.addTimeline({ orderId, at, kind: isRecalled ? 'recalled' : 'put-away' })
      }),
  }
}

const KIND_OF: Readonly<Record<QuietWay, string>> = { opened: 'alarm-opened', silenced: 'alarm-silenced' }

/** How staff ended the alarm. The timeline is the record: its entry is never removed. */
interface AlarmMarks {
  /** Staff silenced an order's alarm without a step of the order. */
  quietAlarm(orderId: string, how: QuietWay, at: number): void
  alarmQuietedAt(orderId: string): number | undefined
  /** When staff could first know of the order: a screen showed it, it rang, was touched, or came on paper. */
  firstShownAt(orderId: string): number | undefined
  /** The status of the first read of an order. */
  firstStatus(orderId: string): string | undefined
  /** When a read first showed this status. */
  firstReadAt(orderId: string, status: string): number | undefined
  /** The details of all entries of one kind in an order's timeline. */
  recordedDetails(orderId: string, kind: string): ReadonlySet<string>
  /** Entries of one kind in an order's timeline. `since`: only of this time or later. */
  countOf(orderId: string, kind: string, since?: number): number
}

function alarmMarks(ledger: LedgerDatabase, timeline: TimelineRepository): AlarmMarks {
  const lastQuiet = ledger.timeline.select<[string]>(
    "WHERE order_id = ? AND kind IN ('alarm-opened', 'alarm-silenced') ORDER BY seq DESC LIMIT 1",
  )
  const firstRead = ledger.timeline.select<[string]>("WHERE order_id = ? AND kind = 'read' ORDER BY seq LIMIT 1")
  const firstReadOf = ledger.timeline.select<[string, string]>(
    "WHERE order_id = ? AND kind = 'read' AND detail = ? ORDER BY at LIMIT 1",
  )
  const firstShown = ledger.timeline.select<[string]>(
    "WHERE order_id = ? AND kind IN ('shown', 'rang', 'printed', 'alarm-opened', 'alarm-silenced') ORDER BY at LIMIT 1",
  )
  const ofKind = ledger.timeline.select<[string, string]>('WHERE order_id = ? AND kind = ?')
  return {
    quietAlarm: (orderId, how, at) => timeline.addTimeline({ orderId, at, kind: KIND_OF[how] }),
    alarmQuietedAt: (orderId) => lastQuiet.first(orderId.toWellFormed())?.at,
    firstShownAt: (orderId) => firstShown.first(orderId.toWellFormed())?.at,
    firstStatus: (orderId) => firstRead.first(orderId.toWellFormed())?.detail,
    firstReadAt: (orderId, status) => firstReadOf.first(orderId.toWellFormed(), status)?.at,
    recordedDetails: (orderId, kind) =>
      new Set(ofKind.all(orderId.toWellFormed(), kind).flatMap(({ detail }) => detail ?? [])),
    countOf: (orderId, kind, since = Number.NEGATIVE_INFINITY) =>
      ofKind.all(orderId.toWellFormed(), kind).filter(({ at }) => at >= since).length,
  }
}

/** When a mark was made, platform ms, and on which screen. */
type MarkOrigin = { readonly at: number; readonly by?: string | undefined }

/** Marks that staff make on a ticket. Only this machine has them. For an unknown order they do nothing. */
interface KitchenMarksRepository {
  strikeLine(orderId: string, lineId: string, struck: boolean, at: number): void
  /** What staff decided about the order's turn. */
  kitchenMarks(orderId: string): KitchenMarks
  /** Moves the order to the front, or back to its turn. */
  moveFirst(orderId: string, isFirst: boolean, at: number): void
  /** Holds the order back until a time; `undefined` ends the hold. */
  holdOrder(orderId: string, until: number | undefined, at: number): void
  /** A dish of the line is made again. */
  makeAgain(orderId: string, lineId: string, reason: AgainReason, at: number): void
  /** Rows of a bag are ticked, or their ticks are taken back. Only what changes is an entry. */
  tickBag(orderId: string, rows: readonly string[], isTicked: boolean, origin: MarkOrigin): void
  countBags(orderId: string, bags: number, origin: MarkOrigin): void
  struckLines(orderId: string): ReadonlySet<string>
  /**
   * Another reading of the order has other lines or notes. `marks`: those of struck lines that stay. Without `detail` only
   * the marks change.
   */
  recordChange(change: {
    readonly orderId: string
    readonly marks: ReadonlySet<string>
    readonly detail?: string
    readonly at: number
  }): void
  acknowledgeCancellation(orderId: string, at: number): void
  startByHand(orderId: string, at: number): void
}

function kitchenMarks(
  ledger: LedgerDatabase,
  orders: OrderRepository,
  timeline: TimelineRepository,
): KitchenMarksRepository {
  const { struckLines } = ledger
  const ofOrder = struckLines.select<[string]>('WHERE order_id = ?')
  const ofLine = struckLines.select<[string, string]>('WHERE order_id = ? AND line_id = ?')
  const kinds = Object.values(MARK_ENTRIES)
  const entries = ledger.timeline.select<string[]>(
    `WHERE order_id = ? AND kind IN (${kinds.map(() => '?').join(', ')}) ORDER BY seq`,
  )
  const kitchenMarksOf = (orderId: string): KitchenMarks => marksAfter(entries.all(orderId.toWellFormed(), ...kinds))
  const restore = struckLines.remove<[string, string]>('order_id = ? AND line_id = ?')

  /** Sets the time once, with an entry in the timeline. */
  const setOnce = (
    orderId: string,
    name: 'cancellationAcknowledgedAt' | 'startedByHandAt',
    at: number,
    kind: string,
  ): void =>
    ledger.atomically(() => {
      const order = orders.row(orderId)
      if (!order || order[name] !== undefined) return
      orders.put({ ...order, [name]: at })
      timeline.addTimeline({ orderId, at, kind })
    })

  return {
    strikeLine: (orderId, lineId, struck, at) =>
      ledger.atomically(() => {
        const order = orders.row(orderId)
        const line = lineId.toWellFormed()
        if (!order || (ofLine.first(order.orderId, line) !== undefined) === struck) return
        if (struck) struckLines.put({ orderId: order.orderId, lineId: line, struckAt: at })
        else restore(order.orderId, line)
        timeline.addTimeline({ orderId, at, kind: struck ? 'line-struck' : 'line-restored', detail: lineId })
      }),
    kitchenMarks: kitchenMarksOf,
    moveFirst: (orderId, isFirst, at) =>
      ledger.atomically(() => {
        if (kitchenMarksOf(orderId).isFirst === isFirst) return
        timeline.addTimeline({ orderId, at, kind: isFirst ? MARK_ENTRIES.first : MARK_ENTRIES.back })
      }),
    holdOrder: (orderId, until, at) =>
      ledger.atomically(() => {
        const { heldUntil } = kitchenMarksOf(orderId)
        if (heldUntil === until) return
        if (until === undefined) timeline.addTimeline({ orderId, at, kind: MARK_ENTRIES.holdEnded })
        else timeline.addTimeline({ orderId, at, kind: MARK_ENTRIES.held, detail: String(until - at) })
      }),
    makeAgain: (orderId, lineId, reason, at) =>
      ledger.atomically(() =>
        timeline.addTimeline({ orderId, at, kind: MARK_ENTRIES.again, detail: againDetail(lineId, reason) }),
      ),
    tickBag: (orderId, rows, isTicked, { by, at }) =>
      ledger.atomically(() => {
        const { ticked } = kitchenMarksOf(orderId).bag
        const changed = rows.filter((row) => ticked.includes(row) !== isTicked)
        if (changed.length === 0) return
        const kind = isTicked ? MARK_ENTRIES.bagTicked : MARK_ENTRIES.bagUnticked
        timeline.addTimeline({ orderId, at, kind, detail: bagDetail({ rows: changed, by }) })
      }),
    countBags: (orderId, bags, { by, at }) =>
      ledger.atomically(() => {
        if (kitchenMarksOf(orderId).bag.bags === bags) return
        timeline.addTimeline({ orderId, at, kind: MARK_ENTRIES.bagsCounted, detail: bagDetail({ rows: [], bags, by }) })
      }),
    struckLines: (orderId) => new Set(ofOrder.all(orderId.toWellFormed()).map((row) => row.lineId)),
    recordChange: (change) =>
      ledger.atomically(() => {
        const { orderId, marks, detail, at } = change
        const order = orders.row(orderId)
        if (!order) return
        const known = new Set(ofOrder.all(order.orderId).map((row) => row.lineId))
        for (const line of known) if (!marks.has(line)) restore(order.orderId, line)
        for (const mark of marks) {
          if (!known.has(mark)) struckLines.put({ orderId: order.orderId, lineId: mark, struckAt: at })
        }
        if (detail !== undefined) timeline.addTimeline({ orderId, at, kind: 'changed', detail })
      }),
    acknowledgeCancellation: (orderId, at) => setOnce(orderId, 'cancellationAcknowledgedAt', at, 'cancellation-seen'),
    startByHand: (orderId, at) => setOnce(orderId, 'startedByHandAt', at, 'started-by-hand'),
  }
}

const MINUTE_MS = 60_000
/** More than any one step of the ledger writes. */
const ROOM_BYTES = 262_144

type Composed = TimelineRepository &
  Inbox &
  OrderEvents &
  OrderReads &
  KitchenMarksRepository &
  AlarmMarks &
  HistoryRepository &
  Omit<ReadMarks, 'shiftReads'> &
  Omit<Outbox, 'releaseTaps' | 'shiftTaps' | 'onTap'> &
  Pick<OrderRepository, 'boardOrders'> &
  Pick<Commits, 'inOneCommit' | 'deferred' | 'commitDue' | 'failure' | 'onLost'> &
  Pick<ShiftSums, 'sumsOfDay'>

/**
 * What only this machine knows. Every method is one transaction, synchronous, and durable when it returns, unless it is
 * called inside `deferred`. All times are epoch milliseconds of the platform's clock; the fact `clockLog` records how that
 * time was known.
 */
export interface Ledger extends Composed {
  readonly facts: Facts
  order(orderId: string): OrderRecord | undefined
  /**
   * Call after a start. Taps that were `held`, `queued` or `sending` may have been sent: they count as attempted and become
   * `queued`. Waiting times of the previous run end. Unreadable orders are read again.
   */
  resetAfterStart(at: number): void
  /**
   * Call after the platform's time stepped by `byMs` to `at`: waiting times and the ages of open taps stay the same, and
   * nothing of an open order lies in the future.
   */
  correctTimes(byMs: number, at: number): void
  inTransaction: Commits['durably']
  /**
   * Throws while the drive has no room for a step of the ledger. A successful small write is no proof: the next tap may
   * not fit.
   */
  proveRoom(): void
  close(): void
}

/** The ledger with its maintenance. */
export interface LedgerStore extends Pick<Outbox, 'onTap'> {
  readonly ledger: Ledger
  /** Removes expired data in parts, from the write-ahead log too. */
  readonly purge: Purge
  /** Call every few seconds: see `keepFiles`. True: files of the ledger were written again. */
  restoreFiles(now: number): boolean
  /** Whether a step has found that the file is damaged, or it can no longer be read. */
  hasFoundDamage(): boolean
}

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
export function ledgerStoreOn(db: Database, onDamage?: OnDamage): LedgerStore {
  const tables = ledgerDatabase(db, onDamage)
  const isUnreadable = unreadableCheck(db)
  const facts = factsOf(tables)
  const timeline = timelineRepository(tables)
  const orders = orderRepository(tables)
  const { shiftReads, ...marks } = readMarks(tables, orders)
  const correctOrders = orderTimes(tables)
  const { releaseTaps, shiftTaps, onTap, ...taps } = outbox(tables, orders, timeline)
  const ofOrder = orderEvents(tables)
  const sums = shiftSums(tables, facts, timeline)
  const events = inbox(tables, orders, timeline, ofOrder.add, facts)
  const files = keepFiles(db, {
    commit: tables.commits.commit,
    isSound: (copy) => verifyLedger(copy, 'all').length === 0,
    replace: replaceLedger,
  })
  const ledger: Ledger = {
    ...timeline,
    order: (orderId) => orders.row(orderId),
    boardOrders: orders.boardOrders,
    ...events,
    ...ofOrder.read,
    ...marks,
    ...taps,
    resetAfterStart: (at) =>
      tables.atomically(() => {
        releaseTaps(at)
        marks.makeReadsDue(at, 'all')
      }),
    correctTimes: (byMs, at) =>
      tables.atomically(() => {
        shiftTaps(byMs)
        shiftReads(byMs)
        correctOrders(byMs, at)
      }),
    ...orderReads(tables, orders, taps, timeline, ofOrder.read.decidingEvents),
    ...kitchenMarks(tables, orders, timeline),
    ...alarmMarks(tables, timeline),
    ...historyRepository(tables, facts, timeline),
    sumsOfDay: sums.sumsOfDay,
    facts,
    inTransaction: tables.atomically,
    inOneCommit: tables.commits.inOneCommit,
    deferred: tables.commits.deferred,
    commitDue: tables.commits.commitDue,
    failure: tables.commits.failure,
    proveRoom: () => {
      try {
        if (!db.memory) probeDisk(dirname(db.name), ROOM_BYTES)
      } catch (error) {
        tables.commits.recordRefusal(error)
        throw error
      }
      tables.commits.confirmRoom()
    },
    onLost: tables.commits.onLost,
    close: () => {
      try {
        tables.commits.commit()
        files.restoreLast()
      } finally {
        db.close()
      }
    },
  }
  const retain = ledgerRetention(tables, () => facts.settings.get().doneLaneMinutes * MINUTE_MS, sums.count)
  const purge: Purge = function* (now, bodyOf) {
    const purged = yield* retain(now, bodyOf)
    yield
    // The log cannot be cut under an open transaction.
    tables.commits.commit()
    eraseLog(db)
    return purged
  }
  return {
    ledger,
    purge,
    onTap,
    restoreFiles: files.restore,
    hasFoundDamage: () => tables.commits.hasFoundDamage() || isUnreadable(),
  }
}
