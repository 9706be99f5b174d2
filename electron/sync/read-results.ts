import {
  isImpossible,
  isOver,
  isReached,
  type KnownStatus,
  meaningOf,
  progressOf,
  type QueuedAction,
  STATUS_AT_EVENT,
} from '../../shared/order/lifecycle.ts'
import { type Order, parseOrder } from '../../shared/order/order.ts'
import { carriedMarks, changeWords, isSameOrder } from '../../shared/order/order-changes.ts'
import { assertNever } from '../../shared/result.ts'
import type { ConflictReason } from '../../shared/ticket/ticket.ts'
import type { MonotonicMs, PlatformMs } from '../../shared/time/time.ts'
import type { DuringOrder } from '../liveness/work-mark.ts'
import type { Log } from '../logging/log-port.ts'
import type { Ledger, OrderCache, OrderToRead, StoredEvent, Tap, TapChange } from '../storage/ports.ts'
import { type Backoff, backoffMs } from './backoff.ts'
import type { Clock } from './clock.ts'
import type { ReadVerdict } from './read-verdict.ts'
import { type Reading, refusedBy } from './reading.ts'
import { isInferredRefusal, settleCancellation } from './settle-cancellation.ts'

const MINUTE_MS = 60_000
/** For how long after an event reads may lag behind it. A missed stop costs the most. */
const PATIENCE_MS = 2 * MINUTE_MS
const STOP_PATIENCE_MS = 10 * MINUTE_MS
const BACKOFF: Backoff = { baseMs: 1_000, capMs: 30_000 }

function isBehind(status: string, reached: KnownStatus): boolean {
  if (reached === 'CANCELLED') return status !== 'CANCELLED' && status !== 'CONCLUDED'
  const [progress, wanted] = [progressOf(status), progressOf(reached)]
  return progress !== undefined && wanted !== undefined && progress < wanted
}

/**
 * The ms after which an order is read again because the read shows a status from before one of its events; `undefined` when
 * the read is up to date, or when the event came too long ago. Some platforms publish an event before a read shows it, and
 * no further event would cause another read.
 */
export function lagWaitMs(
  read: { readonly status: string; readonly at: number; readonly attempts: number },
  events: readonly StoredEvent[],
  random: () => number,
): number | undefined {
  const isLagging = events.some(({ eventType, receivedAt }) => {
    const reached = STATUS_AT_EVENT.get(eventType)
    if (reached === undefined || !isBehind(read.status, reached)) return false
    return Math.abs(read.at - receivedAt) < (reached === 'CANCELLED' ? STOP_PATIENCE_MS : PATIENCE_MS)
  })
  return isLagging ? backoffMs(read.attempts + 1, BACKOFF, random) : undefined
}

/** Whether an event of the last two minutes states that the order has reached the target of this move. */
const isAnnounced = (action: QueuedAction, events: readonly StoredEvent[], at: number): boolean =>
  events.some(({ eventType, receivedAt }) => {
    const reached = STATUS_AT_EVENT.get(eventType)
    return reached !== undefined && isReached(action, reached) && Math.abs(at - receivedAt) < PATIENCE_MS
  })

/** An accepted call is repeated when no read shows its effect after this time. Repeating is safe (202 when applied). */
export const SENT_PATIENCE_MS = 60_000
/** POSTs after which an accepted move without effect is given up and shown. */
const MAX_ATTEMPTS = 4

function settleAnswered(tap: Tap, reading: Reading): TapChange | undefined {
  const answeredAt = tap.answeredAt ?? 0
  if (reading.beganAt < answeredAt + SENT_PATIENCE_MS) return undefined
  if (tap.attempts >= MAX_ATTEMPTS) return refusedBy(reading, tap, 'not-applied')
  return { tapId: tap.tapId, state: 'queued', nextAttemptAt: reading.at, onlyFrom: ['sent'] }
}

