import type { Ledger, Tap } from '../storage/ports.ts'
import { backoffMs } from './backoff.ts'
import type { Clock } from './clock.ts'

/** Pauses between the reads that look for the effect of an accepted move. */
const CONFIRMATION_BACKOFF = { baseMs: 1_000, capMs: 30_000 }
/** The platform may never decide on a cancellation request; its order is read this often. */
const CANCELLATION_READ_MS = 60_000

/** Reads the orders of accepted taps again until a read shows the effect. */
export type ConfirmationReads = {
  /**
   * Queues the next read of the tap's order when it is due.
   * @param now platform time, epoch ms
   * @returns ms until the next check
   */
  dueIn(tap: Tap, now: number): number
  /** Removes the taps that are no longer open. */
  keepOnly(openTapIds: ReadonlySet<string>): void
}

export function createConfirmationReads(parts: {
  readonly ledger: Pick<Ledger, 'isReadPending' | 'deferred' | 'markToRead'>
  readonly clock: Pick<Clock, 'platform' | 'monotonic'>
  readonly random: () => number
  readonly onReadWanted: () => void
}): ConfirmationReads {
  const { ledger, clock, random, onReadWanted } = parts
  /** By tap: number of reads so far, and the time of the next read (monotonic). */
  const states = new Map<string, { readonly reads: number; readonly nextAt: number }>()
  return {
    dueIn(tap, now) {
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
    keepOnly(openTapIds) {
      for (const tapId of states.keys()) if (!openTapIds.has(tapId)) states.delete(tapId)
    },
  }
}
