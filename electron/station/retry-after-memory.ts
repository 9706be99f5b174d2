import { messageOf } from '../../shared/result.ts'
import type { Log } from '../logging/log-port.ts'
import type { AcknowledgeAnswer, ActAnswer, PlatformClient, PollAnswer, Unavailable } from '../platform/answers.ts'
import type { Ledger, RetryAfter, WaitingCall } from '../storage/ports.ts'
import type { Clock } from '../sync/clock.ts'

type Calls = Pick<PlatformClient, WaitingCall>
type Answer = PollAnswer | AcknowledgeAnswer | ActAnswer

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
  readonly ledger: Pick<Ledger, 'retryAfters' | 'saveRetryAfters'>
  readonly clock: Pick<Clock, 'platform' | 'monotonic'>
  readonly log: Pick<Log, 'error'>
}): RetryAfterMemory {
  const { client, ledger, clock, log } = parts
  let stored = ledger.retryAfters()
  /** The end of each wait from before this start (monotonic). A clock that was set back must not make it longer. */
  const notBefore = new Map(
    stored.map(({ call, at, waitMs }) => {
      const leftMs = Math.min(waitMs, at + waitMs - clock.platform())
      return [call, clock.monotonic() + leftMs]
    }),
  )

  const save = (waits: readonly RetryAfter[]): void => {
    try {
      ledger.saveRetryAfters(waits)
      stored = waits
    } catch (error) {
      // The wait itself goes on. Only a restart would end it.
      log.error('storage-refused', { error: messageOf(error) })
    }
  }

  const remember = (call: WaitingCall, answer: Answer): void => {
    const known = stored.find((wait) => wait.call === call)
    const others = stored.filter((wait) => wait !== known)
    if (answer.kind !== 'unavailable') {
      if (known) save(others)
      return
    }
    const at = clock.platform()
    const { retryAfterMs: waitMs = 0 } = answer
    // Several calls may be told different times. The longest counts, as for the workers.
    if (waitMs > 0 && !(known && known.at + known.waitMs >= at + waitMs)) save([...others, { call, at, waitMs }])
  }

  const unlessAskedToWait = async <T extends Answer>(
    call: WaitingCall,
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
      if (stored.length > 0) save([])
    },
  }
}
