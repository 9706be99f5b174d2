import { assertNever } from '../../shared/result.ts'
import type { MonotonicMs } from '../../shared/time.ts'
import type { Log } from '../logging/log-port.ts'
import type { ActAnswer, PlatformClient } from '../platform/answers.ts'
import { createConcurrencyLimit } from '../platform/concurrency-limit.ts'
import type { Ledger, Tap, TapChange } from '../storage/ports.ts'
import { backoffMs, CALL_BACKOFF } from './backoff.ts'
import type { Clock } from './clock.ts'
import { createConfirmationReads } from './confirmation-reads.ts'
import { createDisputedCancellations, type Revalidation } from './disputed-cancellation.ts'
import { createPool } from './pool.ts'
import { createSendPauses } from './send-pauses.ts'
import { verdictOf } from './verdict.ts'

/** Most POSTs at once. The other calls that the client allows (platform/client.ts) are left to reads. */
const MAX_CALLS_AT_ONCE = 2
/** Orders in work at once. More than the calls, because some are first read again. */
const MAX_AT_ONCE = 4
/** After a longer wait the order is read again before its tap is sent. */
const REVALIDATE_AFTER_MS = 20_000
/** An attempt that began longer ago has ended: no call lasts half of this time. */
export const ATTEMPT_OVER_MS = 3 * 60_000

export type SenderParts = {
  readonly client: Pick<PlatformClient, 'act'>
  readonly ledger: Pick<
    Ledger,
    | 'openTaps'
    | 'tap'
    | 'tapsOf'
    | 'eventsOf'
    | 'changeTaps'
    | 'releaseTap'
    | 'markToRead'
    | 'isReadPending'
    | 'inTransaction'
    | 'deferred'
    | 'onLost'
  >
  readonly clock: Clock
  readonly random: () => number
  readonly signal: AbortSignal
  readonly log: Log
  readonly kick: () => void
  /** Drains the platform's events, then reads the order. Returns which of the two failed. */
  readonly revalidate: (tap: Tap) => Promise<Revalidation>
  /** Called when the read of an order was queued. */
  readonly onReadWanted: () => void
  /** Called after each change of a tap, once it is durable. */
  readonly onChange: (orderId: string) => void
  /** Called when the last waiting tap was sent. */
  readonly onBacklogSent: () => void
}

export type OutboxSender = {
  work(): Promise<number | undefined>
  /** Repeats waiting taps at once: the network or the credentials are back. `Retry-After` stays in force. */
  retryWaiting(): void
  /** Sends at once and drops `Retry-After`: staff asked for it. */
  retryNow(): void
  idle(): Promise<void>
}

type Answered = { readonly tap: Tap; readonly answer: ActAnswer; readonly at: MonotonicMs }

/** A request to cancel whose POST was answered does not block later taps while it waits for the platform's decision. */
const blocksLaterTaps = ({ action, state }: Tap): boolean =>
  !(action === 'requestCancellation' && (state === 'sent' || state === 'disputed'))

/** The first blocking open tap of each order. Later taps of the order wait for it: taps are sent in tap order. */
export function headTaps(openTaps: readonly Tap[]): readonly Tap[] {
  const heads = new Map<string, Tap>()
  for (const tap of openTaps) if (blocksLaterTaps(tap) && !heads.has(tap.orderId)) heads.set(tap.orderId, tap)
  return [...heads.values()]
}

/** Stored deferred, like the end of a hold: after a restart each unanswered tap counts as possibly sent. */
const sendingChange = (tap: Tap): TapChange => ({
  tapId: tap.tapId,
  state: 'sending',
  attempts: tap.attempts,
  eventsBefore: tap.args.eventsBefore,
  ...(tap.lastAttemptAt === undefined ? {} : { lastAttemptAt: tap.lastAttemptAt }),
  ...(tap.firstAttemptAt === undefined ? {} : { firstAttemptAt: tap.firstAttemptAt }),
  onlyFrom: ['held', 'queued'],
})

