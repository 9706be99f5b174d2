import type { QuietWay } from '../../shared/alarm.ts'
import type { QueuedAction } from '../../shared/lifecycle.ts'
import type { Settings } from '../../shared/settings.ts'
import type { ConflictReason } from '../../shared/ticket.ts'
import type { PlatformMs, TimeSource } from '../../shared/time.ts'

/**
 * What the rest of the program asks of the two databases. Every method is one transaction, synchronous, and durable when it
 * returns, unless it is called inside `deferred`. All times are epoch milliseconds of the platform's clock; `clockLog` says
 * how it was known.
 */

export type ReceivedEvent = {
  readonly eventId: string
  /** Absent on an event that could not be read; such an event is stored with its `problem`. */
  readonly orderId: string | undefined
  readonly eventType: string
  readonly createdAt: string | undefined
  /** `code` and `reason` of a cancellation. */
  readonly metadata: { readonly code?: string | undefined; readonly reason?: string | undefined } | undefined
  readonly problem: string | undefined
}

/** An element of a page which has not even an id: kept raw for the engineer, it can be neither acknowledged nor matched. */
export type UnreadableEvent = { readonly raw: string; readonly problem: string }

export type EventSource = 'poll' | 'webhook'

export type ReceivedPage = {
  readonly freshOrderIds: readonly string[]
  readonly freshEvents: number
  readonly droppedOrderIds: readonly string[]
}

export type StoredEvent = {
  readonly eventId: string
  readonly orderId: string
  readonly eventType: string
  readonly receivedAt: number
  readonly metadata: { readonly code?: string | undefined; readonly reason?: string | undefined } | undefined
}

/** Life of a tap in the outbox. `sending` and `disputed` are shown as `queued` and `sent`. */
export type TapState = 'held' | 'queued' | 'sending' | 'sent' | 'disputed' | 'confirmed' | 'conflict' | 'undone'

export type TapArguments = {
  readonly preparationMinutes?: number | undefined
  readonly cancellation?: { readonly code: string; readonly reason: string } | undefined
  /** The tap that the same touch made before this one: sent first, taken back together, and refused with it. */
  readonly follows?: string | undefined
  /** Made by the shop's rules, not by a hand. Unless it was sent before `notAfter`, it is dropped. */
  readonly automatic?: { readonly notAfter: number } | undefined
  /** Name of the screen on which it was made; absent: the station's own. */
  readonly by?: string | undefined
}

export type Tap = {
  readonly tapId: string
  /** Order of the taps on this machine; strictly increasing. */
  readonly seq: number
  readonly orderId: string
  readonly action: QueuedAction
  readonly args: TapArguments
  readonly state: TapState
  readonly tappedAt: number
  readonly holdUntil: number
  /** Number of POSTs begun. */
  readonly attempts: number
  readonly firstAttemptAt: number | undefined
  readonly lastAttemptAt: number | undefined
  /** When the platform last answered. */
  readonly answeredAt: number | undefined
  /** Not to be sent before. */
  readonly nextAttemptAt: number
  readonly reason: ConflictReason | undefined
  readonly detail: string | undefined
  readonly settledAt: number | undefined
}

export type NewTap = Pick<Tap, 'tapId' | 'orderId' | 'action' | 'args' | 'tappedAt' | 'holdUntil'>

/** A change of a tap's row; what is not named stays as it is. */
export type TapChange = {
  readonly tapId: string
  readonly state?: TapState
  readonly attempts?: number
  readonly firstAttemptAt?: number
  readonly lastAttemptAt?: number
  readonly answeredAt?: number
  readonly nextAttemptAt?: number
  readonly reason?: ConflictReason
  readonly detail?: string | undefined
  readonly settledAt?: number
  /** The change is made only if the tap is still in one of these states. */
  readonly onlyFrom: readonly TapState[]
}

export type OrderRecord = {
  readonly orderId: string
  readonly firstSeenAt: number
  /** As last read; `undefined` before the first read. */
  readonly status: string | undefined
  /** The last status read before `CANCELLED`. */
  readonly statusBeforeCancellation: string | undefined
  readonly lastReadAt: number | undefined
  /** Why the order cannot be read; `undefined` again after the next read that makes a ticket. */
  readonly problem: string | undefined
  readonly cancellationAcknowledgedAt: number | undefined
  readonly startedByHandAt: number | undefined
  /** When a terminal status was first read. */
  readonly endedAt: number | undefined
}

export type OrderToRead = {
  readonly orderId: string
  /** Grows with every new reason to read; a finished read clears the mark only if it has not grown meanwhile. */
  readonly generation: number
  readonly wantedSince: number
  readonly attempts: number
  readonly nextReadAt: number
}

