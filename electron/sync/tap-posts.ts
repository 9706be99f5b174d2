import type { QueuedAction } from '../../shared/order/lifecycle.ts'
import { assertNever } from '../../shared/result.ts'
import type { ConflictReason } from '../../shared/ticket/ticket.ts'
import type { MonotonicMs } from '../../shared/time/time.ts'
import type { ActAnswer, PlatformClient, Refused } from '../platform/answers.ts'
import type { Ledger, Tap, TapChange } from '../storage/ports.ts'
import { backoffMs, CALL_BACKOFF } from './backoff.ts'
import type { Clock } from './clock.ts'

/** While the platform does not answer, all taps wait together and are tried this often, without writes. */
const STALLED_RETRY_MS = 5_000

/** The pauses that hold all waiting taps together. In memory only: after a start each tap is tried by its own row. */
type SendPauses = ReturnType<typeof createSendPauses>

export function createSendPauses(clock: Pick<Clock, 'monotonic'>) {
  // Monotonic: a step of the platform's time neither lengthens nor shortens a wait.
  let retryAfterUntil = Number.NEGATIVE_INFINITY
  let unauthorizedUntil = Number.NEGATIVE_INFINITY
  let stalledUntil = Number.NEGATIVE_INFINITY
  let retriedAt = Number.NEGATIVE_INFINITY

  return {
    /** Both times in ms; 0 without a pause. */
    recordVerdict({
      retryAfterMs,
      unauthorizedMs,
    }: {
      readonly retryAfterMs: number
      readonly unauthorizedMs: number
    }): void {
      const now = clock.monotonic()
      retryAfterUntil = Math.max(retryAfterUntil, now + retryAfterMs)
      unauthorizedUntil = Math.max(unauthorizedUntil, now + unauthorizedMs)
    },
    /** The platform did not answer while an old tap was checked. */
    recordStall(): void {
      stalledUntil = clock.monotonic() + STALLED_RETRY_MS
    },
    /** Whether `Retry-After` is in force. */
    isRetryAfterInForce: (): boolean => retryAfterUntil > clock.monotonic(),
    /** Ends every pause except `Retry-After`, and makes each waiting tap due once. */
    retryWaiting(): void {
      retriedAt = clock.monotonic()
      unauthorizedUntil = Number.NEGATIVE_INFINITY
      stalledUntil = Number.NEGATIVE_INFINITY
    },
    /** Ends `Retry-After`. */
    retryNow(): void {
      retryAfterUntil = 0
    },
    /**
     * Time until the tap may be sent, in ms; not above 0 when it is due.
     * @param known.now platform time, epoch ms
     * @param known.triedAt last try in this run (monotonic)
     * @param known.isStale the order is read again before the tap is sent
     */
    waitMs(
      tap: Tap,
      {
        now,
        triedAt,
        isStale,
      }: { readonly now: number; readonly triedAt: number | undefined; readonly isStale: boolean },
    ): number {
      const monotonicNow = clock.monotonic()
      const sinceTry = triedAt === undefined ? now - tap.tappedAt : monotonicNow - triedAt
      const isRetry = monotonicNow - retriedAt < sinceTry
      const notBefore = isStale ? Math.max(stalledUntil, unauthorizedUntil) : unauthorizedUntil
      return Math.max(retryAfterUntil - monotonicNow, notBefore - monotonicNow, isRetry ? 0 : tap.nextAttemptAt - now)
    },
  }
}

/** Read-after-write lag of a platform's 404 (docs/protocol.md, "Lifecycle"). */
const NOT_FOUND_PATIENCE_MS = 2 * 60_000
const UNAUTHORIZED_WAIT_MS = 30_000

/** What an answer means for the tap that was sent and for others. */
type Verdict = {
  readonly changes: readonly TapChange[]
  /** Ms in which nothing is sent for any order (`Retry-After`). */
  readonly retryAfterMs: number
  /** Ms in which nothing is sent for any order unless the credentials change. */
  readonly unauthorizedMs: number
}

type Circumstances = {
  /** Every tap of the same order that is not undone. */
  readonly tapsOfOrder: readonly Tap[]
  readonly at: number
  readonly random: () => number
}

const changesOnly = (...changes: readonly TapChange[]): Verdict => ({ changes, retryAfterMs: 0, unauthorizedMs: 0 })

const conflict = (tap: Tap, reason: ConflictReason, detail: string | undefined, at: number): TapChange => ({
  tapId: tap.tapId,
  state: 'conflict',
  reason,
  detail,
  answeredAt: at,
  settledAt: at,
  onlyFrom: [tap.state],
})

