import type { Ledger } from '../storage/ports.ts'
import type { TimeService } from '../sync/clock.ts'

/**
 * The time by which stored data has expired, in epoch ms. The clock of a computer can be wrong by years, after a flat battery
 * for example, and what a purge deletes cannot be restored. Until the platform's clock is known in this run, only the time of
 * this run counts since the last successful poll.
 */
export function createExpiryTime(
  clock: Pick<TimeService, 'platform' | 'monotonic' | 'source'>,
  ledger: Pick<Ledger, 'lastPollAt'>,
): () => number {
  const startedAt = clock.monotonic()
  return () => {
    const now = clock.platform()
    const lastPollAt = ledger.lastPollAt()
    if (clock.source() === 'platform' || lastPollAt === undefined) return now
    return Math.min(now, lastPollAt + (clock.monotonic() - startedAt))
  }
}
