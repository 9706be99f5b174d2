import { assertNever } from '../../shared/result.ts'
import type { Log } from '../logging/log-port.ts'
import { createConcurrencyLimit } from '../platform/client.ts'
import type { Ledger, Tap } from '../storage/ports.ts'
import { backoffMs, CALL_BACKOFF } from './backoff.ts'
import type { Clock } from './clock.ts'
import { createDisputedCancellations, type Revalidation } from './disputed-cancellation.ts'
import { createPool } from './pool.ts'
import { createSendPauses } from './send-pauses.ts'
import { createTapPosts, type TapPostsParts } from './tap-posts.ts'

/** After a longer wait the order is read again before its tap is sent. */
const REVALIDATE_AFTER_MS = 20_000
/** An attempt that began longer ago has ended: no call lasts half of this time. */
export const ATTEMPT_OVER_MS = 3 * 60_000

/** Pauses between the reads that look for the effect of an accepted move. */
const CONFIRMATION_BACKOFF = { baseMs: 1_000, capMs: 30_000 }
/** The platform may never decide on a cancellation request; its order is read this often. */
const CANCELLATION_READ_MS = 60_000

/** Reads the orders of accepted taps again until a read shows the effect. */
function createConfirmationReads(parts: {
  readonly ledger: Pick<Ledger, 'isReadPending' | 'deferred' | 'markToRead'>
  readonly clock: Pick<Clock, 'platform' | 'monotonic'>
  readonly random: () => number
  readonly onReadWanted: () => void
}) {
  const { ledger, clock, random, onReadWanted } = parts
  /** By tap: number of reads so far, and the time of the next read (monotonic). */
  const states = new Map<string, { readonly reads: number; readonly nextAt: number }>()
  return {
    /**
     * Queues the next read of the tap's order when it is due.
     * @param now platform time, epoch ms
     * @returns ms until the next check
     */
    dueIn(tap: Tap, now: number): number {
      const monotonicNow = clock.monotonic()
      const firstWaitMs = (tap.answeredAt ?? now) + CONFIRMATION_BACKOFF.baseMs - now
      const state = states.get(tap.tapId) ?? { reads: 0, nextAt: monotonicNow + firstWaitMs }
      if (state.nextAt > monotonicNow) {
        states.set(tap.tapId, state)
        return state.nextAt - monotonicNow
      }
      const isCancellation = tap.action === 'requestCancellation'
      const waitMs = isCancellation ? CANCELLATION_READ_MS : backoffMs(state.reads + 1, CONFIRMATION_BACKOFF, random)
      states.set(tap.tapId, { reads: state.reads + 1, nextAt: monotonicNow + waitMs })
      // A read that failed keeps its own pause, which grows: the platform answers this order with an error.
      if (!ledger.isReadPending(tap.orderId)) {
        ledger.deferred(() => ledger.markToRead([tap.orderId], clock.platform()), 'later')
        onReadWanted()
      }
      return waitMs
    },
    /** Removes the taps that are no longer open. */
    keepOnly(openTapIds: ReadonlySet<string>): void {
      for (const tapId of states.keys()) if (!openTapIds.has(tapId)) states.delete(tapId)
    },
  }
}

/** Most POSTs at once. The other calls that the client allows (platform/client.ts) are left to reads. */
const MAX_CALLS_AT_ONCE = 2
/** Orders in work at once. More than the calls, because some are first read again. */
const MAX_AT_ONCE = 4

