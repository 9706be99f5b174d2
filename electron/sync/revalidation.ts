import type { Ledger, Tap } from '../storage/ports.ts'
import type { Clock } from './clock.ts'
import type { Revalidation } from './disputed-cancellation.ts'
import type { Drain } from './drain.ts'
import type { OrderReader } from './order-reader.ts'
import { ATTEMPT_OVER_MS } from './tap-sending.ts'

/** Makes the function that drains the platform's events and then reads the order of a tap, unless it was read just now. */
export function createRevalidation(parts: {
  readonly drain: Pick<Drain, 'wait'>
  readonly reader: Pick<OrderReader, 'readNow' | 'readUnderWay' | 'wasJustRead'>
  readonly ledger: Pick<Ledger, 'tap'>
  readonly clock: Pick<Clock, 'monotonic' | 'platform'>
  readonly signal: AbortSignal
}): (tap: Tap) => Promise<Revalidation> {
  const { drain, reader, ledger, clock, signal } = parts

  /**
   * A move may be repeated. A cancellation request must not be repeated if an event shows that the previous attempt
   * arrived. A poll that began before that attempt was over may have missed this event.
   */
  const waitForEvents = ({ action, attempts }: Tap): Promise<boolean> =>
    action === 'requestCancellation' && attempts > 0
      ? drain.wait(clock.monotonic(), true)
      : drain.wait(Number.NEGATIVE_INFINITY)

  return async (tap) => {
    const { tapId, orderId } = tap
    if (!(await waitForEvents(tap)) || signal.aborted) return 'undrained'
    // A step of the clock during the wait has corrected the time of the attempt in the ledger.
    const { lastAttemptAt = 0 } = ledger.tap(tapId) ?? tap
    // After an attempt with unknown outcome, the read must have begun after it. Otherwise a recent read is enough.
    if (clock.platform() - lastAttemptAt < ATTEMPT_OVER_MS) return (await reader.readNow(orderId)) ? 'fresh' : 'unread'
    if (reader.wasJustRead(orderId)) return 'fresh'
    return (await (reader.readUnderWay(orderId) ?? reader.readNow(orderId))) ? 'fresh' : 'unread'
  }
}
