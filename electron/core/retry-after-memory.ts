import { messageOf } from '../../shared/result.ts'
import type { Log } from '../logging/log-port.ts'
import type { AcknowledgeAnswer, ActAnswer, PollAnswer, ReadAnswer, Unavailable } from '../platform/answers.ts'
import type { Facts, RetryAfter, WaitingCall } from '../storage/ports.ts'
import type { Clock } from '../sync/clock.ts'

/** A webhook delivery that is under way arrives within seconds (docs/protocol.md, "Webhook"). */
const DELIVERY_GRACE_MS = 5_000

/**
 * For a platform that cannot be polled: a check that the platform answers takes the place of a poll. It waits for
 * deliveries that are under way, so that its success means the same as an empty page. When deliveries stop working, polls
 * begin again, and their failure is shown like any other.
 */
export async function checkInsteadOfPoll(
  clock: Pick<Clock, 'setTimer'>,
  check: () => Promise<boolean>,
  signal: AbortSignal,
): Promise<PollAnswer> {
  await new Promise<void>((resolve) => {
    // The signal exists as long as the program, so each check removes its listener.
    const end = (): void => {
      cancel()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const cancel = clock.setTimer(DELIVERY_GRACE_MS, end)
    signal.addEventListener('abort', end)
  })
  return (await check()) ? { kind: 'events', events: [] } : { kind: 'unavailable', cause: 'network' }
}

type Answer = PollAnswer | AcknowledgeAnswer | ActAnswer | ReadAnswer

/**
 * Keeps `Retry-After` over a restart, so that a program that restarts often does not call a platform during the wait.
 * Until the wait is over, such a call is answered here. During a run the workers wait by themselves. The
 * `Retry-After` of one order's read is not kept, because other orders must not wait for it. The `Retry-After` of a
 * request for a token delays every call.
 */
export function createRetryAfterMemory(parts: {
  readonly ledger: { readonly facts: Pick<Facts, 'retryAfters'> }
  readonly clock: Pick<Clock, 'platform' | 'monotonic'>
  readonly log: Pick<Log, 'error'>
}) {
  const { ledger, clock, log } = parts
  let stored = ledger.facts.retryAfters.get()
  /** The end of each wait from before this start (monotonic). A clock that was set back must not lengthen the wait. */
  const notBefore = new Map(
    stored.map(({ call, at, waitMs }) => {
      const leftMs = Math.min(waitMs, at + waitMs - clock.platform())
      return [call, clock.monotonic() + leftMs]
    }),
  )

  const save = (waits: readonly RetryAfter[]): void => {
    try {
      ledger.facts.retryAfters.set(waits)
      stored = waits
    } catch (error) {
      // The wait itself goes on. Only a restart would end it.
      log.error('storage-refused', { error: messageOf(error) })
    }
  }

  const forgetAll = (calls: readonly (WaitingCall | undefined)[]): void => {
    if (stored.some(({ call }) => calls.includes(call))) save(stored.filter(({ call }) => !calls.includes(call)))
  }

  const remember = (call: WaitingCall, waitMs: number): void => {
    const known = stored.find((wait) => wait.call === call)
    const at = clock.platform()
    // Several answers may state different times. The latest end counts, as for the workers.
    if (known && known.at + known.waitMs >= at + waitMs) return
    save([...stored.filter((wait) => wait !== known), { call, at, waitMs }])
  }

  /**
   * Makes the call unless the platform asked before this start to wait.
   * @param call absent for a call whose own wait is not kept
   */
  const unlessWaiting = async <T extends Answer>(
    call: WaitingCall | undefined,
    make: () => Promise<T>,
  ): Promise<T | Unavailable> => {
    const until = [call, 'token' as const].map((one) => (one && notBefore.get(one)) ?? Number.NEGATIVE_INFINITY)
    const retryAfterMs = Math.max(...until) - clock.monotonic()
    if (retryAfterMs > 0) return { kind: 'unavailable', cause: 'throttled', retryAfterMs }
    const answer = await make()
    if (answer.kind !== 'unavailable') {
      forgetAll([call, 'token'])
      return answer
    }
    const asked = answer.isOfToken ? 'token' : call
    if (asked !== undefined && answer.retryAfterMs) remember(asked, answer.retryAfterMs)
    return answer
  }

  return {
    unlessWaiting,
    /** Ends every wait: staff asked for it, or a connection test passed. */
    forget(): void {
      notBefore.clear()
      if (stored.length > 0) save([])
    },
  }
}
