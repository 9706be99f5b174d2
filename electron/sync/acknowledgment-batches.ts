import type { EventReference, PlatformClient, Unavailable } from '../platform/answers.ts'
import type { BatchOutcome, JudgeAnswer } from './acknowledgment-form.ts'
import { backoffMs, CALL_BACKOFF } from './backoff.ts'
import type { Clock } from './clock.ts'

/** Events that wait a while, because the platform refused the acknowledgment of each of them alone. */
export function createRestingEvents(clock: Pick<Clock, 'monotonic'>, waitMs: number) {
  const untilById = new Map<string, number>()
  const dropExpired = (): void => {
    for (const [eventId, until] of untilById) if (until <= clock.monotonic()) untilById.delete(eventId)
  }
  return {
    add(eventId: string): void {
      untilById.set(eventId, clock.monotonic() + waitMs)
    },
    has: (eventId: string): boolean => untilById.has(eventId),
    /** The number of events that wait. */
    count(): number {
      dropExpired()
      return untilById.size
    },
    /** Ms until the first of them is tried again; `undefined`: none waits. */
    leftMs: (): number | undefined =>
      untilById.size === 0 ? undefined : Math.min(...untilById.values()) - clock.monotonic(),
    clear: (): void => untilById.clear(),
  }
}

/** Halving a thousand events down to one bad id takes eleven refusals. More in a row have another cause than an id. */
const MAX_REFUSALS = 12

/** An event that was refused when it was sent alone. */
type Suspect = { readonly event: EventReference; readonly status: number }

/**
 * Sends a batch; halves it when it is refused, to find the ids that the platform does not accept. 403 may concern the events
 * of one establishment: when it is repeated, halving finds these too.
 */
export function createBatchHalving(options: {
  readonly client: Pick<PlatformClient, 'acknowledge'>
  readonly signal: AbortSignal
  /** Wait after 403, and after 403 for more than some events: then the app or its scope is not authorised. */
  readonly forbiddenWaitMs: { readonly once: number; readonly repeated: number }
  /** Called with an event that was refused alone with 403. */
  readonly onForbidden: (eventId: string) => void
  /** The outcome of an answer that is not a refusal. */
  readonly judge: JudgeAnswer
}) {
  const { client, signal, forbiddenWaitMs, onForbidden, judge } = options
  let refusals = 0
  let suspects: readonly Suspect[] = []
  /** The last batch was answered with 403. */
  let isForbidden = false

  const waitForbidden = (): BatchOutcome => {
    refusals = 0
    isForbidden = false
    return { kind: 'later', waitMs: forbiddenWaitMs.repeated }
  }

  const half = async (events: readonly EventReference[]): Promise<BatchOutcome> => {
    const answer = await client.acknowledge(events, signal)
    if (answer.kind !== 'refused') return judge(answer, events)
    const is403 = answer.status === 403
    if (is403 && !isForbidden) {
      isForbidden = true
      return { kind: 'later', waitMs: forbiddenWaitMs.once }
    }
    refusals += 1
    if (refusals > MAX_REFUSALS) return is403 ? waitForbidden() : { kind: 'refused' }
    const [first] = events
    if (events.length === 1 && first) {
      if (is403) onForbidden(first.eventId)
      else suspects = [...suspects, { event: first, status: answer.status }]
      return { kind: 'done' }
    }
    const middle = Math.ceil(events.length / 2)
    const left = await half(events.slice(0, middle))
    return left.kind === 'done' ? half(events.slice(middle)) : left
  }

  return {
    /** `refused`: too many refusals in a row, so they have another cause than single ids. */
    async send(events: readonly EventReference[]): Promise<BatchOutcome> {
      const outcome = await half(events)
      if (outcome.kind !== 'later') isForbidden = false
      return outcome
    },
    /** Events that were refused alone. If the form is right, their ids are bad. */
    suspects: (): readonly Suspect[] => suspects,
    clearSuspects(): void {
      suspects = []
    },
    /** Call after a success: refusals are counted from zero. */
    resetRefusals(): void {
      refusals = 0
    },
  }
}

/** A batch that fails on a slow connection is split, down to this size. */
const SMALLEST_BATCH = 10
const BATCH_STEP = 4

/** The size of the batches and the waits between them. */
export interface AcknowledgmentPace {
  /** Number of events in the next batch. */
  batchSize(): number
  /** Ms until the next call is allowed; not above 0 when it is allowed now. */
  leftMs(): number
  recordSuccess(): void
  /** Returns the ms to wait after a call without an answer. */
  recordSetback(setback: Unavailable): number
  /** Allows no call for `pauseMs`. New events do not shorten the pause. */
  pause(pauseMs: number): void
  endPause(): void
}

export function createAcknowledgmentPace(options: {
  readonly client: Pick<PlatformClient, 'acknowledgmentLimit'>
  readonly clock: Pick<Clock, 'monotonic'>
  readonly random: () => number
}): AcknowledgmentPace {
  const { client, clock, random } = options
  let failures = 0
  let wantedSize = Number.POSITIVE_INFINITY
  let notBefore = Number.NEGATIVE_INFINITY

  return {
    batchSize: () => Math.floor(Math.min(wantedSize, client.acknowledgmentLimit())),
    leftMs: () => notBefore - clock.monotonic(),
    recordSuccess() {
      failures = 0
      wantedSize *= BATCH_STEP
    },
    recordSetback(setback) {
      failures += 1
      const waitMs = backoffMs(failures, CALL_BACKOFF, random, setback.retryAfterMs)
      if (setback.retryAfterMs) notBefore = clock.monotonic() + waitMs
      if (setback.cause === 'timeout' || setback.cause === 'network') {
        wantedSize = Math.max(SMALLEST_BATCH, Math.min(wantedSize, client.acknowledgmentLimit()) / BATCH_STEP)
      }
      return waitMs
    },
    pause(pauseMs) {
      notBefore = clock.monotonic() + pauseMs
    },
    endPause() {
      notBefore = Number.NEGATIVE_INFINITY
    },
  }
}
