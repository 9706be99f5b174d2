import type { CallResult } from '../../shared/contract.ts'
import { fail, messageOf, ok } from '../../shared/result.ts'
import type { Log } from '../logging/log-port.ts'
import type { Ledger } from '../storage/ports.ts'
import type { Clock } from '../sync/clock.ts'
import { receivePage } from '../sync/inbox.ts'

/** Slowest polling: it stays the heartbeat that keeps the store open, and the way in for what no delivery brings. */
const SLOW_POLL_MS = 60_000
/** For so long after a delivery that brought something new, deliveries count as working. */
const WORKING_MS = 10 * 60_000

export type DeliveryParts = {
  readonly ledger: Pick<Ledger, 'receiveEvents'>
  readonly clock: Pick<Clock, 'platform' | 'monotonic'>
  readonly log: Log
  /** Told once new events are durable. */
  readonly onReceived: (freshOrderIds: readonly string[]) => void
}

/** Events that the platform brings instead of waiting to be asked: the same inbox, and never a reason not to ask. */
export type Deliveries = {
  /**
   * Makes the events of one genuine delivery durable. Duplicates, of polling too, have no effect. `storage`: nothing was
   * stored, and the platform has to be told so.
   */
  receive(events: readonly unknown[]): CallResult<{ readonly freshEvents: number }>
  /** A poll found events that no delivery had brought: they do not work, or not for everything. */
  missed(): void
  /** The latest delivery that brought something new is recent, and no poll has found what deliveries missed. */
  areWorking(): boolean
  /** Milliseconds between two polls, where `chosenMs` is the setting. */
  pollIntervalMs(chosenMs: number): number
}

export function createDeliveries({ ledger, clock, log, onReceived }: DeliveryParts): Deliveries {
  let lastFreshAt: number | undefined

  /** What is durable stays done: a board that cannot be drawn afresh is no reason for the platform to send again. */
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
        // A replay brings nothing new, so it slows down nothing.
        if (freshOrderIds.length > 0) lastFreshAt = clock.monotonic()
        if (freshEvents > 0) announce(freshOrderIds)
        return ok({ freshEvents })
      } catch (error) {
        const message = messageOf(error)
        log.error('storage-refused', { error: message })
        return fail('storage', message)
      }
    },
    missed() {
      lastFreshAt = undefined
    },
    areWorking,
    pollIntervalMs: (chosenMs) => (areWorking() ? Math.max(chosenMs, SLOW_POLL_MS) : chosenMs),
  }
}