export function createOutboxSender(parts: SenderParts): OutboxSender {
  const { client, ledger, clock, random, signal, log, kick, revalidate, onReadWanted, onChange, onBacklogSent } = parts
  const withinLimit = createConcurrencyLimit(MAX_CALLS_AT_ONCE)
  const pool = createPool({ name: 'outbox', limit: MAX_AT_ONCE, clock, log, onEnd: kick })
  /** Disputed requests to cancel: the time of the next look for their events (monotonic). */
  const disputes = new Map<string, number>()
  const decideDisputed = createDisputedCancellations({ ledger, clock, signal, pool, disputes, revalidate, onChange })
  /** Answers whose storing failed: the book-keeping is repeated, never the POST. */
  const unstored = new Map<string, Answered>()
  /** Taps whose POST has begun and whose answer is not stored, as they were when it began. */
  const underWay = new Map<string, Tap>()
  /** When each waiting tap was last tried (monotonic): `retryWaiting` makes it due once. */
  const lastWorkedAt = new Map<string, number>()
  const confirmationReads = createConfirmationReads({ ledger, clock, random, onReadWanted })
  const pauses = createSendPauses(clock)
  let hasBacklog = false

  /** Counted, because instants of this machine step together with the platform's time. */
  const eventsBefore = ({ action, orderId, firstAttemptAt, args }: Tap): number | undefined =>
    action === 'requestCancellation' && firstAttemptAt === undefined
      ? ledger.eventsOf(orderId).length
      : args.eventsBefore

  // A tap whose POST is under way must not appear as one that can be taken back or sent.
  ledger.onLost(() => {
    if (underWay.size === 0) return
    ledger.deferred(() => ledger.changeTaps([...underWay.values()].map(sendingChange), clock.platform()), 'later')
  })

  const send = async (queued: Tap): Promise<void> => {
    const startedAt = clock.platform()
    const { tapId, orderId, attempts, firstAttemptAt = startedAt } = queued
    const args = { ...queued.args, eventsBefore: eventsBefore(queued) }
    const tried: Tap = { ...queued, args, attempts: attempts + 1, firstAttemptAt, lastAttemptAt: startedAt }
    ledger.deferred(() => ledger.changeTaps([sendingChange(tried)], startedAt), 'later')
    onChange(orderId)
    const tap = ledger.tap(tapId)
    if (tap?.state !== 'sending') return
    underWay.set(tapId, tap)
    const { action } = tap
    const { preparationMinutes, cancellation } = tap.args
    const answer = await client.act({ orderId, action, preparationMinutes, cancellation }, signal)
    const answered: Answered = { tap, answer, at: clock.monotonic() }
    unstored.set(tapId, answered)
    storeAnswer(answered)
  }

  function storeAnswer({ tap, answer, at }: Answered): void {
    const tapsOfOrder = ledger.tapsOf(tap.orderId)
    // The platform's time may have stepped during the call; the times of the stored tap stepped with it.
    const sending = tapsOfOrder.find(({ tapId, state }) => tapId === tap.tapId && state === 'sending') ?? tap
    const verdict = verdictOf(sending, answer, { tapsOfOrder, at: clock.toPlatform(at), random })
    pauses.recordVerdict(verdict)
    const isAnswered = verdict.changes.some(({ state }) => state === 'sent' || state === 'disputed')
    ledger.inTransaction(() => {
      ledger.changeTaps(verdict.changes, clock.platform())
      if (isAnswered) ledger.markToRead([tap.orderId], clock.platform())
    })
    unstored.delete(tap.tapId)
    underWay.delete(tap.tapId)
    if (isAnswered) onReadWanted()
    onChange(tap.orderId)
  }

  const isStale = (tap: Tap): boolean =>
    tap.attempts > 0 || clock.platform() - Math.max(tap.tappedAt, tap.holdUntil) > REVALIDATE_AFTER_MS

  /** An acceptance by the shop's rules is not sent after its deadline: then staff decide. */
  const isExpired = ({ args }: Tap): boolean =>
    args.automatic !== undefined && clock.platform() > args.automatic.notAfter

  const expire = ({ tapId, orderId }: Tap): void => {
    const at = clock.platform()
    ledger.changeTaps([{ tapId, state: 'conflict', reason: 'expired', settledAt: at, onlyFrom: ['queued'] }], at)
    onChange(orderId)
  }

  const deliver = async (tap: Tap): Promise<void> => {
    if (tap.attempts === 0 && isExpired(tap)) {
      expire(tap)
      return
    }
    lastWorkedAt.set(tap.tapId, clock.monotonic())
    if (isStale(tap)) {
      hasBacklog = true
      const revalidation = await revalidate(tap)
      if (signal.aborted) return
      if (revalidation === 'undrained') {
        pauses.recordStall()
        return
      }
      if (revalidation === 'unread') {
        const wait = backoffMs(tap.attempts + 1, CALL_BACKOFF, random)
        const { tapId } = tap
        ledger.deferred(
          () =>
            ledger.changeTaps(
              [{ tapId, nextAttemptAt: clock.platform() + wait, onlyFrom: ['queued'] }],
              clock.platform(),
            ),
          'later',
        )
        return
      }
    }
    await withinLimit(() => sendIfDue(tap))
  }

  const sendIfDue = async ({ tapId }: Tap): Promise<void> => {
    const current = ledger.tap(tapId)
    // While the tap waited for its turn, `Retry-After` may have begun or the program may be stopping.
    if (signal.aborted || current?.state !== 'queued' || pauses.isRetryAfterInForce()) return
    // A read that began after the end of the attempt has shown that the attempt had no effect.
    const isAttemptOver = clock.platform() - (current.lastAttemptAt ?? 0) > ATTEMPT_OVER_MS
    if (isExpired(current) && isAttemptOver) expire(current)
    else await send(current)
  }

  const release = (tap: Tap): void => {
    if (ledger.deferred(() => ledger.releaseTap(tap.tapId, clock.platform()), 'later')) onChange(tap.orderId)
  }

  /** Does what is due for one open tap. Returns the ms until its next check. */
  const advance = (tap: Tap, isHead: boolean, now: number): number | undefined => {
    switch (tap.state) {
      case 'held':
        if (tap.holdUntil > now) return tap.holdUntil - now
        release(tap)
        return 0
      case 'queued': {
        if (!isHead || pool.has(tap.orderId)) return undefined
        const waitMs = pauses.waitMs(tap, { now, triedAt: lastWorkedAt.get(tap.tapId), isStale: isStale(tap) })
        if (waitMs > 0) return waitMs
        if (pool.free() > 0) pool.run(tap.orderId, () => deliver(tap))
        return undefined
      }
      case 'sending': {
        const answered = unstored.get(tap.tapId)
        if (answered && !pool.has(tap.orderId)) storeAnswer(answered)
        return undefined
      }
      case 'disputed':
        return tap.action === 'requestCancellation' ? decideDisputed(tap) : confirmationReads.dueIn(tap, now)
      case 'sent':
        return confirmationReads.dueIn(tap, now)
      case 'confirmed':
      case 'conflict':
      case 'undone':
        return undefined
      default:
        return assertNever(tap.state)
    }
  }

  return {
    async work() {
      if (signal.aborted) return undefined
      const open = ledger.openTaps()
      const openIds = new Set(open.map((tap) => tap.tapId))
      confirmationReads.keepOnly(openIds)
      for (const memory of [disputes, lastWorkedAt, unstored, underWay]) {
        for (const tapId of memory.keys()) if (!openIds.has(tapId)) memory.delete(tapId)
      }
      if (hasBacklog && !open.some(({ state }) => state === 'queued' || state === 'sending')) {
        hasBacklog = false
        onBacklogSent()
      }
      const heads = new Set(headTaps(open).map((tap) => tap.tapId))
      const now = clock.platform()
      const waits = open.map((tap) => advance(tap, heads.has(tap.tapId), now)).filter((wait) => wait !== undefined)
      return waits.length === 0 ? undefined : Math.min(...waits)
    },
    retryWaiting: pauses.retryWaiting,
    retryNow: pauses.retryNow,
    idle: () => pool.idle(),
  }
}
