import type { PlatformClient, PollAnswer } from '../platform/answers.ts'
import type { Clock } from '../sync/clock.ts'

/** A webhook delivery that is under way arrives within seconds (docs/protocol.md, "Webhook"). */
const DELIVERY_GRACE_MS = 5_000

/**
 * For a platform that cannot be polled: while `isPollingOff`, each poll is replaced by a check that the platform
 * answers. The check waits for deliveries that are under way, so that its success means the same as an empty page. When
 * deliveries stop working, polls begin again, and their failure is shown like any other.
 */
export function pollOrCheck(parts: {
  readonly client: Pick<PlatformClient, 'poll'>
  readonly isPollingOff: () => boolean
  readonly check: () => Promise<boolean>
  readonly clock: Pick<Clock, 'setTimer'>
}): PlatformClient['poll'] {
  const { client, isPollingOff, check, clock } = parts

  const grace = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      // The signal exists as long as the program, so each check removes its listener.
      const end = (): void => {
        cancel()
        signal.removeEventListener('abort', end)
        resolve()
      }
      const cancel = clock.setTimer(DELIVERY_GRACE_MS, end)
      signal.addEventListener('abort', end)
    })

  return async (signal): Promise<PollAnswer> => {
    if (!isPollingOff()) return client.poll(signal)
    await grace(signal)
    return (await check()) ? { kind: 'events', events: [] } : { kind: 'unavailable', cause: 'network' }
  }
}
