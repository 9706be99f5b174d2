import type { Log } from '../../electron/logging/log-port.ts'
import { causeOf, type Database } from '../database/database.ts'
import type { RelayClock } from '../relay-clock.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { storeEvents, storeInHalves } from './event-store.ts'
import { type Incoming, readIncoming } from './incoming.ts'
import { type Lease, lockAsHolder } from './lease.ts'

/** A page with this many new events suggests a backlog: the next poll comes sooner. */
const BACKLOG_EVENTS = 100
const BACKLOG_WAIT_MS = 250
/**
 * A page with this many known events: they wait for their acknowledgment, and an early poll would return the same events.
 */
const MANY_KNOWN = 500
const MANY_KNOWN_WAIT_MS = 1_000
const FAILED_WAIT_MS = 1_000
const UNAUTHORIZED_WAIT_MS = 30_000

export type QueuePollerParts = {
  readonly db: Database
  readonly upstream: Upstream
  readonly holder: string
  readonly lease: Lease
  readonly clock: RelayClock
  readonly log: Log
  readonly onStored: () => void
}

/**
 * Polls one upstream credential under its lease. An event is stored with its rows for kitchens before it is acknowledged.
 */
export function createQueuePoller(parts: QueuePollerParts) {
  const { db, upstream, holder, lease, clock, log, onStored } = parts
  const { name, pollIntervalSeconds } = upstream.config

  const storePart = (events: readonly Incoming[]) =>
    db.transaction(async (on) => {
      await lockAsHolder(on, name, holder, lease.fencing)
      const stored = await storeEvents(on, name, events, 'poll')
      await on.query(
        `UPDATE upstream SET last_poll_at = now(), last_good_poll_at = now(), last_verdict = 'polled' WHERE name = $1`,
        [name],
      )
      return stored
    })

  const store = async (raw: readonly unknown[]): Promise<number> => {
    const { results, refused } = await storeInHalves(raw.map(readIncoming), storePart)
    if (refused.length > 0) log.error('events-refused', { name, count: refused.length })
    return results.reduce((sum, { freshEvents }) => sum + freshEvents, 0)
  }

  const recordFailure = async (verdict: string): Promise<void> => {
    await db.query('UPDATE upstream SET last_poll_at = now(), last_verdict = $2 WHERE name = $1 AND fencing = $3', [
      name,
      verdict,
      lease.fencing,
    ])
  }

  return {
    /** Polls once. Resolves with the ms until the next poll. Never rejects. */
    async work(): Promise<number> {
      const beganAt = clock.monotonic()
      const untilNext = (): number => Math.max(0, beganAt + pollIntervalSeconds * 1_000 - clock.monotonic())
      try {
        await upstream.gate.refresh()
        const pausedMs = upstream.gate.remainingMs()
        if (pausedMs > 0) return pausedMs
        if (!lease.isCurrent()) return FAILED_WAIT_MS
        const answer = await upstream.poll(lease.signal)
        if (lease.signal.aborted) return 0
        if (answer.kind === 'events') {
          const freshEvents = await store(answer.events)
          if (answer.events.length > 0) onStored()
          if (answer.events.length - freshEvents >= MANY_KNOWN) return Math.max(untilNext(), MANY_KNOWN_WAIT_MS)
          return freshEvents >= BACKLOG_EVENTS ? Math.min(untilNext(), BACKLOG_WAIT_MS) : untilNext()
        }
        const cause = answer.kind === 'refused' ? `refused-${answer.status}` : answer.cause
        await recordFailure(cause)
        log.warn('upstream-not-polled', { name, cause })
        if (answer.kind === 'unavailable')
          return Math.max(answer.retryAfterMs ?? 0, Math.min(untilNext(), FAILED_WAIT_MS))
        return UNAUTHORIZED_WAIT_MS
      } catch (error) {
        log.warn('events-not-stored', { name, cause: causeOf(error) })
        return FAILED_WAIT_MS
      }
    },
  }
}
