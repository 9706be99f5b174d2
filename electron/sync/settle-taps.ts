import { CANCELLATION_DENIED, CANCELLATION_REQUESTED } from '../../shared/order/event.ts'
import {
  isImpossible,
  isKnownStatus,
  isMove,
  isReached,
  isWishAnswer,
  type QueuedAction,
  STATUS_AT_EVENT,
} from '../../shared/order/lifecycle.ts'
import { assertNever } from '../../shared/result.ts'
import type { ConflictReason } from '../../shared/ticket/ticket.ts'
import type { StoredEvent, Tap, TapChange } from '../storage/ports.ts'
import { POLLED_WITHIN_MS, type Reading, refusedBy } from './reading.ts'
import { isInferredRefusal, settleCancellation } from './settle-cancellation.ts'
import { settleMadeOffer, settleWishAnswer } from './settle-wish-answer.ts'

/** What the ledger knows of an order beside the read that is judged. */
export type Evidence = {
  /** In the order of their arrival. */
  readonly events: readonly StoredEvent[]
  /** Every status that a read has shown. */
  readonly statusesRead: ReadonlySet<string>
}

/** Every status that a read has shown or an event stated. */
const statusesShown = ({ events, statusesRead }: Evidence): readonly string[] => [
  ...statusesRead,
  ...events.flatMap(({ eventType }) => STATUS_AT_EVENT.get(eventType) ?? []),
]

/** Whether the order was handed over, so that it cannot have been cancelled (docs/protocol.md, "Lifecycle"). */
export const isHandedOver = (evidence: Evidence): boolean => statusesShown(evidence).includes('DELIVERED')

/**
 * Whether a read or an event shows that the order has been where the move leads. `CONCLUDED` does not: a cancelled order is
 * archived as well.
 */
export const isShown = (action: QueuedAction, evidence: Evidence): boolean =>
  statusesShown(evidence).some((status) => status !== 'CONCLUDED' && isReached(action, status))

/** For how long after an event reads may lag behind it. */
export const EVENT_PATIENCE_MS = 2 * 60_000

