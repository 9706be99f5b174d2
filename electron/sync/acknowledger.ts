import type { EventReference, PlatformClient, Unavailable } from '../platform/answers.ts'
import type { Ledger } from '../storage/ports.ts'
import { backoffMs, CALL_BACKOFF } from './backoff.ts'
import type { Clock } from './clock.ts'

/** After an authorisation failure nothing changes until the next token; the poller finds out first. */
const UNAUTHORIZED_WAIT_MS = 30_000
/** A batch that does not get through a narrow line is tried in smaller ones, down to this. */
const SMALLEST_BATCH = 10
const BATCH_STEP = 4

type Outcome = { readonly kind: 'done' } | { readonly kind: 'later'; readonly waitMs: number }

export type AcknowledgerParts = {
  readonly ledger: Pick<Ledger, 'unacknowledgedEvents' | 'markAcknowledged' | 'markUnacknowledgeable' | 'deferred'>
  readonly client: Pick<PlatformClient, 'acknowledge' | 'acknowledgmentLimit'>
  readonly clock: Pick<Clock, 'platform' | 'monotonic'>
  readonly random: () => number
  readonly signal: AbortSignal
}

/**
 * Acknowledges every stored event, whatever its type, in batches. Answers which refuse a whole batch because of one id
 * are found by halving; the bad id is recorded and left alone. The ledger is the queue: a crash loses nothing.
 */
export function createAcknowledger(parts: AcknowledgerParts): () => Promise<number | undefined> {
  const { ledger, client, clock, random, signal } = parts
  let failures = 0
  let batchSize = Number.POSITIVE_INFINITY
  /** `Retry-After`: until then not even a poll that brings more makes it try. */
  let notBefore = Number.NEGATIVE_INFINITY

  const later = (setback: Unavailable): Outcome => {
    failures += 1
    const waitMs = backoffMs(failures, CALL_BACKOFF, random, setback.retryAfterMs)
    if (setback.retryAfterMs) notBefore = clock.monotonic() + waitMs
    if (setback.cause === 'timeout' || setback.cause === 'network') {
      batchSize = Math.max(SMALLEST_BATCH, Math.min(batchSize, client.acknowledgmentLimit()) / BATCH_STEP)
    }
    return { kind: 'later', waitMs }
  }

  /** A mark that a crash takes back costs one acknowledgment more. */
  const markAcknowledged = (events: readonly EventReference[]): void => {
    const eventIds = events.map(({ eventId }) => eventId)
    ledger.deferred(() => ledger.markAcknowledged(eventIds, clock.platform()), 'later')
  }

  const send = async (events: readonly EventReference[]): Promise<Outcome> => {
    const answer = await client.acknowledge(events, signal)
    switch (answer.kind) {
      case 'acknowledged':
        failures = 0
        batchSize *= BATCH_STEP
        markAcknowledged(events)
        return { kind: 'done' }
      case 'unavailable':
        return later(answer)
      case 'unauthorized':
        return { kind: 'later', waitMs: UNAUTHORIZED_WAIT_MS }
      case 'refused': {
        if (answer.status === 403) return { kind: 'later', waitMs: UNAUTHORIZED_WAIT_MS }
        const [first] = events
        if (events.length === 1 && first) {
          ledger.markUnacknowledgeable(first.eventId, `refused with ${answer.status}`, clock.platform())
          return { kind: 'done' }
        }
        const middle = Math.ceil(events.length / 2)
        const left = await send(events.slice(0, middle))
        return left.kind === 'done' ? send(events.slice(middle)) : left
      }
    }
  }

  return async () => {
    while (!signal.aborted) {
      const early = notBefore - clock.monotonic()
      if (early > 0) return early
      const batch = ledger.unacknowledgedEvents(Math.floor(Math.min(batchSize, client.acknowledgmentLimit())))
      if (batch.length === 0) return undefined
      const outcome = await send(batch)
      if (outcome.kind === 'later') return outcome.waitMs
    }
    return undefined
  }
}