export type TimelineRecord = {
  readonly orderId: string
  readonly at: number
  readonly kind: string
  readonly detail?: string | undefined
}

/** `soon`: within two seconds. `later`: with the next step that has to be durable, within minutes at the latest. */
export type Deferral = 'soon' | 'later'

/** What is done once in a business day, while the kitchen is quiet. */
export const NIGHT_TASKS = ['purge', 'copy', 'optimize', 'logs'] as const
export type NightTaskName = (typeof NIGHT_TASKS)[number]
export type NightResult = {
  readonly task: NightTaskName
  /** Platform time, epoch ms. */
  readonly at: number
  readonly durationMs: number
  readonly outcome: 'done' | 'failed'
  /** Why it failed. */
  readonly reason?: string | undefined
}
/** `date`: that of the business day, as "2026-11-21". */
export type NightReport = { readonly date: string; readonly results: readonly NightResult[] }

export type ClockEntry = {
  readonly at: PlatformMs
  readonly source: TimeSource
  /** What was to be added to the wall clock. */
  readonly offsetMs: number
}

export type Ledger = {
  /** One transaction for all that `work` writes, durable when it returns. */
  together<T>(work: () => T): T
  /**
   * One transaction that is seen at once and becomes durable with the next one that has to: for what the program finds out
   * again by itself after a crash. Writes become durable in their order.
   */
  deferred<T>(work: () => T, deferral: Deferral): T
  /** To be called every second: commits what has been deferred for long enough. `now` in monotonic ms. */
  commitDue(now: number): void
  /** Whether a write was refused. Ends with the first write that succeeds after `proveRoom`. */
  hasFailed(): boolean
  /**
   * Throws while the drive has no room for a step of the ledger. A small write may fit into the log where the next tap does
   * not: it proves nothing by itself.
   */
  proveRoom(): void
  /** Calls back at once when a refused commit has taken deferred writes with it. */
  onLost(listener: () => void): void

  /**
   * The way in, one transaction: inserts event ids (duplicates do nothing), remembers the order ids, marks those orders
   * to be read (only for events that are new), writes the timeline.
   * An event id that comes again with another order or type is kept beside the first, and its order is marked as well.
   * Gives the orders with new events, and those that had to make room: the oldest that no read ever showed. Duplicates of acknowledged events are to be acknowledged again (the platform sent
   * them again, so it has not seen our acknowledgment).
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
  /** The platform refuses the acknowledgment of this very id: recorded, not tried again until it is delivered again. */
  markUnacknowledgeable(eventId: string, problem: string, at: number): void
  eventsOf(orderId: string): readonly StoredEvent[]
  /** The latest `CANCELLED` event of the order, in either spelling. */
  lastCancellation(orderId: string): StoredEvent | undefined
  /** So many orders wait for their first read that the next page of a backlog should wait for it too. */
  hasTooManyUnread(): boolean

  order(orderId: string): OrderRecord | undefined
  /** Orders that the board shows: not over, or over since `endedSince` or later, or cancelled and not acknowledged. */
  boardOrders(endedSince: number): readonly OrderRecord[]
  /** Marked orders that are due at `now` and were not tried since the mark: those due longest first, or the latest first. */
  firstReads(now: number, limit: number, from: 'longest' | 'latest'): readonly OrderToRead[]
  /** Marked orders whose read failed and is due again at `now`, those due longest first. */
  repeatedReads(now: number, limit: number): readonly OrderToRead[]
  /** Whether the order is marked to be read. */
  isReadPending(orderId: string): boolean
  /** The earliest `nextReadAt` of all marked orders. */
  nextReadAt(): number | undefined
  markToRead(orderIds: readonly string[], at: number): void
  /**
   * What waits to be read again is due at once (`nextReadAt` at most `at`); generations and attempts stay. `but-unreadable`:
   * except what could not be read, which keeps its distance.
   */
  makeReadsDue(at: number, which: 'all' | 'but-unreadable'): void
  /** After a long absence: every order that is not over is to be read again. */
  markOpenOrdersToRead(at: number): void
  /**
   * One transaction: the order's status as read, the mark cleared (unless `generation` grew), taps settled, timeline. A read
   * that changes nothing but its mark and its time is deferred.
   */
  recordRead(read: {
    readonly orderId: string
    readonly generation: number | undefined
    readonly status: string
    readonly at: number
    readonly settlements: readonly TapChange[]
  }): void
  /** The order stays to be read, though not before `nextReadAt`. Deferred, unless its `problem` is new. */
  recordReadFailure(failure: {
    readonly orderId: string
    readonly at: number
    readonly nextReadAt: number
    /** From now on it counts as one that cannot be read, for this reason. Then one that is over is not read again. */
    readonly problem?: string | undefined
    /** Of the mark that this read served. If it has grown meanwhile, the newer reason to read stays as it is. */
    readonly generation?: number | undefined
  }): void

  /** One transaction: outbox row (held when `holdUntil` lies ahead, else queued) and timeline. */
  addTap(tap: NewTap): Tap
  /** The taps of one touch, one transaction: all of them or none. */
  addTaps(taps: readonly NewTap[]): readonly Tap[]
  /**
   * Deletes nothing: a held tap becomes `undone`, and with it what the same touch made and is still held. False when it was
   * no longer held; then nothing is changed.
   */
  undoTap(tapId: string, at: number): boolean
  /** As `undoTap`, but to be sent now. */
  releaseTap(tapId: string, at: number): boolean
  /**
   * Applies the changes in one transaction, with timeline entries; a change whose `onlyFrom` does not match is left out.
   * A tap that becomes `conflict` takes those that follow it and were not sent yet along, with its reason.
   */
  changeTaps(changes: readonly TapChange[], at: number): void
  tap(tapId: string): Tap | undefined
  /** All taps of an order that are not undone, oldest first. */
  tapsOf(orderId: string): readonly Tap[]
  /** Taps in `held`, `queued`, `sending`, `sent` or `disputed`, oldest first. */
  openTaps(): readonly Tap[]
  /** How many these are, without looking at any of them. */
  openTapCount(): number
  /**
   * After a start, one transaction: what was `held`, `queued` or `sending` may have been sent, counts as attempted and is
   * `queued`; no waiting time of the run before lies ahead any more (`nextAttemptAt`, `nextReadAt`, `holdUntil` are at most
   * `at`), since the wall clock may have been set back meanwhile. What could not be read is looked at again.
   */
  resetAfterStart(at: number): void

  strikeLine(orderId: string, lineId: string, struck: boolean, at: number): void
  struckLines(orderId: string): ReadonlySet<string>
  acknowledgeCancellation(orderId: string, at: number): void
  startByHand(orderId: string, at: number): void

  /** Staff took note of an order's alarm, without a step of the order. */
  quietAlarm(orderId: string, how: QuietWay, at: number): void
  alarmQuietedAt(orderId: string): number | undefined
  /** Entries of one kind in an order's timeline. */
  countOf(orderId: string, kind: string): number
  /** When staff last heard the sound test. */
  soundTestedAt(): number | undefined
  recordSoundTest(at: number): void

  /** Orders first seen from `from` until before `until`, the newest first. */
  ordersSeen(from: number, until: number): readonly OrderRecord[]
  /** Finished orders that staff put back on the board, the latest last. */
  recalledOrderIds(): readonly string[]
  recallOrder(orderId: string, recalled: boolean, at: number): void

  addTimeline(entry: TimelineRecord): void
  /** By `at`; entries of one instant in the order in which they were added. */
  timeline(orderId: string): readonly TimelineRecord[]

  /** Where a window's tickets stood, in its own words. */
  places(): string | undefined
  savePlaces(places: string): void
  /** Names of sales channels of which an order was seen. */
  channelsSeen(): readonly string[]
  saveChannelsSeen(channels: readonly string[]): void
  settings(): Settings
  saveSettings(settings: Settings): void
  /** When the last poll succeeded, over restarts: decides whether the platform's retention may have passed. */
  lastPollAt(): number | undefined
  recordPoll(at: number): void
  /** How the platform's time was known, the latest last: instants stored after an entry's have its source. */
  clockLog(): readonly ClockEntry[]
  /** What the last night's work came to; absent before the first. */
  nightWork(): NightReport | undefined
  saveNightWork(report: NightReport): void
  recordClock(entry: ClockEntry): void
  /** The platform's time stepped: what waits keeps its waiting time, and open taps their age. */
  moveWaits(byMs: number): void
  /** What the PIN is checked against, and the count of wrong ones; `undefined`: no PIN is set. */
  lockRecord(): string | undefined
  saveLockRecord(record: string | undefined): void
  /** The screens that may connect, in words of `pairing/`. */
  devices(): string | undefined
  saveDevices(text: string): void
  close(): void
}

/** Orders as last read; rebuilt from the platform whenever it is lost. */
export type OrderCache = {
  /** The stored body (without what a kitchen does not need) as parsed JSON. */
  body(orderId: string): unknown
  /** The same as it is stored: JSON. */
  text(orderId: string): string | undefined
  /**
   * Gives the text as it is stored. `whole`: the text of an order that is larger than a ticket; a few million characters of
   * those are kept.
   */
  save(orderId: string, body: unknown, readAt: number, whole?: string): string
  whole(orderId: string): string | undefined
  /** When each body was read, without looking at its checksum. */
  readTimes(): ReadonlyMap<string, number>
  close(): void
}