/** After a lost answer the call may have been applied, and be refused when it is repeated. Reads may lag behind this. */
const disputePatienceMs = ({ attempts }: Tap): number => (attempts > 1 ? SENT_PATIENCE_MS : 0)

const confirmedBy = ({ at }: Reading, { tapId, state }: Tap): TapChange => ({
  tapId,
  state: 'confirmed',
  settledAt: at,
  onlyFrom: [state],
})

/** Refusals of a move after which the order may still reach its target: the read before lagged, or an earlier POST arrived. */
const REFUTABLE: ReadonlySet<ConflictReason | undefined> = new Set([
  'invalid-transition',
  'not-applied',
  'not-found',
  'rejected',
])

const refutesRefusal = ({ action, reason, attempts }: Tap, { status }: Reading): boolean =>
  REFUTABLE.has(reason) && attempts > 0 && isReached(action, status)

/**
 * What a read of the order means for one tap: proved, refused, to be sent again, or nothing yet (`undefined`).
 * Only a read settles a tap (docs/protocol.md, "Lifecycle": 202 is no proof; 409 with the target reached is a success).
 * A tap whose POST is under way is left to its answer.
 */
export function settleTap(tap: Tap, reading: Reading, events: readonly StoredEvent[]): TapChange | undefined {
  const { state } = tap
  switch (state) {
    case 'sending':
    case 'confirmed':
    case 'undone':
      return undefined
    case 'conflict':
      if (isInferredRefusal(tap)) return settleCancellation(tap, reading, events)
      return refutesRefusal(tap, reading) ? confirmedBy(reading, tap) : undefined
    case 'held':
    case 'queued':
    case 'sent':
    case 'disputed': {
      if (isReached(tap.action, reading.status)) {
        return confirmedBy(reading, tap)
      }
      if (isImpossible(tap.action, reading.status)) {
        const reason = reading.status === 'CANCELLED' ? 'order-cancelled' : 'order-over'
        return refusedBy(reading, tap, reason)
      }
      if (tap.action === 'requestCancellation') {
        return state === 'held' ? undefined : settleCancellation(tap, reading, events)
      }
      // The read lags behind an event that announces the effect. It is repeated.
      if (isAnnounced(tap.action, events, reading.at)) return undefined
      if (state === 'disputed' && reading.beganAt >= (tap.answeredAt ?? 0) + disputePatienceMs(tap)) {
        return refusedBy(reading, tap, 'invalid-transition')
      }
      return state === 'sent' ? settleAnswered(tap, reading) : undefined
    }
    default:
      return assertNever(state)
  }
}

/** What a read of the order means for its taps, oldest first. A refused tap is superseded by a later one. */
export function settleTaps(
  taps: readonly Tap[],
  reading: Reading,
  events: readonly StoredEvent[],
): readonly TapChange[] {
  const request = taps.findLast(({ action }) => action === 'requestCancellation')
  const touch = taps.findLast(({ action, args }) => action !== 'requestCancellation' && args.follows === undefined)
  const isOfTouch = (tap: Tap): boolean => touch !== undefined && (tap.args.follows ?? tap.tapId) === touch.tapId
  const isSuperseded = (tap: Tap): boolean => tap.state === 'conflict' && tap !== request && !isOfTouch(tap)
  return taps.flatMap((tap) => (isSuperseded(tap) ? [] : (settleTap(tap, reading, events) ?? [])))
}

/** A read with its answer, not stored yet. */
export type ReadAttempt = { readonly entry: OrderToRead; readonly verdict: ReadVerdict; readonly beganAt: MonotonicMs }

