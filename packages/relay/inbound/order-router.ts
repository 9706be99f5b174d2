import { type Log, watchPromise } from '../../../electron/logging/log-port.ts'
import { setbackOf } from '../../../electron/platform/setback.ts'
import { causeOf, type Database, type Queryable } from '../database/database.ts'
import { decodeKey, wholeKeyIn } from '../database/key.ts'
import { pause } from '../relay-clock.ts'
import type { Upstream, UpstreamAnswer } from '../upstream/upstream.ts'
import { type EstablishmentRead, storeEstablishments } from './establishment-reads.ts'
import { END_STATUSES } from './event-store.ts'
import { type Lease, lockAsHolder } from './lease.ts'
import { type OrderFacts, readOrderFacts } from './order-facts.ts'
import { storeReads } from './read-store.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
/** Right after `CREATED` a read may answer 404 for minutes (docs/protocol.md, "Events"). The app retries as long. */
const NOT_FOUND_RETRY_MS = 10 * MINUTE_MS
const MIN_WAIT_MS = SECOND_MS
const MAX_WAIT_MS = 30 * SECOND_MS
/** Interval between reads of an order that has a problem. */
const PROBLEM_RETRY_MS = 15 * MINUTE_MS
const MAX_EXPONENT = 5
/** Failed reads of an order whose establishment is known, after which its next event decides. */
const MAX_KNOWN_ATTEMPTS = 8
/** Results that one transaction stores. */
const MAX_RESULTS = 200
/** Orders in progress for each concurrent call: some wait for a call, some for the transaction that stores them. */
const ORDERS_PER_CALL = 4
const IDLE_CHECK_MS = 5

type Candidate = {
  readonly order_key: string
  /** The key that the order's id is decoded from. */
  readonly whole_key: string
  readonly attempts: number
  readonly waited_ms: number
  readonly began_at: string
}

type Result = { readonly candidate: Candidate; readonly outcome: Outcome }

type Outcome =
  | { readonly kind: 'read'; readonly facts: OrderFacts & { readonly merchantKey: string }; readonly body: string }
  | { readonly kind: 'again'; readonly waitMs: number; readonly problem: string | undefined }

/** Decides how an order is handled after the answer to its read. `waitedMs`: time since the order was first seen. */
export function outcomeOf(
  upstreamAnswer: UpstreamAnswer | undefined,
  attempts: number,
  waitedMs: number,
  random: () => number,
): Outcome {
  const ceiling = Math.min(MAX_WAIT_MS, MIN_WAIT_MS * 2 ** Math.min(attempts, MAX_EXPONENT))
  const backoffMs = Math.round(MIN_WAIT_MS / 2 + random() * (ceiling - MIN_WAIT_MS / 2))
  const retryNotFound = (problem: string): Outcome =>
    waitedMs < NOT_FOUND_RETRY_MS
      ? { kind: 'again', waitMs: backoffMs, problem: undefined }
      : { kind: 'again', waitMs: PROBLEM_RETRY_MS, problem }
  if (upstreamAnswer === undefined) return { kind: 'again', waitMs: PROBLEM_RETRY_MS, problem: 'unaddressable' }
  if (upstreamAnswer.kind === 'unavailable')
    return { kind: 'again', waitMs: Math.max(backoffMs, upstreamAnswer.retryAfterMs ?? 0), problem: undefined }
  if (upstreamAnswer.kind === 'unauthorized') return { kind: 'again', waitMs: MAX_WAIT_MS, problem: undefined }
  const setback = setbackOf(upstreamAnswer)
  if (setback === undefined) {
    const facts = readOrderFacts(upstreamAnswer.body.kind === 'json' ? upstreamAnswer.body.value : undefined)
    const { merchantKey } = facts
    if (merchantKey === undefined || upstreamAnswer.body.kind !== 'json')
      return { kind: 'again', waitMs: PROBLEM_RETRY_MS, problem: 'no-merchant' }
    return { kind: 'read', facts: { ...facts, merchantKey }, body: JSON.stringify(upstreamAnswer.body.value) }
  }
  if (setback.kind === 'unavailable')
    return { kind: 'again', waitMs: Math.max(backoffMs, setback.retryAfterMs ?? 0), problem: undefined }
  if (setback.status === 401 || setback.status === 403)
    return { kind: 'again', waitMs: PROBLEM_RETRY_MS, problem: 'forbidden' }
  return retryNotFound(setback.status === 404 ? 'not-found' : 'rejected')
}

type OrderRouterOptions = {
  readonly db: Database
  readonly upstream: Upstream
  readonly holder: string
  readonly lease: Lease
  readonly log: Log
  readonly random: () => number
  /** Called after results were stored: some events may be acknowledged now. */
  readonly onRouted: () => void
  /** Called when a read has ended, so that another may start. */
  readonly onSlotFree: () => void
}

export interface OrderRouter {
  /** Starts the reads that are due, up to the limit of concurrent reads. */
  work(): Promise<void>
  /** Resolves when no read and no transaction is under way. */
  idle(): Promise<void>
}

/**
 * Reads the orders whose establishment is not known yet, or may have changed since an event, several at once, and routes
 * their events to the kitchens. Results that arrive while a transaction runs share the next one.
 */
