import type { Log } from '../../electron/logging/log-port.ts'
import type { EventReference } from '../../electron/platform/answers.ts'
import { causeOf, type Database } from '../database/database.ts'
import { decodeKey, wholeKeyIn } from '../database/key.ts'
import { pause } from '../relay-clock.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { type Lease, StaleLease } from './lease.ts'

/** Wait after 403, and while the credentials do not work. */
const REFUSED_WAIT_MS = 30_000
const FAILED_WAIT_MS = 1_000
/** Events that are stored within this time are acknowledged together. */
const BATCH_MS = 100

type Waiting = {
  readonly id: number
  readonly event_key: string
  readonly order_key: string | null
  readonly event_type: string
}

/**
 * Acknowledges stored events upstream. Events without a kitchen are held back: for at most `holdMs`, and at most
 * `maxHeldEvents` of them; when there are more, the oldest are acknowledged first. Their rows and the alarm remain.
 */
export function createQueueAcknowledger(parts: {
  readonly db: Database
  readonly upstream: Upstream
  readonly holder: string
  readonly lease: Lease
  readonly holdMs: number
  readonly maxHeldEvents: number
  readonly log: Log
}) {
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
         ${wholeKeyIn('event_type')} AS event_type
       FROM event
       WHERE upstream = $1 AND acknowledged_at IS NULL
         AND id NOT IN (SELECT id FROM held WHERE rank <= $3)
       ORDER BY id LIMIT $4`,
      [name, parts.holdMs, parts.maxHeldEvents, upstream.acknowledgmentLimit()],
    )

  const recordAcknowledged = async (ids: readonly number[], refusedWith: number | undefined): Promise<void> => {
    // One statement holds the lock on the row of the upstream for a shorter time than a transaction of several would.
    const [row] = await db.query<{ holders: number }>(
      `WITH holding AS (
         SELECT name FROM upstream WHERE name = $3 AND holder = $4 AND fencing = $5 FOR UPDATE
       ), marked AS (
         UPDATE event SET acknowledged_at = now(), refused_with = $2 FROM holding
         WHERE event.id = ANY($1) AND event.acknowledged_at IS NULL
       ) SELECT count(*) AS holders FROM holding`,
      [ids, refusedWith ?? null, name, holder, lease.fencing],
    )
    if (row?.holders !== 1) throw new StaleLease(`another process holds the lease on ${name}`)
  }

  const reference = (event: Waiting): EventReference => ({
    eventId: decodeKey(event.event_key),
    orderId: event.order_key === null ? '' : decodeKey(event.order_key),
    eventType: decodeKey(event.event_type),
  })

  /**
   * Halves a refused batch until it is only the refused id. Resolves with the ms to wait, or `undefined` when it is done.
   */
  const send = async (events: readonly Waiting[]): Promise<number | undefined> => {
    if (!lease.isCurrent()) return FAILED_WAIT_MS
    const answer = await upstream.acknowledge(events.map(reference), lease.signal)
    if (answer.kind === 'acknowledged') {
      await recordAcknowledged(
        events.map(({ id }) => id),
        undefined,
      )
      return undefined
    }
    if (answer.kind === 'unavailable') return Math.max(FAILED_WAIT_MS, answer.retryAfterMs ?? 0)
    if (answer.kind === 'unauthorized' || answer.status === 403) return REFUSED_WAIT_MS
    if (events.length === 1) {
      log.warn('event-not-acknowledged', { name, status: answer.status })
      await recordAcknowledged(
        events.map(({ id }) => id),
        answer.status,
      )
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