/** Whether an event of the last two minutes states that the order has reached the target of this move. */
const isAnnounced = (action: QueuedAction, events: readonly StoredEvent[], at: number): boolean =>
  events.some((event) => {
    const reached = STATUS_AT_EVENT.get(event.eventType)
    return reached !== undefined && isReached(action, reached) && Math.abs(at - event.receivedAt) < EVENT_PATIENCE_MS
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
const disputePatienceMs = ({ attempts }: Tap, { isByEvents }: Reading): number =>
  attempts > 1 ? SENT_PATIENCE_MS : isByEvents ? POLLED_WITHIN_MS : 0

const endedBy = ({ at }: Reading, { tapId, state }: Tap, end: 'confirmed' | 'concluded'): TapChange => ({
  tapId,
  state: end,
  settledAt: at,
  onlyFrom: [state],
})

/** Whether the platform has answered a call of this tap with 2xx. */
const isAccepted = ({ state, args }: Tap): boolean => state === 'sent' || args.accepted === true

/** Whether what is known proves the move, once the order is archived. */
const isProvenAtEnd = (tap: Tap, evidence: Evidence): boolean => isAccepted(tap) || isShown(tap.action, evidence)

/**
 * The end of an open tap on an archived order. `CONCLUDED` also follows a cancellation: it proves a move only with an answer
 * 2xx or another sign. A move whose answer was lost is neither confirmed nor refused.
 */
function settleAtEnd(tap: Tap, reading: Reading, evidence: Evidence): TapChange {
  const { action, state, attempts } = tap
  if (action === 'requestCancellation') {
    const settled = settleCancellation(tap, reading, evidence.events)
    if (settled?.reason === 'cancellation-denied') return settled
    const isWithoutEffect = attempts === 0 || state === 'disputed' || isHandedOver(evidence)
    return isWithoutEffect ? refusedBy(reading, tap, 'order-over') : endedBy(reading, tap, 'concluded')
  }
  if (isProvenAtEnd(tap, evidence)) return endedBy(reading, tap, 'confirmed')
  if (attempts === 0) return refusedBy(reading, tap, 'order-over')
  const isOnlyAnswerRefusal = state === 'disputed' && attempts === 1
  return isOnlyAnswerRefusal ? refusedBy(reading, tap, 'invalid-transition') : endedBy(reading, tap, 'concluded')
}

function settleOpen(tap: Tap, reading: Reading, evidence: Evidence): TapChange | undefined {
  const { action, state } = tap
  if (isWishAnswer(action)) return settleWishAnswer(tap, reading, evidence.events)
  const { status } = reading
  if (status === 'CONCLUDED') return settleAtEnd(tap, reading, evidence)
  if (isReached(action, status)) return endedBy(reading, tap, 'confirmed')
  if (isImpossible(action, status)) {
    return refusedBy(reading, tap, status === 'CANCELLED' ? 'order-cancelled' : 'order-over')
  }
  if (action === 'requestCancellation') {
    return state === 'held' ? undefined : settleCancellation(tap, reading, evidence.events)
  }
  // The platform's own word for what it did says nothing about the step; its event does.
  const isAnswered = state === 'sent' || state === 'disputed'
  if (isAnswered && !isKnownStatus(status) && isShown(action, evidence)) return endedBy(reading, tap, 'confirmed')
  // The read lags behind an event that announces the effect. It is repeated.
  if (isAnnounced(action, evidence.events, reading.at)) return undefined
  if (state === 'disputed' && reading.beganAt >= (tap.answeredAt ?? 0) + disputePatienceMs(tap, reading)) {
    return refusedBy(reading, tap, 'invalid-transition')
  }
  return state === 'sent' ? settleAnswered(tap, reading) : undefined
}

/** Refusals after which the order may still reach its target: the read before lagged, or an earlier POST arrived. */
const REFUTABLE: ReadonlySet<ConflictReason | undefined> = new Set([
  'invalid-transition',
  'not-applied',
  'not-found',
  'rejected',
  'order-cancelled',
  'order-over',
  'expired',
])

const isReachedNow = (tap: Tap, { status }: Reading, evidence: Evidence): boolean =>
  status === 'CONCLUDED'
    ? tap.action !== 'requestCancellation' && isProvenAtEnd(tap, evidence)
    : isReached(tap.action, status)

function refuteRefusal(tap: Tap, reading: Reading, evidence: Evidence): TapChange | undefined {
  if (isInferredRefusal(tap)) return settleCancellation(tap, reading, evidence.events)
  // Made, and cancelled afterwards, before its proof came.
  const isCancelledSince = reading.status === 'CANCELLED' && isMove(tap.action) && isShown(tap.action, evidence)
  const isRefuted =
    REFUTABLE.has(tap.reason) && tap.attempts > 0 && (isCancelledSince || isReachedNow(tap, reading, evidence))
  return isRefuted ? endedBy(reading, tap, 'confirmed') : undefined
}

/** A cancellation that is known only now: a move that `CONCLUDED` alone had confirmed has no effect. */
const withdrawConfirmation = (tap: Tap, reading: Reading, evidence: Evidence): TapChange | undefined =>
  reading.status === 'CANCELLED' && tap.action !== 'requestCancellation' && !isShown(tap.action, evidence)
    ? refusedBy(reading, tap, 'order-cancelled')
    : undefined

function settleConcluded(tap: Tap, reading: Reading, evidence: Evidence): TapChange | undefined {
  if (isReachedNow(tap, reading, evidence)) return endedBy(reading, tap, 'confirmed')
  return withdrawConfirmation(tap, reading, evidence)
}

/**
 * What a read means for one tap: proved, refused, to be sent again, or nothing yet (`undefined`). Only a read settles a tap
 * (docs/protocol.md, "Lifecycle"). One whose POST is under way waits for its answer.
 */
export function settleTap(tap: Tap, reading: Reading, evidence: Evidence): TapChange | undefined {
  switch (tap.state) {
    case 'sending':
    case 'undone':
      return undefined
    case 'confirmed':
      if (tap.action === 'offer') return settleMadeOffer(tap, reading, evidence.events)
      return tap.args.here || isWishAnswer(tap.action) ? undefined : withdrawConfirmation(tap, reading, evidence)
    case 'concluded':
      return settleConcluded(tap, reading, evidence)
    case 'conflict':
      return refuteRefusal(tap, reading, evidence)
    case 'held':
    case 'queued':
    case 'sent':
    case 'disputed':
      return settleOpen(tap, reading, evidence)
    default:
      return assertNever(tap.state)
  }
}

/** iFood says that a confirmation failed as it says that a cancellation did, for which nobody had asked (docs/protocol.md, "iFood"). */
function settleFailedConfirmation(tap: Tap, reading: Reading, { events }: Evidence): TapChange | undefined {
  const { action, state, firstAttemptAt = Number.POSITIVE_INFINITY } = tap
  if (action !== 'confirm' || state !== 'sent' || !reading.isByEvents) return undefined
  const isAsked = events.some(({ eventType }) => eventType === CANCELLATION_REQUESTED)
  const hasFailed = events.some(
    ({ eventType, receivedAt }) => eventType === CANCELLATION_DENIED && receivedAt >= firstAttemptAt,
  )
  return hasFailed && !isAsked ? refusedBy(reading, tap, 'rejected') : undefined
}

/** What a read of the order means for its taps, oldest first. A refused tap is superseded by a later one. */
export function settleTaps(taps: readonly Tap[], reading: Reading, evidence: Evidence): readonly TapChange[] {
  const request = taps.findLast(({ action }) => action === 'requestCancellation')
  const touch = taps.findLast(({ action, args }) => action !== 'requestCancellation' && args.follows === undefined)
  const isOfTouch = (tap: Tap): boolean => touch !== undefined && (tap.args.follows ?? tap.tapId) === touch.tapId
  const isSuperseded = (tap: Tap): boolean => tap.state === 'conflict' && tap !== request && !isOfTouch(tap)
  const settle = (tap: Tap): TapChange | undefined =>
    settleTap(tap, reading, evidence) ??
    (request === undefined ? settleFailedConfirmation(tap, reading, evidence) : undefined)
  return taps.flatMap((tap) => (isSuperseded(tap) ? [] : (settle(tap) ?? [])))
}