export type ReadResultParts = {
  readonly ledger: Pick<
    Ledger,
    | 'order'
    | 'recordRead'
    | 'recordChange'
    | 'struckLines'
    | 'recordReadFailure'
    | 'tapsOf'
    | 'changeTaps'
    | 'eventsOf'
    | 'decidingEvents'
    | 'inOneCommit'
  >
  readonly cache: Pick<OrderCache, 'inTransaction' | 'text' | 'earlier' | 'saveEarlier'> & {
    /** Receives a body together with the order that was parsed from it. */
    save(orderId: string, body: unknown, readAt: number, whole: string | undefined, order: Order): void
  }
  readonly clock: Pick<Clock, 'platform' | 'toPlatform'>
  readonly random: () => number
  readonly log: Log
  /** Called when the platform answered a read with `Retry-After`. */
  readonly onRetryAfter: (orderId: string, waitMs: number) => void
  readonly duringOrder: DuringOrder
}

/** A stored order that was still open; an ended one has lost its names and notes. */
function orderIn(text: string | undefined): Order | undefined {
  const parsed = text === undefined ? undefined : parseOrder(JSON.parse(text))
  return parsed?.ok && !isOver(parsed.order.status) ? parsed.order : undefined
}

/** Parts that were sent and cannot be read. */
const unreadPartsOf = ({ comandaUnread = 0, items }: Order): number =>
  items.reduce((sum, item) => sum + (item.comandaUnread ?? 0), comandaUnread)

