import type { Log } from '../../../electron/logging/log-port.ts'
import type { EventReference } from '../../../electron/platform/answers.ts'
import { parseBody } from '../../../shared/json-body.ts'
import { type NumericIds, parseEvent } from '../../../shared/order/event.ts'
import { causeOf, type Database } from '../database/database.ts'
import { decodeKey, wholeKeyIn } from '../database/key.ts'
import { pause, type RelayClock } from '../relay-clock.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { storeEvents, storeInHalves } from './event-store.ts'
import { type Incoming, readIncoming } from './incoming.ts'
import { type Lease, lockAsHolder, StaleLease } from './lease.ts'
import { createOrderRouter } from './order-router.ts'
import { type RepeatedWork, startRepeatedWork } from './repeated-work.ts'
import type { WakeUp } from './routing.ts'

/** Wait after 403, and while the credentials do not work. */
const REFUSED_WAIT_MS = 30_000
const FAILED_WAIT_MS = 1_000
/** Events that are stored within this time are acknowledged together. */
const BATCH_MS = 100

export type LeaseWorkParts = {
  readonly db: Database
  readonly upstream: Upstream
  readonly holder: string
  readonly clock: RelayClock
  readonly holdMs: number
  readonly maxHeldEvents: number
  readonly log: Log
  /** Pushes events to kitchens with an address. Resolves with true when more events may wait. */
  readonly pusher: { work(): Promise<boolean> }
  /** Registers a listener for wake-ups from other processes. Returns the function that removes it. */
  readonly onWake: (listener: (kind: WakeUp) => void) => () => void
}

type UnderLease = LeaseWorkParts & { readonly lease: Lease }

type Waiting = {
  readonly id: number
  readonly event_key: string
  readonly order_key: string | null
  readonly event_type: string
  readonly body: string
}

/** The ids that the platform sent as numbers. */
function numericIdsIn(text: string): NumericIds | undefined {
  const body = parseBody(text, null, 'bigint')
  return body.kind === 'json' ? parseEvent(body.value).numericIds : undefined
}

/**
 * Acknowledges stored events upstream. Events without a kitchen are held back: for at most `holdMs`, and at most
 * `maxHeldEvents` of them; when there are more, the oldest are acknowledged first. Their rows and the alarm remain.
 */
function createQueueAcknowledger(parts: UnderLease) {
  const { db, upstream, holder, lease, log } = parts
  const { name } = upstream.config

  const readUnacknowledged = (): Promise<readonly Waiting[]> =>
    db.query<Waiting>(
      `WITH held AS (
         SELECT id, row_number() OVER (ORDER BY id DESC) AS rank FROM event
         WHERE upstream = $1 AND acknowledged_at IS NULL AND state IN ('unrouted', 'unclaimed')
           AND received_at > now() - $2 * interval '1 millisecond'
       )
       SELECT id, ${wholeKeyIn('event_key')} AS event_key, ${wholeKeyIn('order_key')} AS order_key,
         ${wholeKeyIn('event_type')} AS event_type, body
       FROM event
       WHERE upstream = $1 AND acknowledged_at IS NULL
         AND id NOT IN (SELECT id FROM held WHERE rank <= $3)
       ORDER BY id LIMIT $4`,
      [name, parts.holdMs, parts.maxHeldEvents, upstream.acknowledgmentLimit()],
    )

  const recordAcknowledged = async (events: readonly Waiting[], refusedWith?: number): Promise<void> => {
    // One statement holds the lock on the row of the upstream for a shorter time than a transaction of several would.
    const [row] = await db.query<{ holders: number }>(
      `WITH holding AS (
         SELECT name FROM upstream WHERE name = $3 AND holder = $4 AND fencing = $5 FOR UPDATE
       ), marked AS (
         UPDATE event SET acknowledged_at = now(), refused_with = $2 FROM holding
         WHERE event.id = ANY($1) AND event.acknowledged_at IS NULL
       ) SELECT count(*) AS holders FROM holding`,
      [events.map(({ id }) => id), refusedWith ?? null, name, holder, lease.fencing],
    )
    if (row?.holders !== 1) throw new StaleLease(`another process holds the lease on ${name}`)
  }

  const reference = (event: Waiting): EventReference => ({
    eventId: decodeKey(event.event_key),
    orderId: event.order_key === null ? '' : decodeKey(event.order_key),
    eventType: decodeKey(event.event_type),
    numericIds: numericIdsIn(event.body),
  })

  /**
   * Halves a refused batch until it is only the refused id. Resolves with the ms to wait, or `undefined` when it is done.
   */
  const send = async (events: readonly Waiting[]): Promise<number | undefined> => {
    if (!lease.isCurrent()) return FAILED_WAIT_MS
    const answer = await upstream.acknowledge(events.map(reference), lease.signal)
    if (answer.kind === 'acknowledged') {
      await recordAcknowledged(events)
      return undefined
    }
    if (answer.kind === 'unavailable') return Math.max(FAILED_WAIT_MS, answer.retryAfterMs ?? 0)
    if (answer.kind === 'unauthorized' || answer.status === 403) return REFUSED_WAIT_MS
    if (events.length === 1) {
      log.warn('event-not-acknowledged', { name, status: answer.status })
      await recordAcknowledged(events, answer.status)
      return undefined
    }
    const middle = Math.ceil(events.length / 2)
    return (await send(events.slice(0, middle))) ?? send(events.slice(middle))
  }

  return {
    /** Acknowledges all waiting events. Resolves with the ms to wait before the next call; `undefined`: none is needed. */
    async work(): Promise<number | undefined> {
      while (!lease.signal.aborted) {
        try {
          const batch = await readUnacknowledged()
          if (batch.length === 0) return undefined
          await upstream.gate.refresh()
          const waitMs = await send(batch)
          if (waitMs !== undefined) return waitMs
          if (batch.length < upstream.acknowledgmentLimit()) await pause(BATCH_MS, lease.signal)
        } catch (error) {
          log.warn('acknowledgment-not-recorded', { name, cause: causeOf(error) })
          return FAILED_WAIT_MS
        }
      }
      return undefined
    },
  }
}

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
function createQueuePoller(parts: UnderLease & { readonly onStored: () => void }) {
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
export async function workUnderLease(parts: LeaseWorkParts, lease: Lease): Promise<void> {
  const { upstream, log } = parts
  const acknowledger = createQueueAcknowledger({ ...parts, lease })
  const start = (task: string, work: () => Promise<number>): RepeatedWork =>
    startRepeatedWork({ name: `${task}:${upstream.config.name}`, work, signal: lease.signal, log })
  const acknowledging = start('acknowledging', async () => (await acknowledger.work()) ?? CHECK_INTERVAL_MS)
  const router = createOrderRouter({
    ...parts,
    lease,
    random: Math.random,
    onRouted: acknowledging.wake,
    onSlotFree: () => routing.wake(),
  })
  const routing: RepeatedWork = start('routing', async () => {
    await router.work()
    return CHECK_INTERVAL_MS
  })
  const pushing = start('pushing', async () => ((await parts.pusher.work()) ? 0 : CHECK_INTERVAL_MS))
  const wake = (): void => {
    routing.wake()
    acknowledging.wake()
  }
  const poller = createQueuePoller({ ...parts, lease, onStored: wake })
  const polling = start('polling', () => poller.work())
  const unregister = parts.onWake((kind) => (kind === 'delivery' ? pushing.wake() : wake()))
  await Promise.all([polling.ended, routing.ended, acknowledging.ended, pushing.ended])
  unregister()
  await router.idle()
}
