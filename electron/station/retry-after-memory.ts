import { messageOf } from '../../shared/result.ts'
import type { Log } from '../logging/log-port.ts'
import type { AcknowledgeAnswer, ActAnswer, PlatformClient, PollAnswer, Unavailable } from '../platform/answers.ts'
import { LONGEST_WAIT_MS } from '../platform/retry-after.ts'
import type { Ledger, RetryAfterTimes } from '../storage/ports.ts'
import type { Clock } from '../sync/clock.ts'

type Call = keyof RetryAfterTimes
type Calls = Pick<PlatformClient, 'poll' | 'acknowledge' | 'act'>

/** The calls of a client with the waits that the platform asked for before this start. */
export type RetryAfterMemory = Calls & {
  /** Ends every wait: staff asked for it, or a connection test passed. */
  forget(): void
}

/**
 * Keeps `Retry-After` over a restart: a program that is restarted again and again must not call a platform that asks it
 * to wait. Until the time is over, such a call is answered here. During a run the workers themselves wait. The
 * `Retry-After` of one order's read is not kept: other orders must not wait for it.
 */
export function createRetryAfterMemory(parts: {
  readonly client: Calls
  readonly ledger: Pick<Ledger, 'retryAfterTimes' | 'saveRetryAfterTimes'>
  readonly clock: Pick<Clock, 'platform' | 'monotonic'>
  readonly log: Pick<Log, 'error'>
}): RetryAfterMemory {
  const { client, ledger, clock, log } = parts
  let stored = ledger.retryAfterTimes()
  /** The end of each wait from before this start (monotonic). A clock that was set back must not make it longer. */
  const notBefore = new Map(
    Object.entries(stored).map(([call, until]) => {
      const leftMs = Math.min(until - clock.platform(), LONGEST_WAIT_MS)
      return [call, clock.monotonic() + leftMs] as const
    }),
  )

  const save = (times: RetryAfterTimes): void => {
    try {
      ledger.saveRetryAfterTimes(times)
      stored = times
    } catch (error) {
      // The wait itself goes on. Only a restart would end it.
      log.error('storage-refused', { error: messageOf(error) })
    }
  }

  const remember = (call: Call, answer: PollAnswer | AcknowledgeAnswer | ActAnswer): void => {
    if (answer.kind !== 'unavailable') {
      const { [call]: until, ...others } = stored
      if (until !== undefined) save(others)
    } else if (answer.retryAfterMs) {
      save({ ...stored, [call]: clock.platform() + answer.retryAfterMs })
    }
  }

  const unlessAskedToWait = async <T extends PollAnswer | AcknowledgeAnswer | ActAnswer>(
    call: Call,
    make: () => Promise<T>,
  ): Promise<T | Unavailable> => {
    const retryAfterMs = (notBefore.get(call) ?? Number.NEGATIVE_INFINITY) - clock.monotonic()
    if (retryAfterMs > 0) return { kind: 'unavailable', cause: 'throttled', retryAfterMs }
    const answer = await make()
    remember(call, answer)
    return answer
  }

  return {
    poll: (signal) => unlessAskedToWait('poll', () => client.poll(signal)),
    acknowledge: (events, signal, form) =>
      unlessAskedToWait('acknowledge', () => client.acknowledge(events, signal, form)),
    act: (request, signal) => unlessAskedToWait('act', () => client.act(request, signal)),
    forget() {
      notBefore.clear()
      if (Object.keys(stored).length > 0) save({})
    },
  }
}