export function createOrderRouter(options: OrderRouterOptions): OrderRouter {
  const { db, upstream, holder, lease, log, random, onRouted, onSlotFree } = options
  const { name, maxConcurrentCalls } = upstream.config
  const reading = new Set<string>()
  let results: Result[] = []
  let writing: Promise<void> | undefined

  const writeAll = async (): Promise<void> => {
    while (results.length > 0) {
      const batch = results.slice(0, MAX_RESULTS)
      results = results.slice(MAX_RESULTS)
      try {
        await db.transaction(async (on) => {
          await lockAsHolder(on, name, holder, lease.fencing)
          await storeResults(on, name, batch)
        })
        onRouted()
      } catch (error) {
        // `next_read_at` is unchanged, so the reads are repeated.
        log.warn('orders-not-routed', { name, cause: causeOf(error) })
      }
      for (const { candidate } of batch) reading.delete(candidate.order_key)
    }
  }

  const read = async (candidate: Candidate): Promise<void> => {
    const call = { route: 'read', method: 'GET', orderId: decodeKey(candidate.whole_key), suffix: '' } as const
    const upstreamAnswer = await upstream.order(call, lease.signal)
    if (lease.signal.aborted) {
      reading.delete(candidate.order_key)
      return
    }
    results.push({ candidate, outcome: outcomeOf(upstreamAnswer, candidate.attempts, candidate.waited_ms, random) })
    writing ??= writeAll().finally(() => {
      writing = undefined
    })
    await writing
  }

  return {
    async work() {
      const freeSlots = maxConcurrentCalls * ORDERS_PER_CALL - reading.size
      if (freeSlots <= 0) return
      const candidates = await db.query<Candidate>(
        `SELECT order_key, ${wholeKeyIn('order_key')} AS whole_key, attempts,
           extract(epoch FROM now() - first_seen_at) * 1000 AS waited_ms, now()::text AS began_at
         FROM customer_order WHERE upstream = $1 AND next_read_at <= now()
           AND NOT (order_key = ANY($3)) ORDER BY merchant_key IS NOT NULL, next_read_at LIMIT $2`,
        [name, freeSlots, [...reading]],
      )
      if (candidates.length > 0) await upstream.gate.refresh()
      for (const candidate of candidates) {
        reading.add(candidate.order_key)
        watchPromise(read(candidate).finally(onSlotFree), log, 'order-read-failed')
      }
    },
    async idle() {
      while (reading.size > 0 || writing) await (writing ?? pause(IDLE_CHECK_MS, new AbortController().signal))
    },
  }
}

/** Stores the results of reads, and routes the events of the orders whose establishment is known now. */
async function storeResults(on: Queryable, name: string, batch: readonly Result[]): Promise<void> {
  const read = batch.flatMap(({ candidate, outcome }) => (outcome.kind === 'read' ? [{ candidate, outcome }] : []))
  const again = batch.flatMap(({ candidate, outcome }) => (outcome.kind === 'again' ? [{ candidate, outcome }] : []))
  await scheduleRetries(on, name, again)
  if (read.length === 0) return
  await on.query(
    `UPDATE customer_order o SET status = coalesce(r.status, o.status), status_at = now(),
       ended_at = CASE WHEN r.status = ANY($4) THEN coalesce(o.ended_at, now()) ELSE o.ended_at END
     FROM unnest($2::text[], $3::text[]) AS r (order_key, status)
     WHERE o.upstream = $1 AND o.order_key = r.order_key`,
    [
      name,
      read.map(({ candidate }) => candidate.order_key),
      read.map(({ outcome }) => outcome.facts.status ?? null),
      END_STATUSES,
    ],
  )
  await storeReads(
    on,
    name,
    read.map(({ candidate, outcome }) => ({
      orderKey: candidate.order_key,
      body: outcome.body,
      beganAt: candidate.began_at,
    })),
  )
  await storeEstablishments(
    on,
    name,
    read.map(
      ({ candidate, outcome }): EstablishmentRead => ({
        orderKey: candidate.order_key,
        orderId: decodeKey(candidate.whole_key),
        merchantKey: outcome.facts.merchantKey,
        merchantName: outcome.facts.merchantName,
        beganAt: candidate.began_at,
      }),
    ),
  )
}

async function scheduleRetries(
  on: Queryable,
  upstream: string,
  again: readonly { readonly candidate: Candidate; readonly outcome: Extract<Outcome, { kind: 'again' }> }[],
): Promise<void> {
  if (again.length === 0) return
  await on.query(
    // A known order keeps its kitchen when it cannot be read again.
    `UPDATE customer_order o SET attempts = o.attempts + 1, problem = r.problem,
       next_read_at = CASE WHEN o.merchant_key IS NOT NULL AND (r.problem IS NOT NULL OR o.attempts >= $5)
                           THEN 'infinity' ELSE now() + r.wait_ms * interval '1 millisecond' END
     FROM unnest($2::text[], $3::float8[], $4::text[]) AS r (order_key, wait_ms, problem)
     WHERE o.upstream = $1 AND o.order_key = r.order_key`,
    [
      upstream,
      again.map(({ candidate }) => candidate.order_key),
      again.map(({ outcome }) => outcome.waitMs),
      again.map(({ outcome }) => outcome.problem ?? null),
      MAX_KNOWN_ATTEMPTS,
    ],
  )
}
