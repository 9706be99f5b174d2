import { type Order, parseOrder } from '../../shared/order/order.ts'
import { assertNever } from '../../shared/result.ts'
import type { ReadAnswer, Refused, Unavailable } from '../platform/answers.ts'
import { UNADDRESSABLE_CODE } from '../platform/client.ts'
import type { OrderToRead } from '../storage/ports.ts'
import { type Backoff, backoffMs, CALL_BACKOFF } from './backoff.ts'

const MINUTE_MS = 60_000
/** Right after `CREATED` a read may answer 404 for minutes (docs/protocol.md, "Events": up to 10). */
const PATIENCE_MS = 10 * MINUTE_MS
/** A known order that has ended: no lag of a creation. The platform has archived it. */
const ARCHIVED_AFTER_MS = 30_000
const PATIENT_BACKOFF: Backoff = { baseMs: 1_000, capMs: 30_000 }
const UNAUTHORIZED_WAIT_MS = 30_000

/** Shortest and longest pause before an unreadable order is read again. */
const SHORTEST_PAUSE_MS = MINUTE_MS
const LONGEST_PAUSE_MS = 60 * MINUTE_MS
/**
 * The app has to be authorised on the platform first; until then calls are kept rare (docs/protocol.md, "Lifecycle").
 */
const SHORTEST_FORBIDDEN_PAUSE_MS = 15 * MINUTE_MS
/** Spreads the reads of orders that became unreadable together. */
const PAUSE_JITTER = 0.1

/**
 * The platform answers and fails on this order. A missing network is no failure of an order, and the badge shows it.
 */
const PLATFORM_FAILURES: ReadonlySet<Unavailable['cause']> = new Set(['server', 'unintelligible'])

/** The meaning of an answer for the order. */
export type ReadVerdict =
  | {
      readonly kind: 'read'
      readonly order: Order
      readonly whole: string | undefined
      /** Without its items or its status: shown, and read again after this time. The platform may complete the order. */
      readonly againMs: number | undefined
    }
  | { readonly kind: 'again'; readonly waitMs: number }
  /** `Retry-After`: nothing makes the read due sooner. */
  | { readonly kind: 'retry-after'; readonly waitMs: number }
  /** Shown with the reason, and read again after growing pauses: the platform may correct the order. */
  | { readonly kind: 'unreadable'; readonly problem: string; readonly waitMs: number }

type Circumstances = {
  /** Ms since the read was wanted. */
  readonly waitedMs: number
  readonly random: () => number
  /** How many times in a row the order was already unreadable. */
  readonly timesUnreadable: number
  /** Whether this machine has an order with exactly this id. */
  readonly isKnown: (orderId: string) => boolean
  /** Whether the order was read before, and something shows that the platform has ended it since. */
  readonly hasEnded: (orderId: string) => boolean
}

/** Doubles with each answer that leaves the order unreadable. Attempts without an answer do not count. */
function nextReadPauseMs(timesUnreadable: number, soonestMs: number, random: () => number): number {
  return Math.round(Math.min(LONGEST_PAUSE_MS, soonestMs * 2 ** timesUnreadable) * (1 + random() * PAUSE_JITTER))
}

/** Where the events tell the status, a read need not. */
const isComplete = ({ items, status, handling }: Order): boolean =>
  items.length > 0 && (status !== '' || handling !== undefined)

/** Some hosts change the case of an id, or add blanks. */
const differsInCaseOrBlanksOnly = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase()

function refusalProblem(refusal: Refused): string {
  switch (refusal.status) {
    // 401 of this order alone: the token works for other calls.
    case 401:
    case 403:
      return 'forbidden'
    case 404:
    case 410:
      return 'not-found'
    default:
      return 'rejected'
  }
}

/**
 * The verdict on one read. A 404, another refusal or another order's body may be lag: after ten minutes the order is unreadable.
 * An ended order is archived after half a minute of 404. A failing platform is read on at the same pace. No ticket, or 403: unreadable at once.
 */
export function readVerdictOf(
  entry: Pick<OrderToRead, 'orderId' | 'attempts'>,
  answer: ReadAnswer,
  circumstances: Circumstances,
): ReadVerdict {
  const { waitedMs, random, timesUnreadable, isKnown, hasEnded } = circumstances
  const isSameId = (idRead: string, orderId: string): boolean => {
    const id = idRead.toWellFormed()
    return id === orderId || (differsInCaseOrBlanksOnly(id, orderId) && !isKnown(id))
  }
  const pauseMs = (soonestMs = SHORTEST_PAUSE_MS): number => nextReadPauseMs(timesUnreadable, soonestMs, random)
  const unreadable = (problem: string, soonestMs?: number): ReadVerdict => ({
    kind: 'unreadable',
    problem,
    waitMs: pauseMs(soonestMs),
  })
  const retryOrUnreadable = (problem: string): ReadVerdict =>
    waitedMs >= PATIENCE_MS
      ? unreadable(problem)
      : { kind: 'again', waitMs: backoffMs(entry.attempts + 1, PATIENT_BACKOFF, random) }

  switch (answer.kind) {
    case 'order': {
      const parsed = parseOrder(answer.body)
      if (!parsed.ok) return unreadable(parsed.reason)
      // A body without an id answers the request for this order.
      const order = parsed.order.id === '' ? { ...parsed.order, id: entry.orderId } : parsed.order
      return isSameId(order.id, entry.orderId)
        ? { kind: 'read', order, whole: answer.whole, againMs: isComplete(order) ? undefined : pauseMs() }
        : retryOrUnreadable('another-order')
    }
    case 'unavailable': {
      const waitMs = backoffMs(entry.attempts + 1, CALL_BACKOFF, random, answer.retryAfterMs)
      if (answer.retryAfterMs) return { kind: 'retry-after', waitMs }
      return PLATFORM_FAILURES.has(answer.cause) && waitedMs >= PATIENCE_MS
        ? { kind: 'unreadable', problem: answer.cause, waitMs }
        : { kind: 'again', waitMs }
    }
    case 'unauthorized':
      return { kind: 'again', waitMs: UNAUTHORIZED_WAIT_MS }
    case 'refused': {
      // No path can contain this id, so no request was made.
      if (answer.code === UNADDRESSABLE_CODE) return unreadable('unaddressable', LONGEST_PAUSE_MS)
      const problem = refusalProblem(answer)
      if (problem === 'forbidden') return unreadable(problem, SHORTEST_FORBIDDEN_PAUSE_MS)
      const isArchived = problem === 'not-found' && waitedMs >= ARCHIVED_AFTER_MS && hasEnded(entry.orderId)
      return isArchived ? unreadable(problem) : retryOrUnreadable(problem)
    }
    default:
      return assertNever(answer)
  }
}
