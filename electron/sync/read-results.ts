import { isOver, type KnownStatus, progressOf, STATUS_AT_EVENT } from '../../shared/order/lifecycle.ts'
import { statusByEvents } from '../../shared/order/moves/moves.ts'
import type { Order } from '../../shared/order/order.ts'
import { carriedMarks, changeWords } from '../../shared/order/order-changes.ts'
import { assertNever } from '../../shared/result.ts'
import { CANCELLATION_JUDGEMENTS, worthOf } from '../../shared/ticket/announced-cancellation.ts'
import type { MonotonicMs, PlatformMs } from '../../shared/time/time.ts'
import type { DuringOrder } from '../liveness/work-mark.ts'
import type { Log } from '../logging/log-port.ts'
import type { Ledger, OrderToRead, StoredEvent } from '../storage/ports.ts'
import { type Backoff, backoffMs } from './backoff.ts'
import { judgeCancellation, type KnownOrder, STOP_PATIENCE_MS, statusMeant } from './cancellation-evidence.ts'
import type { Clock } from './clock.ts'
import type { ReadVerdict } from './read-verdict.ts'
import { refusedBy } from './reading.ts'
import { type CacheOfReads, type OrderChange, saveOrder } from './saved-orders.ts'
import { EVENT_PATIENCE_MS, settleTaps } from './settle-taps.ts'

const BACKOFF: Backoff = { baseMs: 1_000, capMs: 30_000 }

function isBehind(status: string, reached: KnownStatus): boolean {
  if (reached === 'CANCELLED') return status !== 'CANCELLED' && status !== 'CONCLUDED'
  const [progress, wanted] = [progressOf(status), progressOf(reached)]
  return progress !== undefined && wanted !== undefined && progress < wanted
}

/**
 * The ms after which an order is read again: its read shows a status from before one of its events, as some platforms
 * publish events first. `undefined`: up to date, or the event came too long ago.
 */
export function lagWaitMs(
  read: { readonly status: string; readonly at: number; readonly attempts: number },
  events: readonly StoredEvent[],
  random: () => number,
): number | undefined {
  const isLagging = events.some((event) => {
    const reached = STATUS_AT_EVENT.get(event.eventType)
    if (reached === undefined || !isBehind(read.status, reached)) return false
    return Math.abs(read.at - event.receivedAt) < (reached === 'CANCELLED' ? STOP_PATIENCE_MS : EVENT_PATIENCE_MS)
  })
  return isLagging ? backoffMs(read.attempts + 1, BACKOFF, random) : undefined
}

/** A read with its answer, not stored yet. */
export type ReadAttempt = { readonly entry: OrderToRead; readonly verdict: ReadVerdict; readonly beganAt: MonotonicMs }

type LedgerOfReads = Pick<
  Ledger,
  | 'order'
  | 'recordRead'
  | 'recordChange'
  | 'struckLines'
  | 'recordReadFailure'
  | 'tapsOf'
  | 'changeTaps'
  | 'decidingEvents'
  | 'recordedDetails'
  | 'inOneCommit'
>

export type ReadResultOptions = {
  readonly ledger: LedgerOfReads
  readonly cache: CacheOfReads
  readonly clock: Pick<Clock, 'platform' | 'toPlatform'>
  readonly random: () => number
  readonly log: Log
  /** Called when the platform answered a read with `Retry-After`. */
  readonly onRetryAfter: (orderId: string, waitMs: number) => void
  readonly duringOrder: DuringOrder
}

/** The status that the result of a read states. `isGone`: the platform has no such order, and counts it as archived. */
type ShownStatus = {
  readonly status: string
  /** The answer itself shows the status. */
  readonly isRead: boolean
  readonly isGone: boolean
  /** Ms after which the order is read again. */
  readonly againMs: number | undefined
  readonly isByEvents?: boolean
}

/** `readAt`: when the read began, in the platform's time as it is known now. */
type DatedAttempt = ReadAttempt & { readonly readAt: PlatformMs }