export type SenderParts = Omit<TapPostsParts, 'pauses' | 'ledger'> & {
  readonly ledger: TapPostsParts['ledger'] & Pick<Ledger, 'openTaps' | 'releaseTap' | 'isReadPending'>
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

export function createOutboxSender(parts: SenderParts) {
  const { ledger, clock, random, signal, log, kick, revalidate, onReadWanted, onChange, onBacklogSent } = parts
  const pool = createPool({ name: 'outbox', limit: MAX_AT_ONCE, clock, log, onEnd: kick })
  const disputed = createDisputedCancellations({ ledger, clock, signal, pool, revalidate, onChange })
  /** When each waiting tap was last tried (monotonic): `retryWaiting` makes it due once. */
  const lastTriedAt = new Map<string, number>()
  const confirmationReads = createConfirmationReads({ ledger, clock, random, onReadWanted })
  const pauses = createSendPauses(clock)
  let hasBacklog = false

  const posts = createTapPosts({ ...parts, pauses })
  const withinLimit = createConcurrencyLimit(MAX_CALLS_AT_ONCE)

  /** Whether the order is read again before the tap is sent: the tap is old, or an earlier attempt was lost. */
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
    // A read that began after the end of the attempt has shown that the attempt had no effect.
    const isAttemptOver = clock.platform() - (current.lastAttemptAt ?? 0) > ATTEMPT_OVER_MS
    if (isExpired(current) && isAttemptOver) expire(current)
    else await posts.post(current)
  }

  /** Sends one tap. A stale tap is sent only after its order was read again. */
  const send = async (tap: Tap): Promise<void> => {
    if (tap.attempts === 0 && isExpired(tap)) {
      expire(tap)
      return
    }
    lastTriedAt.set(tap.tapId, clock.monotonic())
    if (isStale(tap)) {
      hasBacklog = true
      const revalidation = await revalidate(tap)
      if (signal.aborted) return
      if (revalidation === 'undrained') {
        pauses.recordStall()
        return
      }
      if (revalidation === 'unread') {
        retryLater(tap)
        return
      }
    }
    await withinLimit(() => sendIfDue(tap))
  }

  /** A mark that stays in this kitchen needs no platform. */
  const confirmHere = ({ tapId, orderId }: Tap): void => {
    const at = clock.platform()
    const change = { tapId, state: 'confirmed', settledAt: at, onlyFrom: ['queued'] } as const
    if (ledger.deferred(() => ledger.changeTaps([change], at), 'soon') === undefined) onChange(orderId)
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
        if (tap.args.here) {
          confirmHere(tap)
          return 0
        }
        const waitMs = pauses.waitMs(tap, { now, triedAt: lastTriedAt.get(tap.tapId), isStale: isStale(tap) })
        if (waitMs > 0) return waitMs
        if (pool.free() > 0) pool.run(tap.orderId, () => send(tap))
        return undefined
      }
      case 'sending':
        if (!pool.has(tap.orderId)) posts.storeAgain(tap.tapId)
        return undefined
      case 'disputed':
        return tap.action === 'requestCancellation' ? disputed.dueIn(tap) : confirmationReads.dueIn(tap, now)
      case 'sent':
        return confirmationReads.dueIn(tap, now)
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
    async work(): Promise<number | undefined> {
      if (signal.aborted) return undefined
      const open = ledger.openTaps()
      const openIds = new Set(open.map((tap) => tap.tapId))
      confirmationReads.keepOnly(openIds)
      posts.keepOnly(openIds)
      disputed.keepOnly(openIds)
      for (const tapId of lastTriedAt.keys()) if (!openIds.has(tapId)) lastTriedAt.delete(tapId)
      if (hasBacklog && !open.some(({ state }) => state === 'queued' || state === 'sending')) {
        hasBacklog = false
        onBacklogSent()
      }
      const heads = new Set(headTaps(open).map((tap) => tap.tapId))
      const now = clock.platform()
      const waits = open.map((tap) => advance(tap, heads.has(tap.tapId), now)).filter((wait) => wait !== undefined)
      return waits.length === 0 ? undefined : Math.min(...waits)
    },
    /** Repeats waiting taps at once: the network or the credentials are back. `Retry-After` stays in force. */
    retryWaiting: pauses.retryWaiting,
    /** Sends at once and drops `Retry-After`: staff asked for it. */
    retryNow: pauses.retryNow,
    idle: (): Promise<void> => pool.idle(),
  }
}
