import { assertNever } from '../../shared/result.ts'
import type { Log } from '../logging/log-port.ts'
import { createConcurrencyLimit } from '../platform/client.ts'
import type { Ledger, Tap } from '../storage/ports.ts'
import { backoffMs, CALL_BACKOFF } from './backoff.ts'
import { createDisputedCancellations, type Revalidation } from './disputed-cancellation.ts'
import { createPool } from './pool.ts'
import { createSendPauses, type SendPauses } from './send-pauses.ts'
import { createTapPosts, type TapPosts, type TapPostsOptions } from './tap-posts.ts'
import { createWaitingTaps, type WaitingTaps } from './waiting-taps.ts'

/** After a longer wait the order is read again before its tap is sent. */
const REVALIDATE_AFTER_MS = 20_000
/** An attempt that began longer ago has ended: no call lasts half of this time. */
export const ATTEMPT_OVER_MS = 3 * 60_000

/** Pauses between the reads that look for the effect of an accepted move. */
const CONFIRMATION_BACKOFF = { baseMs: 1_000, capMs: 30_000 }
/** The platform may never decide on a cancellation request; its order is read this often. */
const CANCELLATION_READ_MS = 60_000

/**
 * Queues the next read of an answered tap's order when it is due: such reads look for the effect.
 * @param now platform time, epoch ms
 * @returns ms until the next check
 */
function readAgain(options: SenderOptions, waiting: WaitingTaps, tap: Tap, now: number): number {
  const { ledger, clock, random, onReadWanted } = options
  const monotonicNow = clock.monotonic()
  const { work } = waiting.of(tap.tapId)
  const firstAt = monotonicNow + (tap.answeredAt ?? now) + CONFIRMATION_BACKOFF.baseMs - now
  const { reads, nextAt } = work.kind === 'observed' ? work : { reads: 0, nextAt: firstAt }
  if (nextAt > monotonicNow) {
    waiting.setWork(tap.tapId, { kind: 'observed', reads, nextAt })
    return nextAt - monotonicNow
  }
  const isCancellation = tap.action === 'requestCancellation'
  const waitMs = isCancellation ? CANCELLATION_READ_MS : backoffMs(reads + 1, CONFIRMATION_BACKOFF, random)
  waiting.setWork(tap.tapId, { kind: 'observed', reads: reads + 1, nextAt: monotonicNow + waitMs })
  // A read that failed keeps its own pause, which grows: the platform answers this order with an error.
  if (!ledger.isReadPending(tap.orderId)) {
    ledger.deferred(() => ledger.markToRead([tap.orderId], clock.platform()), 'later')
    onReadWanted()
  }
  return waitMs
}

/** Most POSTs at once. The other calls that the client allows (platform/client.ts) are left to reads. */
const MAX_CALLS_AT_ONCE = 2
/** Orders in work at once. More than the calls, because some are first read again. */
const MAX_AT_ONCE = 4

type SenderOptions = Omit<TapPostsOptions, 'waiting' | 'pauses' | 'ledger'> & {
  readonly ledger: TapPostsOptions['ledger'] & Pick<Ledger, 'openTaps' | 'releaseTap' | 'isReadPending'>
  readonly log: Log
  readonly kick: () => void
  /** Drains the platform's events, then reads the order. Returns which of the two failed. */
  readonly revalidate: (tap: Tap) => Promise<Revalidation>
  /** Called when the last waiting tap was sent. */
  readonly onBacklogSent: () => void
}

/** A request to cancel whose POST was answered does not block later taps while it waits for the platform's decision. */
const blocksLaterTaps = ({ action, state }: Tap): boolean =>
  !(action === 'requestCancellation' && (state === 'sent' || state === 'disputed'))

/** The first blocking open tap of each order. Later taps of the order wait for it: taps are sent in tap order. */
export function headTaps(openTaps: readonly Tap[]): readonly Tap[] {
  const heads = new Map<string, Tap>()
  for (const tap of openTaps) if (blocksLaterTaps(tap) && !heads.has(tap.orderId)) heads.set(tap.orderId, tap)
  return [...heads.values()]
}

/** Whether the order is read again before the tap is sent: the tap is old, or an earlier attempt was lost. */
const isStale = (tap: Tap, now: number): boolean =>
  tap.attempts > 0 || now - Math.max(tap.tappedAt, tap.holdUntil) > REVALIDATE_AFTER_MS

/** An acceptance by the shop's rules is not sent after its deadline: then staff decide. */
const isExpired = ({ args }: Tap, now: number): boolean => args.automatic !== undefined && now > args.automatic.notAfter

/** How a queued tap is sent. */
interface TapSending {
  /** Sends one tap. A stale tap is sent only after its order was read again. */
  send(tap: Tap): Promise<void>
  /** A mark that stays in this kitchen needs no platform. */
  confirmHere(tap: Tap): void
  /** Whether a stale tap was tried since the last call. */
  takeBacklog(): boolean
}

