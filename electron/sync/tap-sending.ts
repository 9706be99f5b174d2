import type { Ledger, Tap } from '../storage/ports.ts'
import { backoffMs, CALL_BACKOFF } from './backoff.ts'
import type { Clock } from './clock.ts'
import type { Revalidation } from './disputed-cancellation.ts'
import type { SendPauses } from './tap-posts.ts'

/** After a longer wait the order is read again before its tap is sent. */
const REVALIDATE_AFTER_MS = 20_000
/** An attempt that began longer ago has ended: no call lasts half of this time. */
export const ATTEMPT_OVER_MS = 3 * 60_000

/** Decides immediately before the POST whether a tap is still to be sent. */
export function createTapSending(parts: {
  readonly ledger: Pick<Ledger, 'tap' | 'changeTaps' | 'deferred'>
  readonly clock: Pick<Clock, 'platform'>
  readonly random: () => number
  readonly signal: AbortSignal
  readonly pauses: Pick<SendPauses, 'recordStall' | 'isRetryAfterInForce'>
  readonly revalidate: (tap: Tap) => Promise<Revalidation>
  /** Runs a task when fewer POSTs than allowed are under way. */
  readonly withinLimit: (task: () => Promise<void>) => Promise<void>
  readonly post: (tap: Tap) => Promise<void>
  /** Called when the sending of a tap begins. */
  readonly onTry: (tapId: string, isStale: boolean) => void
  readonly onChange: (orderId: string) => void
}) {
  const { ledger, clock, random, signal, pauses, revalidate, withinLimit, post, onTry, onChange } = parts

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
    else await post(current)
  }

  return {
    /** Whether the order is read again before the tap is sent: the tap is old, or an earlier attempt was lost. */
    isStale,
    /** Sends one tap. A stale tap is sent only after its order was read again. */
    async send(tap: Tap): Promise<void> {
      if (tap.attempts === 0 && isExpired(tap)) {
        expire(tap)
        return
      }
      const mustRevalidate = isStale(tap)
      onTry(tap.tapId, mustRevalidate)
      if (mustRevalidate) {
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
    },
  }
}
