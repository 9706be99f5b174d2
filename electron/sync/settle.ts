import { isImpossible, isReached } from '../../shared/lifecycle.ts'
import { assertNever } from '../../shared/result.ts'
import type { ConflictReason } from '../../shared/ticket.ts'
import type { StoredEvent, Tap, TapChange } from '../storage/ports.ts'
import { isAnnounced } from './lagging-read.ts'
import { type Reading, refusedBy } from './reading.ts'
import { isInferredRefusal, settleCancellation } from './settle-cancellation.ts'

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

const confirmedBy = ({ at }: Reading, { tapId, state }: Tap): TapChange => ({
  tapId,
  state: 'confirmed',
  settledAt: at,
  onlyFrom: [state],
})

/** Refusals of a move that were concluded from a read. The read may have lagged behind the move. */
const CONCLUDED: ReadonlySet<ConflictReason | undefined> = new Set(['invalid-transition', 'not-applied'])

const refutesRefusal = ({ action, reason, attempts }: Tap, { status }: Reading): boolean =>
  CONCLUDED.has(reason) && attempts > 0 && isReached(action, status)

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
      if (state === 'disputed' && reading.beganAt >= (tap.answeredAt ?? 0)) {
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
  const move = taps.findLast(({ action, args }) => action !== 'requestCancellation' && args.follows === undefined)
  const isSuperseded = (tap: Tap): boolean => tap !== request && tap !== move && tap.state === 'conflict'
  return taps.flatMap((tap) => (isSuperseded(tap) ? [] : (settleTap(tap, reading, events) ?? [])))
}