function createTapSending(
  options: SenderOptions,
  waiting: WaitingTaps,
  posts: Pick<TapPosts, 'post'>,
  pauses: SendPauses,
): TapSending {
  const { ledger, clock, random, signal, revalidate, onChange } = options
  const withinLimit = createConcurrencyLimit(MAX_CALLS_AT_ONCE)
  let hasBacklog = false

  const expire = ({ tapId, orderId }: Tap): void => {
    const at = clock.platform()
    ledger.changeTaps([{ tapId, state: 'conflict', reason: 'expired', settledAt: at, onlyFrom: ['queued'] }], at)
    onChange(orderId)
  }

  const retryLater = ({ tapId, attempts }: Tap): void => {
    const wait = backoffMs(attempts + 1, CALL_BACKOFF, random)
    ledger.deferred(() => {
      const nextAttemptAt = clock.platform() + wait
      return ledger.changeTaps([{ tapId, nextAttemptAt, onlyFrom: ['queued'] }], clock.platform())
    }, 'later')
  }

  const sendIfDue = async ({ tapId }: Tap): Promise<void> => {
    const current = ledger.tap(tapId)
    // While the tap waited for its turn, `Retry-After` may have begun or the program may be stopping.
    if (signal.aborted || current?.state !== 'queued' || pauses.isRetryAfterInForce()) return
    const now = clock.platform()
    // A read that began after the end of the attempt has shown that the attempt had no effect.
    const isAttemptOver = now - (current.lastAttemptAt ?? 0) > ATTEMPT_OVER_MS
    if (isExpired(current, now) && isAttemptOver) expire(current)
    else await posts.post(current)
  }

  return {
    async send(tap) {
      if (tap.attempts === 0 && isExpired(tap, clock.platform())) {
        expire(tap)
        return
      }
      waiting.recordTry(tap.tapId, clock.monotonic())
      const mustRead = isStale(tap, clock.platform())
      if (mustRead) hasBacklog = true
      const revalidation = mustRead ? await revalidate(tap) : 'fresh'
      if (signal.aborted) return
      if (revalidation === 'undrained') pauses.recordStall()
      else if (revalidation === 'unread') retryLater(tap)
      else await withinLimit(() => sendIfDue(tap))
    },
    confirmHere({ tapId, orderId }) {
      const at = clock.platform()
      const change = { tapId, state: 'confirmed', settledAt: at, onlyFrom: ['queued'] } as const
      if (ledger.deferred(() => ledger.changeTaps([change], at), 'soon') === undefined) onChange(orderId)
    },
    takeBacklog() {
      const had = hasBacklog
      hasBacklog = false
      return had
    },
  }
}

export interface OutboxSender {
  /** Does what is due. Returns the ms until the next check; `undefined`: a later call wakes the worker. */
  work(): Promise<number | undefined>
  /** Repeats waiting taps at once: the network or the credentials are back. `Retry-After` stays in force. */
  retryWaiting(): void
  /** Sends at once and drops `Retry-After`: staff asked for it. */
  retryNow(): void
  idle(): Promise<void>
}

/**
 * The worker of the outbox. States of a tap in the ledger, and below them what this run remembers (`waiting-taps.ts`):
 *
 *                         ┌── no effect after a minute ──┐
 *                         ▼                              │
 *     held ──hold ends──▶ queued ──POST──▶ sending ─2xx▶ sent ──────┬─read─▶ confirmed, concluded, conflict
 *       └─▶ undone        ▲   │             │ ├──409───▶ disputed ──┘
 *                         │   │ expired     │ └──refused─▶ conflict
 *                         │   └─▶ conflict  │      (a step that stays in this kitchen: confirmed without a POST)
 *                         └─ no answer, 404 ┘
 *
 *     waiting             waiting           posting,     observed; a request to cancel
 *                                           answered     that is disputed: disputed
 */
export function createOutboxSender(options: SenderOptions): OutboxSender {
  const { ledger, clock, signal, log, kick, onChange, onBacklogSent } = options
  const pool = createPool({ name: 'outbox', limit: MAX_AT_ONCE, clock, log, onEnd: kick })
  const waiting = createWaitingTaps()
  const pauses = createSendPauses(clock)
  const posts = createTapPosts({ ...options, waiting, pauses })
  const sending = createTapSending(options, waiting, posts, pauses)
  const disputed = createDisputedCancellations({ ...options, waiting, pool })

  const release = (tap: Tap): void => {
    if (ledger.deferred(() => ledger.releaseTap(tap.tapId, clock.platform()), 'later')) onChange(tap.orderId)
  }

  /** Sends the first tap of an order when it is due. Returns the ms until the next check. */
  const sendWhenDue = (tap: Tap, now: number): number | undefined => {
    if (tap.args.here) {
      sending.confirmHere(tap)
      return 0
    }
    const { triedAt } = waiting.of(tap.tapId)
    const waitMs = pauses.waitMs(tap, { now, triedAt, isStale: isStale(tap, now) })
    if (waitMs > 0) return waitMs
    if (pool.free() > 0) pool.run(tap.orderId, () => sending.send(tap))
    return undefined
  }

  /** Does what is due for one open tap. Returns the ms until its next check. */
  const advance = (tap: Tap, isHead: boolean, now: number): number | undefined => {
    switch (tap.state) {
      case 'held':
        if (tap.holdUntil > now) return tap.holdUntil - now
        release(tap)
        return 0
      case 'queued':
        if (!isHead || pool.has(tap.orderId)) return undefined
        return sendWhenDue(tap, now)
      case 'sending':
        if (!pool.has(tap.orderId)) posts.storeAgain(tap.tapId)
        return undefined
      case 'disputed':
        return tap.action === 'requestCancellation' ? disputed.dueIn(tap) : readAgain(options, waiting, tap, now)
      case 'sent':
        return readAgain(options, waiting, tap, now)
      case 'confirmed':
      case 'concluded':
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
      waiting.keepOnly(new Set(open.map((tap) => tap.tapId)))
      const isSent = !open.some(({ state }) => state === 'queued' || state === 'sending')
      if (isSent && sending.takeBacklog()) onBacklogSent()
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