const retryAt = (tap: Tap, nextAttemptAt: number): TapChange => ({
  tapId: tap.tapId,
  state: 'queued',
  nextAttemptAt,
  onlyFrom: [tap.state],
})

/** The move is impossible, or already made. Some hosts answer 400 with the code of 409. */
const isOfTransition = ({ status, code = '' }: Refused): boolean =>
  status === 409 || status === 422 || (status === 400 && /TRANSITION|INVALID_\w{0,60}STAT/i.test(code))

function afterRefusal(tap: Tap, refusal: Refused, { tapsOfOrder, at, random }: Circumstances): Verdict {
  const detail = refusal.message ?? refusal.code
  if (isOfTransition(refusal)) {
    // The next read of the order decides.
    return changesOnly({ tapId: tap.tapId, state: 'disputed', detail, answeredAt: at, onlyFrom: [tap.state] })
  }
  switch (refusal.status) {
    // 401 of this order alone: the token works for other calls.
    case 401:
    case 403: {
      // Unsent taps of this order would get the same answer; other orders go on.
      const waiting = tapsOfOrder.filter(({ state }) => state === 'held' || state === 'queued')
      return changesOnly(...[tap, ...waiting].map((each) => conflict(each, 'forbidden', detail, at)))
    }
    case 404: {
      // Counted from the first answer: an attempt that was lost in an outage does not measure the lag.
      const answeredAt = tap.answeredAt ?? at
      if (at - answeredAt >= NOT_FOUND_PATIENCE_MS) return changesOnly(conflict(tap, 'not-found', detail, at))
      return changesOnly({ ...retryAt(tap, at + backoffMs(tap.attempts, CALL_BACKOFF, random)), answeredAt })
    }
    default:
      return changesOnly(conflict(tap, 'rejected', detail, at))
  }
}

/** The verdict table (docs/protocol.md, "Lifecycle") for a tap in state `sending` whose POST was just answered. */
export function verdictOf(tap: Tap, answer: ActAnswer, circumstances: Circumstances): Verdict {
  const { at, random } = circumstances
  switch (answer.kind) {
    case 'accepted':
      return changesOnly({ tapId: tap.tapId, state: 'sent', answeredAt: at, accepted: true, onlyFrom: [tap.state] })
    case 'settled':
      return changesOnly({ tapId: tap.tapId, state: 'sent', answeredAt: at, accepted: true, onlyFrom: [tap.state] })
    case 'unsupported':
      // The step stays in this kitchen.
      return changesOnly({ tapId: tap.tapId, state: 'confirmed', answeredAt: at, here: true, onlyFrom: [tap.state] })
    case 'refused':
      return afterRefusal(tap, answer, circumstances)
    case 'unauthorized':
      return { ...changesOnly(retryAt(tap, at + UNAUTHORIZED_WAIT_MS)), unauthorizedMs: UNAUTHORIZED_WAIT_MS }
    case 'unavailable': {
      const retryAfterMs = answer.retryAfterMs ?? 0
      return {
        ...changesOnly(retryAt(tap, at + backoffMs(tap.attempts, CALL_BACKOFF, random, retryAfterMs))),
        retryAfterMs,
      }
    }
    default:
      return assertNever(answer)
  }
}

export type TapPostsParts = {
  readonly client: Pick<PlatformClient, 'act'>
  readonly ledger: Pick<
    Ledger,
    | 'tap'
    | 'tapsOf'
    | 'lastEventSeq'
    | 'receiveEvents'
    | 'changeTaps'
    | 'markToRead'
    | 'inTransaction'
    | 'deferred'
    | 'onLost'
  >
  readonly clock: Clock
  readonly random: () => number
  readonly signal: AbortSignal
  readonly pauses: Pick<SendPauses, 'recordVerdict'>
  /** Called when the read of an order was queued. */
  readonly onReadWanted: () => void
  /** Called after each change of a tap, once it is durable. */
  readonly onChange: (orderId: string) => void
  /** The platform does not have this step. Absent: not asked for. */
  readonly onUnsupported?: ((action: QueuedAction) => void) | undefined
}

type Answered = { readonly tap: Tap; readonly answer: ActAnswer; readonly at: MonotonicMs }

/** Stored deferred, like the end of a hold: after a restart each unanswered tap counts as possibly sent. */
const sendingChange = (tap: Tap): TapChange => ({
  tapId: tap.tapId,
  state: 'sending',
  attempts: tap.attempts,
  sentAfterEvent: tap.args.sentAfterEvent,
  ...(tap.lastAttemptAt === undefined ? {} : { lastAttemptAt: tap.lastAttemptAt }),
  ...(tap.firstAttemptAt === undefined ? {} : { firstAttemptAt: tap.firstAttemptAt }),
  onlyFrom: ['held', 'queued'],
})

