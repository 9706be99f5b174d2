import { CANCELLATION_DENIED as DENIED, CANCELLATION_REQUESTED as REQUESTED } from '../../shared/order/event.ts'
import { isImpossible, isReached } from '../../shared/order/lifecycle.ts'
import type { ConflictReason } from '../../shared/ticket/ticket.ts'
import { parseInstant } from '../../shared/time/instant.ts'
import type { StoredEvent, Tap, TapChange } from '../storage/ports.ts'
import { type Reading, refusedBy } from './reading.ts'

/** A platform publishes the event of a request within this time after its answer. */
export const PUBLISHED_WITHIN_MS = 5_000
/** A request that has no event of its own after this time was merged with an older request: its denial counts for both. */
const MERGED_AFTER_MS = 3 * 60_000
/** The platform's time is known to a second from its `Date` header. */
const DATE_TOLERANCE_MS = 2_000
/** An event that arrives later, or before its own time, may come from a clock that differs from the `Date` headers. */
const USUALLY_WITHIN_MS = 60_000

/** Refusals that were concluded from the events received so far. A later event may refute them. */
const INFERRED: ReadonlySet<ConflictReason | undefined> = new Set(['invalid-transition', 'cancellation-denied'])

const ofType = (events: readonly StoredEvent[], type: string): readonly StoredEvent[] =>
  events.filter(({ eventType }) => eventType === type)

/** The events that arrived after the tap was first sent. Without their place (tap of a lost commit): by their time. */
function eventsAfter({ args, firstAttemptAt }: Tap, events: readonly StoredEvent[]): readonly StoredEvent[] {
  if (firstAttemptAt === undefined) return []
  const { sentAfterEvent } = args
  if (sentAfterEvent !== undefined) return events.filter(({ seq }) => seq > sentAfterEvent)
  return events.filter(({ receivedAt }) => receivedAt >= firstAttemptAt)
}

/** The denial arrived last and was published last: it answers every request before it. */
function isLatestAnswer(
  denial: StoredEvent,
  requests: readonly StoredEvent[],
  events: readonly StoredEvent[],
): boolean {
  if (events.findLast(({ eventType }) => eventType === REQUESTED || eventType === DENIED) !== denial) return false
  const deniedAt = parseInstant(denial.createdAt) ?? Number.NEGATIVE_INFINITY
  return requests.every(({ createdAt }) => (parseInstant(createdAt) ?? Number.POSITIVE_INFINITY) < deniedAt)
}

/**
 * Whether a request to cancel is open, also one of another client: the platform then refuses a second one. Events come in
 * any order, and their times may be equal, so requests and denials are counted.
 */
function isRequestOpen(events: readonly StoredEvent[]): boolean {
  const requests = ofType(events, REQUESTED)
  const denials = ofType(events, DENIED)
  const last = denials.at(-1)
  return requests.length > denials.length && !(last && isLatestAnswer(last, requests, events))
}

/** Whether a denial was published before this request was sent. Its time counts only if the two clocks agree. */
function isOlder({ receivedAt, createdAt }: StoredEvent, sentAt: number): boolean {
  const publishedAt = parseInstant(createdAt) ?? Number.NaN
  const doClocksAgree = receivedAt >= sentAt && Math.abs(receivedAt - publishedAt) <= USUALLY_WITHIN_MS
  return doClocksAgree && publishedAt < sentAt - DATE_TOLERANCE_MS
}

/** Whether a denial answers this request and not an older one of another client, whose denial arrived late. */
function isDenied(tap: Tap, reading: Reading, events: readonly StoredEvent[]): boolean {
  const { firstAttemptAt = 0, answeredAt } = tap
  const later = eventsAfter(tap, events)
  const isOwnEventOverdue = reading.beganAt >= (answeredAt ?? firstAttemptAt) + MERGED_AFTER_MS
  const denials = ofType(later, DENIED).filter((denial) => isOwnEventOverdue || !isOlder(denial, firstAttemptAt))
  if (denials.length === 0) return false
  const earlierRequests = ofType(events, REQUESTED).length - ofType(later, REQUESTED).length
  if (ofType(events, DENIED).length > earlierRequests) return true
  // The platform has merged both requests: it answered this one and published no event for it.
  const isAnswered = tap.state === 'sent' || tap.state === 'disputed'
  return isAnswered && reading.beganAt >= (answeredAt ?? 0) + PUBLISHED_WITHIN_MS
}

/** Whether an event that comes later can show that the refused request is still open. */
export const isInferredRefusal = ({ action, reason }: Tap): boolean =>
  action === 'requestCancellation' && INFERRED.has(reason)

/**
 * A cancellation request is not a move: after a denial, a repetition is a second request. When its answer was lost or
 * refused it, the platform's event shows that the request arrived (docs/protocol.md, "Lifecycle"), and it is not repeated.
 */
export function settleCancellation(tap: Tap, reading: Reading, events: readonly StoredEvent[]): TapChange | undefined {
  const { tapId, state, reason } = tap
  if (isRequestOpen(events)) {
    const hasArrived = ofType(eventsAfter(tap, events), REQUESTED).length > 0
    if (state === 'sent' || (state !== 'disputed' && !hasArrived)) return undefined
    if (state !== 'conflict') return { tapId, state: 'sent', answeredAt: reading.at, onlyFrom: [state] }
    if (isImpossible(tap.action, reading.status)) return undefined
    const next = isReached(tap.action, reading.status) ? 'confirmed' : 'sent'
    return { tapId, state: next, answeredAt: reading.at, onlyFrom: [state] }
  }
  if (reason === 'cancellation-denied' || !isDenied(tap, reading, events)) return undefined
  return refusedBy(reading, tap, 'cancellation-denied')
}