/** Parts that were sent and cannot be read. */
const unreadPartsOf = ({ comandaUnread = 0, items }: Order): number =>
  items.reduce((sum, item) => sum + (item.comandaUnread ?? 0), comandaUnread)

/** What is known of the order before this read. */
const knownOf = (ledger: LedgerOfReads, orderId: string): KnownOrder => ({
  status: ledger.order(orderId)?.status,
  events: ledger.decidingEvents(orderId),
  statusesRead: ledger.recordedDetails(orderId, 'read'),
  contradicted: ledger.recordedDetails(orderId, CANCELLATION_JUDGEMENTS.contradicted),
  refuted: ledger.recordedDetails(orderId, CANCELLATION_JUDGEMENTS.refuted),
})

const isHandOverAccepted = (ledger: LedgerOfReads, orderId: string): boolean =>
  ledger.tapsOf(orderId).some(({ action, args }) => action === 'delivered' && args.accepted === true)

/** Whether something shows that the platform had ended the order: an event, or its acceptance of the hand-over. */
const hasEnded = (ledger: LedgerOfReads, orderId: string): boolean => {
  const known = knownOf(ledger, orderId)
  return (
    known.events.some((event) => isOver(event.eventType) && worthOf(event, known) !== 'refuted') ||
    isHandOverAccepted(ledger, orderId)
  )
}

/** The same, and nothing contradicts it: neither a read after the cancellation, nor an accepted hand-over beside it. */
export function hasSurelyEnded(ledger: LedgerOfReads, orderId: string): boolean {
  const known = knownOf(ledger, orderId)
  const stop = known.events.findLast(({ eventType }) => eventType === 'CANCELLED')
  if (stop === undefined || worthOf(stop, known) === 'refuted') return hasEnded(ledger, orderId)
  return worthOf(stop, known) === 'unread' && !isHandOverAccepted(ledger, orderId)
}

/** Records what reads state, and what it means for the taps. */
function createReadRecords(options: ReadResultOptions): Pick<ReadResults, 'postpone'> & {
  record(attempt: DatedAttempt, at: PlatformMs): void
} {
  const { ledger, clock, random, log, onRetryAfter } = options

  /** Stores the status, and what it means for the taps. */
  const recordStatus = (entry: OrderToRead, shown: ShownStatus, beganAt: PlatformMs, at: PlatformMs): void => {
    const { orderId, generation } = entry
    const taps = ledger.tapsOf(orderId)
    const known = knownOf(ledger, orderId)
    const status = statusMeant(shown.status, known)
    const settlements = settleTaps(taps, { status, beganAt, at, isByEvents: shown.isByEvents === true }, known)
    // Every event raises the generation: an equal one means that no event came since the read began.
    const isAfterEvents = ledger.order(orderId)?.readGeneration === generation
    const judgement = judgeCancellation(known, { status: shown.isRead ? status : undefined, isAfterEvents, beganAt })
    // Durable before the board shows it: a status that the screen has shown must not be older after a crash.
    const waitMs = lagWaitMs({ status, at, attempts: entry.attempts }, known.events, random) ?? shown.againMs
    ledger.recordRead({
      orderId,
      generation: waitMs === undefined ? generation : undefined,
      status,
      at,
      readAt: shown.isGone ? undefined : beganAt,
      judgement,
      settlements,
    })
    if (waitMs !== undefined) postpone(entry, waitMs)
  }

  const recordOrder = (
    entry: OrderToRead,
    { order, againMs }: Extract<ReadVerdict, { kind: 'read' }>,
    beganAt: PlatformMs,
    at: PlatformMs,
  ): void => {
    const { orderId } = entry
    const isRead = order.status !== ''
    // A read without a readable status changes none.
    const status = isRead ? order.status : (ledger.order(orderId)?.status ?? '')
    const isByEvents = order.handling !== undefined
    recordStatus(entry, { status, isRead, isGone: false, againMs, isByEvents }, beganAt, at)
    const unread = unreadPartsOf(order)
    if (unread > 0) log.warn('order-partly-unreadable', { orderId, parts: unread, items: order.items.length })
  }

  /**
   * The platform no longer has the order. If it had ended, it counts as archived. Otherwise no read can prove the taps that
   * were answered, and they are refused.
   */
  const recordGone = (entry: OrderToRead, waitMs: number, beganAt: PlatformMs, at: PlatformMs): void => {
    const { orderId } = entry
    if (hasEnded(ledger, orderId)) {
      recordStatus(entry, { status: 'CONCLUDED', isRead: false, isGone: true, againMs: undefined }, beganAt, at)
      return
    }
    postpone(entry, waitMs, 'not-found')
    const answered = ledger.tapsOf(orderId).filter(({ state }) => state === 'sent' || state === 'disputed')
    const refusals = answered.map((tap) => refusedBy({ status: '', beganAt, at }, tap, 'not-found'))
    ledger.changeTaps(refusals, at)
  }

  const postpone = (entry: OrderToRead, waitMs: number, problem?: string): void => {
    const { orderId, generation } = entry
    const at = clock.platform()
    ledger.recordReadFailure({ orderId, at, nextReadAt: at + waitMs, generation, problem })
  }

  const record = ({ entry, verdict, readAt }: DatedAttempt, at: PlatformMs): void => {
    switch (verdict.kind) {
      case 'read':
        recordOrder(entry, verdict, readAt, at)
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
        if (verdict.problem === 'not-found') recordGone(entry, verdict.waitMs, readAt, at)
        else postpone(entry, verdict.waitMs, verdict.problem)
        break
      default:
        assertNever(verdict)
    }
  }

  return { record, postpone }
}