/** A failure of the book-keeping after a POST repeats the book-keeping, never the POST. */
export function createTapPosts(parts: TapPostsParts) {
  const { client, ledger, clock, random, signal, pauses, onReadWanted, onChange } = parts
  /** Answers that the storage has not taken yet. */
  const unstored = new Map<string, Answered>()
  /** Taps whose POST has begun and whose answer is not stored, as they were when it began. */
  const underWay = new Map<string, Tap>()

  /** No instant, because those of this machine step together with the platform's time. */
  const sentAfterEvent = ({ action, orderId, firstAttemptAt, args }: Tap): number | undefined =>
    action === 'requestCancellation' && firstAttemptAt === undefined
      ? ledger.lastEventSeq(orderId)
      : args.sentAfterEvent

  // A tap whose POST is under way must not appear as one that can be taken back or sent.
  ledger.onLost(() => {
    if (underWay.size === 0) return
    ledger.deferred(() => ledger.changeTaps([...underWay.values()].map(sendingChange), clock.platform()), 'later')
  })

  /** The platform decided by its answer: stored like the event that would say the same, which nobody acknowledges. */
  const storeDecision = ({ tapId, orderId }: Tap, eventType: string): void => {
    const event = { eventId: `answer:${tapId}`, orderId, eventType, createdAt: undefined, metadata: undefined }
    ledger.receiveEvents([{ ...event, problem: undefined }], [], 'webhook', clock.platform())
  }

  const storeAnswer = ({ tap, answer, at }: Answered): void => {
    const tapsOfOrder = ledger.tapsOf(tap.orderId)
    // The platform's time may have stepped during the call; the times of the stored tap stepped with it.
    const sending = tapsOfOrder.find(({ tapId, state }) => tapId === tap.tapId && state === 'sending') ?? tap
    const verdict = verdictOf(sending, answer, { tapsOfOrder, at: clock.toPlatform(at), random })
    pauses.recordVerdict(verdict)
    // Also after a refusal: an earlier attempt with a lost answer may have arrived, and only a read shows it.
    const isAnswered = verdict.changes.some(({ state }) => state !== 'queued')
    ledger.inTransaction(() => {
      ledger.changeTaps(verdict.changes, clock.platform())
      if (answer.kind === 'settled') storeDecision(tap, answer.eventType)
      if (isAnswered) ledger.markToRead([tap.orderId], clock.platform())
    })
    unstored.delete(tap.tapId)
    underWay.delete(tap.tapId)
    if (answer.kind === 'unsupported') parts.onUnsupported?.(answer.action)
    if (isAnswered) onReadWanted()
    onChange(tap.orderId)
  }

  return {
    /** Makes the POST and stores its answer. A storage that fails rejects; the answer is kept for `storeAgain`. */
    async post(queued: Tap): Promise<void> {
      const startedAt = clock.platform()
      const { tapId, orderId, attempts, firstAttemptAt = startedAt } = queued
      const args = { ...queued.args, sentAfterEvent: sentAfterEvent(queued) }
      const tried: Tap = { ...queued, args, attempts: attempts + 1, firstAttemptAt, lastAttemptAt: startedAt }
      ledger.deferred(() => ledger.changeTaps([sendingChange(tried)], startedAt), 'later')
      onChange(orderId)
      const tap = ledger.tap(tapId)
      if (tap?.state !== 'sending') return
      underWay.set(tapId, tap)
      const { action } = tap
      const { preparationMinutes, cancellation, orderCreatedAt } = tap.args
      const request = { orderId, action, preparationMinutes, cancellation }
      const answer = await client.act(orderCreatedAt ? { ...request, orderCreatedAt } : request, signal)
      const answered: Answered = { tap, answer, at: clock.monotonic() }
      unstored.set(tapId, answered)
      storeAnswer(answered)
    },
    /** Stores the answer of this tap if it was not stored yet. Throws what the storage throws. */
    storeAgain(tapId: string): void {
      const answered = unstored.get(tapId)
      if (answered) storeAnswer(answered)
    },
    /** Removes the taps that are no longer open. */
    keepOnly(openTapIds: ReadonlySet<string>): void {
      for (const taps of [unstored, underWay]) {
        for (const tapId of taps.keys()) if (!openTapIds.has(tapId)) taps.delete(tapId)
      }
    },
  }
}
