import type { QuietWay } from '../../shared/ticket/alarm.ts'
import type { Facts } from './facts.ts'
import type {
  Deferral,
  EventSource,
  NewTap,
  OrderRecord,
  OrderToRead,
  ReceivedEvent,
  ReceivedPage,
  StoredEvent,
  Tap,
  TapChange,
  TimelineRecord,
  UnreadableEvent,
} from './records.ts'

export type { Facts } from './facts.ts'
export * from './records.ts'

/**
 * Interface of the two databases for the rest of the program. Every method is one transaction, synchronous, and durable
 * when it returns, unless it is called inside `deferred`. All times are epoch milliseconds of the platform's clock;
 * `clockLog` records how that time was known.
 */

export type Ledger = {
  /** One transaction for all that `work` writes, durable when it returns. */
  inTransaction<T>(work: () => T): T
  /**
   * Runs the work in one transaction with one commit for its steps: durable when this returns if one of them has to be,
   * otherwise deferred as the most urgent of them. Throws what the storage throws; then none of the steps has happened.
   */
  inOneCommit<T>(work: () => T): T
  /**
   * One transaction that is visible at once and becomes durable with the next durable one: for data that the program
   * can restore after a crash. Writes become durable in their order.
   */
  deferred<T>(work: () => T, deferral: Deferral): T
  /** Call every second: commits what has been deferred for long enough. `now` in monotonic ms. */
  commitDue(now: number): void
  /** Whether a write was refused. Ends with the first write that succeeds after `proveRoom`. */
  hasFailed(): boolean
  /**
   * Throws while the drive has no room for a step of the ledger. A successful small write is no proof: the next tap may
   * not fit.
   */
  proveRoom(): void
  /** Calls the listener when a refused commit has dropped deferred writes. */
  onLost(listener: () => void): void

  /**
   * Stores a page in one transaction: inserts event ids (duplicates do nothing), stores the order ids, queues a read of
   * the orders with new events, writes the timeline. An unreadable element has the same effect on the order that it names. An event id that comes again with another order or type is stored
   * beside the first, and its order is queued as well. Returns the orders with new events, and the orders that were
   * removed to make room: the oldest unread ones. Duplicates of acknowledged events are acknowledged again: the
   * platform sent them again, so it has not received our acknowledgment.
   */
  receiveEvents(
    events: readonly ReceivedEvent[],
    unreadable: readonly UnreadableEvent[],
    source: EventSource,
    at: number,
  ): ReceivedPage
  /** Events received by polling that still have to be acknowledged, oldest first. */
  unacknowledgedEvents(limit: number): readonly { eventId: string; orderId: string; eventType: string }[]
  markAcknowledged(eventIds: readonly string[], at: number): void
  /** The platform refuses the acknowledgment of this id. It is not tried again until the event is delivered again. */
  markUnacknowledgeable(eventId: string, problem: string, at: number): void
  /** All events of the order, which may be very many. */
  eventsOf(orderId: string): readonly StoredEvent[]
  /** Of each type that can change a decision at least the first and the latest event, in the order of their arrival. */
  decidingEvents(orderId: string): readonly StoredEvent[]
  /** True when so many orders wait for their first read that the next page of a backlog should wait. */
  hasTooManyUnread(): boolean

  order(orderId: string): OrderRecord | undefined
  /** Orders of the board: open, or ended at `endedSince` or later, or cancelled and not acknowledged. */
  boardOrders(endedSince: number): readonly OrderRecord[]
  /** Queued orders that are due at `now` and whose first read was not tried, longest due first or latest first. */
  firstReads(now: number, limit: number, from: 'longest' | 'latest'): readonly OrderToRead[]
  /** Queued orders whose read failed and is due again at `now`, longest due first. */
  repeatedReads(now: number, limit: number): readonly OrderToRead[]
  /** Whether a read of the order is queued. */
  isReadPending(orderId: string): boolean
  /** The earliest `nextReadAt` of all queued orders. */
  nextReadAt(): number | undefined
  markToRead(orderIds: readonly string[], at: number): void
  /**
   * Makes queued reads due at once (`nextReadAt` at most `at`). Generations and attempts do not change.
   * `but-unreadable`: except unreadable orders, which keep their pause.
   */
  makeReadsDue(at: number, which: 'all' | 'but-unreadable'): void
  /** After a long absence: queues a read of every open order. */
  markOpenOrdersToRead(at: number): void
  /**
   * One transaction: the order's status as read, the end of the queued read (unless `generation` grew), settled taps,
   * timeline. A read without news is deferred.
   */
  recordRead(read: {
    readonly orderId: string
    readonly generation: number | undefined
    readonly status: string
    readonly at: number
    readonly settlements: readonly TapChange[]
  }): void
  /** The order stays queued, to be read at `nextReadAt` or later. Deferred, unless its `problem` is new. */
  recordReadFailure(failure: {
    readonly orderId: string
    readonly at: number
    readonly nextReadAt: number
    /** From now on the order counts as unreadable, for this reason. A finished order is then not read again. */
    readonly problem?: string | undefined
    /**
     * Generation of the queued read that failed. If it has grown meanwhile, the newer reason to read stays unchanged.
     */
    readonly generation?: number | undefined
  }): void

  /** One transaction: outbox row (held when `holdUntil` is in the future, else queued) and timeline. */
  addTap(tap: NewTap): Tap
  /** The taps of one touch, one transaction: all of them or none. */
  addTaps(taps: readonly NewTap[]): readonly Tap[]
  /**
   * Deletes nothing: a held tap becomes `undone`, together with the held taps of the same touch. False, without a
   * change, when it was no longer held.
   */
  undoTap(tapId: string, at: number): boolean
  /** Like `undoTap`, but the taps are sent now. */
  releaseTap(tapId: string, at: number): boolean
  /**
   * Applies the changes in one transaction, with timeline entries; a change whose `onlyFrom` does not match is left
   * out. When a tap becomes `conflict`, its unsent followers become `conflict` with the same reason.
   */
  changeTaps(changes: readonly TapChange[], at: number): void
  tap(tapId: string): Tap | undefined
  /** All taps of an order that are not undone, oldest first. */
  tapsOf(orderId: string): readonly Tap[]
  /** Taps in `held`, `queued`, `sending`, `sent` or `disputed`, oldest first. */
  openTaps(): readonly Tap[]
  /** Their number, without reading the rows. */
  openTapCount(): number
  /**
   * Call after a start; one transaction. Taps that were `held`, `queued` or `sending` may have been sent: they count as
   * attempted and become `queued`. Waiting times of the previous run end (`nextAttemptAt`, `nextReadAt`, `holdUntil`
   * are at most `at`), since the wall clock may have been set back. Unreadable orders are read again.
   */
  resetAfterStart(at: number): void

  strikeLine(orderId: string, lineId: string, struck: boolean, at: number): void
  struckLines(orderId: string): ReadonlySet<string>
  /**
   * Another reading of the order has other lines or notes. `marks`: those of struck lines that stay. Without `detail` only the
   * marks change.
   */
  recordChange(change: {
    readonly orderId: string
    readonly marks: ReadonlySet<string>
    readonly detail?: string
    readonly at: number
  }): void
  acknowledgeCancellation(orderId: string, at: number): void
  startByHand(orderId: string, at: number): void

  /** Staff silenced an order's alarm without a step of the order. */
  quietAlarm(orderId: string, how: QuietWay, at: number): void
  alarmQuietedAt(orderId: string): number | undefined
  /** The status of the first read of an order. */
  firstStatus(orderId: string): string | undefined
  /** Entries of one kind in an order's timeline. `since`: only of this time or later. */
  countOf(orderId: string, kind: string, since?: number): number

  /** Orders first seen from `from` until before `until`, the newest first. */
  ordersSeen(from: number, until: number): readonly OrderRecord[]
  /** Puts a finished order back on the board (fact `recalled`), or removes it again. */
  recallOrder(orderId: string, recalled: boolean, at: number): void

  addTimeline(entry: TimelineRecord): void
  /** By `at`; entries of one instant in the order in which they were added. */
  timeline(orderId: string): readonly TimelineRecord[]

  readonly facts: Facts
  /**
   * Call after the platform's time stepped by `byMs` to `at`: waiting times and the ages of open taps stay the same, and
   * nothing of an open order lies in the future.
   */
  correctTimes(byMs: number, at: number): void
  close(): void
}

/** `changedAt`: the time of the last change, platform ms. */
export type EarlierOrder = { readonly text: string; readonly changedAt: number }

/** Orders as last read. A lost cache is refilled from the platform. */
export type OrderCache = {
  /** The stored body (without what a kitchen does not need) as parsed JSON. */
  body(orderId: string): unknown
  /** The same as it is stored: JSON. */
  text(orderId: string): string | undefined
  /**
   * Returns the text as stored. `whole`: the text of an order that is larger than a ticket; a few million characters of
   * such texts are kept.
   */
  save(orderId: string, body: unknown, readAt: number, whole?: string): string
  whole(orderId: string): string | undefined
  /** The order as staff saw it last, as JSON, when it changed since. */
  earlier(orderId: string): EarlierOrder | undefined
  /** `undefined`: staff have seen the order as it is. */
  saveEarlier(orderId: string, order: EarlierOrder | undefined): void
  /** Runs the work in one transaction: what it saves is there as a whole or not at all. */
  inTransaction<T>(work: () => T): T
  /** When each body was read, without a check of its checksum. */
  readTimes(): ReadonlyMap<string, number>
  close(): void
}