export interface ReadResults {
  /** Stores the results of reads in one commit of the cache and one of the ledger. Throws when the storage refuses. */
  store(attempts: readonly ReadAttempt[]): void
  /** Stores that the order is read again after `waitMs`. */
  postpone(entry: OrderToRead, waitMs: number): void
}

export function createReadResults(options: ReadResultOptions): ReadResults {
  const { ledger, cache, clock, duringOrder } = options
  const { record, postpone } = createReadRecords(options)

  /** The status of an order whose events tell it; a late lower step moves nothing. */
  const withToldStatus = (orderId: string, order: Order): Order => {
    if (order.handling === undefined) return order
    const floors = [ledger.order(orderId)?.status ?? '', order.status]
    return { ...order, status: statusByEvents(floors, ledger.decidingEvents(orderId), order.fulfillment.orderType) }
  }

  const toldAttempt = (attempt: ReadAttempt): ReadAttempt => {
    const { entry, verdict } = attempt
    if (verdict.kind !== 'read') return attempt
    return { ...attempt, verdict: { ...verdict, order: withToldStatus(entry.orderId, verdict.order) } }
  }

  const recordChange = ({ orderId, before, now }: OrderChange, at: PlatformMs): void => {
    const marks = carriedMarks(before.items, now.items, ledger.struckLines(orderId))
    ledger.recordChange({ orderId, marks, detail: changeWords(before, now), at })
  }

  return {
    store(attempts) {
      const at = clock.platform()
      // A read shows the order as it was at its begin. The same time in both: at the start, an order whose times differ is read again.
      const dated = attempts.map((attempt) => ({
        ...toldAttempt(attempt),
        readAt: clock.toPlatform(attempt.beganAt),
      }))
      const changes: OrderChange[] = []
      // The cache is written first. In the other order, a crash between the two writes would leave a settled mark with an
      // old body.
      cache.inTransaction(() => {
        for (const { entry, verdict, readAt } of dated) {
          if (verdict.kind !== 'read') continue
          const { orderId } = entry
          const read = { orderId, read: verdict.order, whole: verdict.whole, readAt }
          duringOrder(orderId, () => {
            const change = saveOrder(cache, read, at)
            if (change) changes.push(change)
          })
        }
      })
      ledger.inOneCommit(() => {
        for (const attempt of dated) record(attempt, at)
        for (const change of changes) duringOrder(change.orderId, () => recordChange(change, at))
      })
    },
    postpone,
  }
}
