import { isImpossible, isReached } from '../../shared/lifecycle.ts'
import { assertNever } from '../../shared/result.ts'
import type { ConflictReason } from '../../shared/ticket.ts'
import type { StoredEvent, Tap, TapChange, TapState } from '../storage/ports.ts'

/** An accepted call is repeated when no read shows its effect after this time. Repeating is safe (202 when applied). */
export const SENT_PATIENCE_MS = 60_000
/** POSTs after which an accepted move without effect is given up and shown. */
const MAX_ATTEMPTS = 4
const CANCELLATION_EVENTS: ReadonlySet<string> = new Set(['CANCELLATION_REQUESTED', 'CANCELLATION_REQUEST_DENIED'])

/** What one read of an order proved. */
export type Reading = {
  readonly status: string
  /** Start of the read. It proves nothing about answers given later. */
  readonly beganAt: number
  readonly at: number
}

const conflict = (tap: Tap, reason: ConflictReason, at: number, from: readonly TapState[]): TapChange => ({
  tapId: tap.tapId,
  state: 'conflict',
  reason,
  settledAt: at,
  onlyFrom: from,
})

/** Whether such an event came after the tap was first sent. */
const cameAfter = (tap: Tap, events: readonly StoredEvent[], eventType: string): boolean =>
  events.some(
    (event) =>
      event.eventType === eventType && tap.firstAttemptAt !== undefined && event.receivedAt >= tap.firstAttemptAt,
  )

/** Whether a request to cancel is open, also one of another client: the platform then refuses a second one. */
const isRequestOpen = (events: readonly StoredEvent[]): boolean =>
  events.findLast(({ eventType }) => CANCELLATION_EVENTS.has(eventType))?.eventType === 'CANCELLATION_REQUESTED'

/**
 * A cancellation request is not a move: after a denial, a repetition is a second request. When its answer was lost or
 * refused it, the platform's event shows that the request arrived (docs/protocol.md, "Lifecycle"), and it is not repeated.
 */
function settleCancellation(tap: Tap, reading: Reading, events: readonly StoredEvent[]): TapChange | undefined {
  if (cameAfter(tap, events, 'CANCELLATION_REQUEST_DENIED')) {
    return conflict(tap, 'cancellation-denied', reading.at, [tap.state])
  }
  const { state } = tap
  const hasArrived =
    state === 'queued'
      ? cameAfter(tap, events, 'CANCELLATION_REQUESTED')
      : state === 'disputed' && isRequestOpen(events)
  return hasArrived ? { tapId: tap.tapId, state: 'sent', answeredAt: reading.at, onlyFrom: [state] } : undefined
}

function settleAnswered(tap: Tap, reading: Reading): TapChange | undefined {
  const answeredAt = tap.answeredAt ?? 0
  if (reading.beganAt < answeredAt + SENT_PATIENCE_MS) return undefined
  if (tap.attempts >= MAX_ATTEMPTS) return conflict(tap, 'not-applied', reading.at, ['sent'])
  return { tapId: tap.tapId, state: 'queued', nextAttemptAt: reading.at, onlyFrom: ['sent'] }
}

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
    case 'conflict':
    case 'undone':
      return undefined
    case 'held':
    case 'queued':
    case 'sent':
    case 'disputed': {
      if (isReached(tap.action, reading.status)) {
        return { tapId: tap.tapId, state: 'confirmed', settledAt: reading.at, onlyFrom: [state] }
      }
      if (isImpossible(tap.action, reading.status)) {
        const reason = reading.status === 'CANCELLED' ? 'order-cancelled' : 'order-over'
        return conflict(tap, reason, reading.at, [state])
      }
      if (tap.action === 'requestCancellation') {
        return state === 'held' ? undefined : settleCancellation(tap, reading, events)
      }
      if (state === 'disputed' && reading.beganAt >= (tap.answeredAt ?? 0)) {
        return conflict(tap, 'invalid-transition', reading.at, [state])
      }
      return state === 'sent' ? settleAnswered(tap, reading) : undefined
    }
    default:
      return assertNever(state)
  }
}
