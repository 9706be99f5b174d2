import type { Log } from '../../../electron/logging/log-port.ts'
import type { AcknowledgeAnswer, EventReference } from '../../../electron/platform/answers.ts'
import { UNAUTHORIZED_WAIT_MS } from '../../../electron/sync/acknowledgment-form.ts'
import { type AcknowledgmentQueue, createAcknowledgment } from '../../../electron/sync/acknowledgment-work.ts'
import { parseBody } from '../../../shared/json-body.ts'
import { type NumericIds, parseEvent } from '../../../shared/order/event.ts'
import { monotonicMs } from '../../../shared/time/time.ts'
import { causeOf, type Database } from '../database/database.ts'
import { decodeKey, wholeKeyIn } from '../database/key.ts'
import { pause, type RelayClock } from '../relay-clock.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { type Lease, StaleLease } from './lease.ts'

const FAILED_WAIT_MS = 1_000
/** Events that are stored within this time are acknowledged together. */
const BATCH_MS = 100

type QueueAcknowledgerOptions = {
  readonly db: Database
  readonly upstream: Upstream
  readonly holder: string
  readonly lease: Lease
  readonly clock: RelayClock
  readonly holdMs: number
  readonly maxHeldEvents: number
  readonly log: Log
}

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

const referenceOf = (event: Waiting): EventReference => ({
  eventId: decodeKey(event.event_key),
  orderId: event.order_key === null ? '' : decodeKey(event.order_key),
  eventType: decodeKey(event.event_type),
  numericIds: numericIdsIn(event.body),
})

/**
 * The stored events of one upstream. Events without a kitchen are held back: for at most `holdMs`, and at most
 * `maxHeldEvents` of them; when there are more, the oldest are acknowledged first. Their rows and the alarm remain.
 */
function createAcknowledgmentQueue(options: QueueAcknowledgerOptions): AcknowledgmentQueue {
  const { db, upstream, holder, lease, holdMs, maxHeldEvents, log } = options
  const { name } = upstream.config
  /** By identity: one event id may have several rows. */
  const rows = new WeakMap<EventReference, number>()
  let isPartial = false

  const readWaiting = (most: number): Promise<readonly Waiting[]> =>
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
      [name, holdMs, maxHeldEvents, most],
    )

  /** @param refusedWith the platform's status for an event that it refused alone; `null`: it has said nothing */
  const record = async (events: readonly EventReference[], isAccepted: boolean, refusedWith: number | null) => {
    // One statement holds the lock on the row of the upstream for a shorter time than a transaction of several would.
    const [row] = await db.query<{ holders: number }>(
      `WITH holding AS (
         SELECT name FROM upstream WHERE name = $4 AND holder = $5 AND fencing = $6 FOR UPDATE
       ), marked AS (
         UPDATE event SET acknowledged_at = now(), refused_with = $3,
           accepted_at = CASE WHEN $2 THEN now() ELSE accepted_at END FROM holding
         WHERE event.id = ANY($1) AND event.acknowledged_at IS NULL
       ) SELECT count(*) AS holders FROM holding`,
      [events.map((event) => rows.get(event)), isAccepted, refusedWith, name, holder, lease.fencing],
    )
    if (row?.holders !== 1) throw new StaleLease(`another process holds the lease on ${name}`)
  }

  return {
    async next(most) {
      if (isPartial) await pause(BATCH_MS, lease.signal)
      const waiting = await readWaiting(most)
      isPartial = waiting.length > 0 && waiting.length < most
      await upstream.gate.refresh()
      return waiting.map((row) => {
        const event = referenceOf(row)
        rows.set(event, row.id)
        return event
      })
    },
    recordAcknowledged: (events) => record(events, true, null),
    async recordBad(event, { status }) {
      log.warn('event-not-acknowledged', { name, status })
      await record([event], false, status ?? null)
    },
  }
}

/** Acknowledges stored events upstream, as the app does. The form is that of the configuration. */
export function createQueueAcknowledger(
  options: QueueAcknowledgerOptions & {
    /** Called with the number of events that a poll brought again although their acknowledgment was answered with 2xx. */
    readonly onCameAgain: (events: number) => void
  },
) {
  const { upstream, lease, clock, log, onCameAgain } = options
  const { name, dialect } = upstream.config
  const acknowledge = async (events: readonly EventReference[]): Promise<AcknowledgeAnswer> =>
    lease.isCurrent() ? upstream.acknowledge(events, lease.signal) : { kind: 'unavailable', cause: 'aborted' }

  const delivered = async (): Promise<ReadonlySet<string> | undefined> => {
    if (!lease.isCurrent()) return undefined
    const answer = await upstream.poll(lease.signal)
    if (answer.kind !== 'events') return undefined
    const parsed = answer.events.map(parseEvent)
    return new Set(parsed.flatMap((event) => (event.ok ? event.event.eventId : (event.eventId ?? []))))
  }

  const acknowledgment = createAcknowledgment({
    queue: createAcknowledgmentQueue(options),
    proven: { get: () => dialect.acknowledgment, set: () => undefined },
    client: { acknowledge, acknowledgmentLimit: upstream.acknowledgmentLimit },
    clock: { monotonic: () => monotonicMs(clock.monotonic()) },
    random: Math.random,
    signal: lease.signal,
    log,
    // The platform may forbid the events of one establishment, and the credential has many: no wait before they are found.
    forbiddenWaitMs: { once: 0, repeated: UNAUTHORIZED_WAIT_MS },
    form: () => dialect.acknowledgment,
    delivered,
    onFormFound: () => undefined,
    onRefusing: () => undefined,
    onIgnoring: () => undefined,
  })

  return {
    /** Acknowledges all waiting events. Resolves with the ms to wait before the next call; `undefined`: none is needed. */
    async work(): Promise<number | undefined> {
      try {
        return await acknowledgment.work()
      } catch (error) {
        log.warn('acknowledgment-not-recorded', { name, cause: causeOf(error) })
        return FAILED_WAIT_MS
      }
    },
    /** Call after each poll. */
    recordCameAgain(events: number): void {
      acknowledgment.recordCameAgain(events)
      if (events > 0) onCameAgain(events)
    },
  }
}
