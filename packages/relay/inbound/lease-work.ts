import type { Log } from '../../../electron/logging/log-port.ts'
import { causeOf, type Database } from '../database/database.ts'
import type { RelayClock } from '../relay-clock.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { storeEvents, storeInHalves } from './event-store.ts'
import { type Incoming, readIncoming } from './incoming.ts'
import { type Lease, lockAsHolder } from './lease.ts'
import { createOrderRouter } from './order-router.ts'
import { createQueueAcknowledger } from './queue-acknowledger.ts'
import { type RepeatedWork, startRepeatedWork } from './repeated-work.ts'
import type { WakeUp } from './routing.ts'

/** Wait after 403, and while the credentials do not work. */
const REFUSED_WAIT_MS = 30_000
const FAILED_WAIT_MS = 1_000

export type LeaseWorkOptions = {
  readonly db: Database
  readonly upstream: Upstream
  readonly holder: string
  readonly clock: RelayClock
  readonly holdMs: number
  readonly maxHeldEvents: number
  readonly log: Log
  /** Pushes events to kitchens with an address. Resolves with true when more events may wait. */
  readonly pusher: { work(): Promise<boolean> }
  /** Called with the number of events that a poll brought again although their acknowledgment was answered with 2xx. */
  readonly onCameAgain: (events: number) => void
  /** Registers a listener for wake-ups from other processes. Returns the function that removes it. */
  readonly onWake: (listener: (kind: WakeUp) => void) => () => void
}

type UnderLease = LeaseWorkOptions & { readonly lease: Lease }

/** A page with this many new events suggests a backlog: the next poll comes sooner. */
const BACKLOG_EVENTS = 100
const BACKLOG_WAIT_MS = 250
/**
 * A page with this many known events: they wait for their acknowledgment, and an early poll would return the same events.
 */
const MANY_KNOWN = 500
const MANY_KNOWN_WAIT_MS = 1_000

/**
 * Polls one upstream credential under its lease. An event is stored with its rows for kitchens before it is acknowledged.
 */
function createQueuePoller(
  options: UnderLease & {
    readonly onStored: () => void
    /** Called after each poll with the number of acknowledged events that it brought again. */
    readonly onPolled: (cameAgain: number) => void
  },
) {
  const { db, upstream, holder, lease, clock, log, onStored, onPolled } = options
  const { name, pollIntervalSeconds } = upstream.config

  const storePart = (pollBeganAt: number) => (events: readonly Incoming[]) =>
    db.transaction(async (on) => {
      await lockAsHolder(on, name, holder, lease.fencing)
      const stored = await storeEvents(on, name, events, { pollAgeMs: clock.monotonic() - pollBeganAt })
      await on.query(
        `UPDATE upstream SET last_poll_at = now(), last_good_poll_at = now(), last_verdict = 'polled' WHERE name = $1`,
        [name],
      )
      return stored
    })

  const store = async (raw: readonly unknown[], pollBeganAt: number): Promise<number> => {
    const { results, refused } = await storeInHalves(raw.map(readIncoming), storePart(pollBeganAt))
    if (refused.length > 0) log.error('events-refused', { name, count: refused.length })
    onPolled(results.reduce((sum, { cameAgain }) => sum + cameAgain, 0))
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
        const polledAt = clock.monotonic()
        const answer = await upstream.poll(lease.signal)
        if (lease.signal.aborted) return 0
        if (answer.kind === 'events') {
          const freshEvents = await store(answer.events, polledAt)
          if (answer.events.length > 0) onStored()
          if (answer.events.length - freshEvents >= MANY_KNOWN) return Math.max(untilNext(), MANY_KNOWN_WAIT_MS)
          return freshEvents >= BACKLOG_EVENTS ? Math.min(untilNext(), BACKLOG_WAIT_MS) : untilNext()
        }
        const cause = answer.kind === 'refused' ? `refused-${answer.status}` : answer.cause
        await recordFailure(cause)
        log.warn('upstream-not-polled', { name, cause })
        if (answer.kind === 'unavailable')
          return Math.max(answer.retryAfterMs ?? 0, Math.min(untilNext(), FAILED_WAIT_MS))
        return REFUSED_WAIT_MS
      } catch (error) {
        log.warn('events-not-stored', { name, cause: causeOf(error) })
        return FAILED_WAIT_MS
      }
    },
  }
}

/** Interval at which the loops check the database for work when no wake-up comes. */
const CHECK_INTERVAL_MS = 1_000

/** Polls, reads orders to route their events, acknowledges and pushes. Resolves when the lease has ended. */
export async function workUnderLease(options: LeaseWorkOptions, lease: Lease): Promise<void> {
  const { upstream, log } = options
  const acknowledger = createQueueAcknowledger({ ...options, lease })
  const start = (task: string, work: () => Promise<number>): RepeatedWork =>
    startRepeatedWork({ name: `${task}:${upstream.config.name}`, work, signal: lease.signal, log })
  const acknowledging = start('acknowledging', async () => (await acknowledger.work()) ?? CHECK_INTERVAL_MS)
  const router = createOrderRouter({
    ...options,
    lease,
    random: Math.random,
    onRouted: acknowledging.wake,
    onSlotFree: () => routing.wake(),
  })
  const routing: RepeatedWork = start('routing', async () => {
    await router.work()
    return CHECK_INTERVAL_MS
  })
  const pushing = start('pushing', async () => ((await options.pusher.work()) ? 0 : CHECK_INTERVAL_MS))
  const wake = (): void => {
    routing.wake()
    acknowledging.wake()
  }
  const poller = createQueuePoller({ ...options, lease, onStored: wake, onPolled: acknowledger.recordCameAgain })
  const polling = start('polling', () => poller.work())
  const unregister = options.onWake((kind) => (kind === 'delivery' ? pushing.wake() : wake()))
  await Promise.all([polling.ended, routing.ended, acknowledging.ended, pushing.ended])
  unregister()
  await router.idle()
}