/** Stores what the reads of orders returned. */
export function createReadResults(parts: ReadResultParts) {
  const { ledger, cache, clock, random, log, onRetryAfter, duringOrder } = parts

  /** Stores the status, and what it means for the taps. @param againMs ms after which the order is read again */
  const recordStatus = (
    entry: OrderToRead,
    statusRead: string,
    againMs: number | undefined,
    beganAt: MonotonicMs,
    at: PlatformMs,
  ): void => {
    const { orderId, generation } = entry
    const taps = ledger.tapsOf(orderId)
    // The events around a request to cancel are counted; otherwise the first and the latest of each type decide.
    const isCancelWanted = taps.some(({ action }) => action === 'requestCancellation')
    const events = isCancelWanted ? ledger.eventsOf(orderId) : ledger.decidingEvents(orderId)
    const isCancelled =
      ledger.order(orderId)?.status === 'CANCELLED' || events.some(({ eventType }) => eventType === 'CANCELLED')
    const status = meaningOf(statusRead, isCancelled)
    const settlements = settleTaps(taps, { status, beganAt: clock.toPlatform(beganAt), at }, events)
    // Durable before the board shows it: a status that the screen has shown must not be older after a crash.
    const waitMs = lagWaitMs({ status, at, attempts: entry.attempts }, events, random) ?? againMs
    ledger.recordRead({ orderId, generation: waitMs === undefined ? generation : undefined, status, at, settlements })
    if (waitMs !== undefined) postpone(entry, waitMs)
  }

  const recordOrder = (
    entry: OrderToRead,
    { order, againMs }: Extract<ReadVerdict, { kind: 'read' }>,
    beganAt: MonotonicMs,
    at: PlatformMs,
  ): void => {
    const { orderId } = entry
    // A read without a readable status changes none.
    const statusRead = order.status === '' ? (ledger.order(orderId)?.status ?? '') : order.status
    recordStatus(entry, statusRead, againMs, beganAt, at)
    const unread = unreadPartsOf(order)
    if (unread > 0) log.warn('order-partly-unreadable', { orderId, parts: unread, items: order.items.length })
  }

  /**
   * The platform no longer has the order. After an event that ended it, it counts as archived. Otherwise no read can prove
   * the taps that were answered, and they are refused.
   */
  const recordGone = (entry: OrderToRead, waitMs: number, beganAt: MonotonicMs, at: PlatformMs): void => {
    const { orderId } = entry
    if (ledger.decidingEvents(orderId).some(({ eventType }) => isOver(eventType))) {
      recordStatus(entry, 'CONCLUDED', undefined, beganAt, at)
      return
    }
    postpone(entry, waitMs, 'not-found')
    const reading = { status: '', beganAt: clock.toPlatform(beganAt), at }
    const answered = ledger.tapsOf(orderId).filter(({ state }) => state === 'sent' || state === 'disputed')
    const refusals = answered.map((tap) => refusedBy(reading, tap, 'not-found'))
    ledger.changeTaps(refusals, at)
  }

  /** A later read without items does not take the known ones away. The ticket says that a part cannot be read. */
  const withKnownItems = (orderId: string, order: Order): Order => {
    if (order.items.length > 0) return order
    const known = orderIn(cache.text(orderId))
    return known !== undefined && known.items.length > 0
      ? { ...order, items: known.items, comandaUnread: (order.comandaUnread ?? 0) + 1 }
      : order
  }

  const postpone = (entry: OrderToRead, waitMs: number, problem?: string): void => {
    const { orderId, generation } = entry
    const at = clock.platform()
    ledger.recordReadFailure({ orderId, at, nextReadAt: at + waitMs, generation, problem })
  }

  const record = ({ entry, verdict, beganAt }: ReadAttempt, at: PlatformMs): void => {
    switch (verdict.kind) {
      case 'read':
        recordOrder(entry, verdict, beganAt, at)
        break
      case 'retry-after':
        onRetryAfter(entry.orderId, verdict.waitMs)
        postpone(entry, verdict.waitMs)
        break
      case 'again':
        postpone(entry, verdict.waitMs)
        break
      case 'unreadable':
        if (ledger.order(entry.orderId)?.problem !== verdict.problem) {
          log.warn('order-unreadable', { orderId: entry.orderId, problem: verdict.problem })
        }
        if (verdict.problem === 'not-found') recordGone(entry, verdict.waitMs, beganAt, at)
        else postpone(entry, verdict.waitMs, verdict.problem)
        break
      default:
        assertNever(verdict)
    }
  }

  /** Saves the order. Returns the one before, when its lines or its notes differ and it was still open. */
  const saveOrder = (orderId: string, order: Order, whole: string | undefined, at: number) => {
    const text = cache.text(orderId)
    const earlier = cache.earlier(orderId)
    cache.save(orderId, order, at, whole, order)
    const before = orderIn(text)
    if (text === undefined || before === undefined || isSameOrder(before, order)) return undefined
    const seen = orderIn(earlier?.text) ?? before
    const isAsSeen = isSameOrder(seen, order)
    cache.saveEarlier(orderId, isAsSeen ? undefined : { text: earlier?.text ?? text, changedAt: at })
    return before
  }

  const recordChange = (orderId: string, before: Order, now: Order, at: PlatformMs): void => {
    const marks = carriedMarks(before.items, now.items, ledger.struckLines(orderId))
    ledger.recordChange({ orderId, marks, detail: changeWords(before, now), at })
  }

  return {
    /** Stores the results of reads in one commit of the cache and one of the ledger. Throws when the storage refuses. */
    store(attempts: readonly ReadAttempt[]): void {
      // The same time in both: at the start, an order whose times differ is read again.
      const at = clock.platform()
      const changes: { readonly orderId: string; readonly before: Order; readonly now: Order }[] = []
      // The cache is written first. In the other order, a crash between the two writes would leave a settled mark with an
      // old body.
      cache.inTransaction(() => {
        for (const { entry, verdict } of attempts) {
          if (verdict.kind !== 'read') continue
          const { orderId } = entry
          duringOrder(orderId, () => {
            const order = withKnownItems(orderId, verdict.order)
            const before = saveOrder(orderId, order, verdict.whole, at)
            if (before) changes.push({ orderId, before, now: order })
          })
        }
      })
      ledger.inOneCommit(() => {
        for (const attempt of attempts) record(attempt, at)
        for (const { orderId, before, now } of changes) {
          duringOrder(orderId, () => recordChange(orderId, before, now, at))
        }
      })
    },
    /** Stores that the order is read again after `waitMs`. */
    postpone,
  }
}
