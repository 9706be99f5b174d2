import type { CallResult } from '../../shared/contract.ts'
import { fail, messageOf, ok } from '../../shared/result.ts'
import type { Log } from '../logging/log-port.ts'
import type { Ledger } from '../storage/ports.ts'
import type { Clock } from '../sync/clock.ts'
import { receivePage } from '../sync/receive-page.ts'

/** Slowest polling. Polls keep the store open and bring the events that no delivery brought. */
const SLOW_POLL_MS = 60_000
/** Deliveries count as working for this time after a delivery that brought something new. */
const WORKING_MS = 10 * 60_000

export type DeliveryParts = {
  readonly ledger: Pick<Ledger, 'receiveEvents'>
  readonly clock: Pick<Clock, 'platform' | 'monotonic'>
  readonly log: Log
  /** Called once new events are durable. */
  readonly onReceived: (freshOrderIds: readonly string[]) => void
}

/** Events that the platform sends by webhook. They go into the same inbox as polled events, and polling goes on. */
export type Deliveries = {
  /**
   * Makes the events of one genuine delivery durable. Duplicates, of polling too, have no effect. `storage`: nothing
   * was stored, and the platform must get an error.
   */
  receive(events: readonly unknown[]): CallResult<{ readonly freshEvents: number }>
  /** Call when a poll found events that no delivery had brought: deliveries fail for some events at least. */
  recordMissed(): void
  /** True when the latest delivery that brought something new is recent and no poll has found a missed event since. */
  areWorking(): boolean
  /** The poll interval (ms): `chosenMs` of the settings, or longer while deliveries bring the events. */
  pollIntervalMs(chosenMs: number): number
}

export function createDeliveries({ ledger, clock, log, onReceived }: DeliveryParts): Deliveries {
  let lastFreshAt: number | undefined

  /** The events are durable. When the board cannot be updated, the platform still need not send them again. */
  const announce = (freshOrderIds: readonly string[]): void => {
    try {
      onReceived(freshOrderIds)
    } catch (error) {
      log.error('delivery-not-shown', { error: messageOf(error) })
    }
  }

  const areWorking = (): boolean => lastFreshAt !== undefined && clock.monotonic() - lastFreshAt < WORKING_MS

  return {
    receive(events) {
      try {
        const { freshEvents, freshOrderIds } = receivePage(ledger, events, 'webhook', clock.platform())
        // A replay brings nothing new, so it does not slow down polling.
        if (freshOrderIds.length > 0) lastFreshAt = clock.monotonic()
        if (freshEvents > 0 || freshOrderIds.length > 0) announce(freshOrderIds)
        return ok({ freshEvents })
      } catch (error) {
        const message = messageOf(error)
        log.error('storage-refused', { error: message })
        return fail('storage', message)
      }
    },
    recordMissed() {
      lastFreshAt = undefined
    },
    areWorking,
    pollIntervalMs: (chosenMs) => (areWorking() ? Math.max(chosenMs, SLOW_POLL_MS) : chosenMs),
  }
}
