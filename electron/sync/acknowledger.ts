import type { Log } from '../logging/log-port.ts'
import type { AcknowledgeAnswer, EventReference, PlatformClient, Refused, Unavailable } from '../platform/answers.ts'
import type { Facts, Ledger } from '../storage/ports.ts'
import {
  type AcknowledgmentForm,
  type BatchOutcome,
  createFormSearch,
  UNAUTHORIZED_WAIT_MS,
} from './acknowledgment-form.ts'
import { backoffMs, CALL_BACKOFF } from './backoff.ts'
import type { Clock } from './clock.ts'

/** Events that wait a while, because the platform refused the acknowledgment of each of them alone. */
function createRestingEvents(clock: Pick<Clock, 'monotonic'>, waitMs: number) {
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
type Suspect = { readonly eventId: string; readonly status: number }

/**
 * Sends a batch; halves it when it is refused, to find the ids that the platform does not accept. 403 may concern the events
 * of one establishment: when it is repeated, halving finds these too.
 */
function createBatchHalving(parts: {
  readonly client: Pick<PlatformClient, 'acknowledge'>
  readonly signal: AbortSignal
  /** Wait after 403, and after 403 for more than some events: then the app or its scope is not authorised. */
  readonly forbiddenWaitMs: { readonly once: number; readonly repeated: number }
  /** Called with an event that was refused alone with 403. */
  readonly onForbidden: (eventId: string) => void
  /** The outcome of an answer that is not a refusal. */
  readonly judge: (answer: Exclude<AcknowledgeAnswer, Refused>, events: readonly EventReference[]) => BatchOutcome
}) {
  const { client, signal, forbiddenWaitMs, onForbidden, judge } = parts
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
      else suspects = [...suspects, { eventId: first.eventId, status: answer.status }]
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
function createAcknowledgmentPace(parts: {
  readonly client: Pick<PlatformClient, 'acknowledgmentLimit'>
  readonly clock: Pick<Clock, 'monotonic'>
  readonly random: () => number
}) {
  const { client, clock, random } = parts
  let failures = 0
  let wantedSize = Number.POSITIVE_INFINITY
  let notBefore = Number.NEGATIVE_INFINITY

  return {
    /** Number of events in the next batch. */
    batchSize: (): number => Math.floor(Math.min(wantedSize, client.acknowledgmentLimit())),
    /** Ms until the next call is allowed; not above 0 when it is allowed now. */
    leftMs: (): number => notBefore - clock.monotonic(),
    recordSuccess(): void {
      failures = 0
      wantedSize *= BATCH_STEP
    },
    /** Returns the ms to wait after a call without an answer. */
    recordSetback(setback: Unavailable): number {
      failures += 1
      const waitMs = backoffMs(failures, CALL_BACKOFF, random, setback.retryAfterMs)
      if (setback.retryAfterMs) notBefore = clock.monotonic() + waitMs
      if (setback.cause === 'timeout' || setback.cause === 'network') {
        wantedSize = Math.max(SMALLEST_BATCH, Math.min(wantedSize, client.acknowledgmentLimit()) / BATCH_STEP)
      }
      return waitMs
    },
    /** Allows no call for `pauseMs`. New events do not shorten the pause. */
    pause(pauseMs: number): void {
      notBefore = clock.monotonic() + pauseMs
    },
    endPause(): void {
      notBefore = Number.NEGATIVE_INFINITY
    },
  }
}

/** Pause before the next attempt at a platform that refuses every form, and for events that it refuses with 403. */
const REFUSED_WAIT_MS = 5 * 60_000
/** One poll may have been answered before the platform had handled the acknowledgment. */
const IGNORED_POLLS = 2

/**
 * Acknowledges every stored event, whatever its type, in batches. When a platform refuses a whole batch because of one
 * id, halving finds the id, which is recorded and skipped; so are refused ids that the platform no longer delivers. Another form of
 * acknowledgment (docs/protocol.md, "Events") is looked for only before the first success of the form in the settings, and when
 * staff ask for it: a form that was proven is not doubted because of ids. When the platform accepts nothing, attempts
 * become rare and the screen shows a notice. Events that it forbids wait. The ledger is the queue: a crash loses nothing.
 */
export function createAcknowledger(parts: {
  readonly ledger: Pick<Ledger, 'unacknowledgedEvents' | 'markAcknowledged' | 'markUnacknowledgeable' | 'deferred'> & {
    readonly facts: Pick<Facts, 'acknowledgmentForm'>
  }
  readonly client: Pick<PlatformClient, 'acknowledge' | 'acknowledgmentLimit'>
  readonly clock: Pick<Clock, 'platform' | 'monotonic'>
  readonly random: () => number
  readonly signal: AbortSignal
  readonly log: Log
  /** The form in the settings. */
  readonly form: () => AcknowledgmentForm
  /** The ids of the events that the platform delivers now; `undefined`: it does not answer. */
  readonly delivered: () => Promise<ReadonlySet<string> | undefined>
  /** Called when the platform accepts this form and not the one in the settings. */
  readonly onFormFound: (form: AcknowledgmentForm) => void
  /** Called when the platform begins or stops refusing every acknowledgment. */
  readonly onRefusing: (isRefusing: boolean) => void
  /** Called when the platform begins or stops delivering acknowledged events again. */
  readonly onIgnoring: (isIgnoring: boolean) => void
}) {
  const { ledger, client, clock, random, signal, log, form, delivered, onFormFound, onRefusing, onIgnoring } = parts
  const proven = ledger.facts.acknowledgmentForm
  const pace = createAcknowledgmentPace({ client, clock, random })
  /** With 403, perhaps because of their establishment. */
  const forbidden = createRestingEvents(clock, REFUSED_WAIT_MS)
  /** For their ids. The platform delivers them again and again, and must not seem to refuse everything. */
  const bad = createRestingEvents(clock, REFUSED_WAIT_MS)
  let currentForm = form()
  let isRefusing = false
  /** Polls in a row that brought acknowledged events again. */
  let ignoredPolls = 0
  /** Staff asked for another attempt: until the next success, a proven form may be doubted. */
  let mayDoubt = false

  const setRefusing = (next: boolean): void => {
    if (next !== isRefusing) onRefusing(next)
    isRefusing = next
  }
  const isProven = (): boolean => proven.get() === currentForm && !mayDoubt

  /** If a crash drops this mark, the events are acknowledged once more. */
  const markAcknowledged = (events: readonly EventReference[]): void => {
    const eventIds = events.map(({ eventId }) => eventId)
    ledger.deferred(() => ledger.markAcknowledged(eventIds, clock.platform()), 'later')
  }

  const markBad = (eventId: string, problem: string): void => {
    ledger.markUnacknowledgeable(eventId, problem, clock.platform())
    bad.add(eventId)
  }

  const markSuspects = (): void => {
    for (const { eventId, status } of halving.suspects()) markBad(eventId, `refused with ${status}`)
    halving.clearSuspects()
  }

  const succeed = (events: readonly EventReference[]): BatchOutcome => {
    pace.recordSuccess()
    halving.resetRefusals()
    markAcknowledged(events)
    if (proven.get() !== currentForm) proven.set(currentForm)
    mayDoubt = false
    markSuspects()
    setRefusing(false)
    return { kind: 'done' }
  }

  const judge = (answer: Exclude<AcknowledgeAnswer, Refused>, events: readonly EventReference[]): BatchOutcome => {
    if (answer.kind === 'acknowledged') return succeed(events)
    if (answer.kind === 'unavailable') return { kind: 'later', waitMs: pace.recordSetback(answer) }
    return { kind: 'later', waitMs: UNAUTHORIZED_WAIT_MS }
  }

  const halving = createBatchHalving({
    client,
    signal,
    forbiddenWaitMs: { once: UNAUTHORIZED_WAIT_MS, repeated: REFUSED_WAIT_MS },
    onForbidden: forbidden.add,
    judge,
  })

  const search = createFormSearch({
    client,
    signal,
    delivered,
    currentForm: () => currentForm,
    onFound(form, event) {
      halving.clearSuspects()
      if (form !== currentForm) {
        log.warn('acknowledgment-form-found', { kind: form })
        currentForm = form
        onFormFound(form)
      }
      return succeed([event])
    },
    judge,
  })

  /**
   * After the refusal of a whole batch. Ids that the platform no longer delivers, after a crash for example, need no
   * acknowledgment, and say nothing about the form. If it delivers one again, it is tried again.
   */
  const settleRefused = async (batch: readonly EventReference[]): Promise<BatchOutcome> => {
    const ids = await delivered()
    const stale = ids === undefined ? [] : batch.filter(({ eventId }) => !ids.has(eventId))
    halving.resetRefusals()
    halving.clearSuspects()
    if (stale.length > 0) {
      for (const { eventId } of stale) markBad(eventId, 'refused and no longer delivered')
      return { kind: 'done' }
    }
    if (isProven()) return { kind: 'refused' }
    // At first with one event, after a pause with three.
    return search(isRefusing ? batch : batch.slice(0, 1), ids)
  }

  const pause = (): number => {
    halving.resetRefusals()
    halving.clearSuspects()
    if (!isRefusing) log.warn('acknowledgments-refused', { kind: currentForm })
    setRefusing(true)
    pace.pause(REFUSED_WAIT_MS)
    return REFUSED_WAIT_MS
  }

  const acknowledge = async (batch: readonly EventReference[]): Promise<BatchOutcome> => {
    if (isRefusing && !isProven()) return settleRefused(batch)
    if (ignoredPolls >= IGNORED_POLLS && mayDoubt) {
      mayDoubt = false
      const found = await search(batch, await delivered())
      if (found.kind !== 'refused') return found
    }
    const outcome = await halving.send(batch)
    if (outcome.kind === 'later') return outcome
    if (outcome.kind === 'done' && (halving.suspects().length === 0 || isProven())) {
      markSuspects()
      return outcome
    }
    return settleRefused(batch)
  }

  const nextBatch = (): readonly EventReference[] => {
    const size = pace.batchSize()
    const waiting = ledger.unacknowledgedEvents(size + forbidden.count() + bad.count())
    return waiting.filter(({ eventId }) => !forbidden.has(eventId) && !bad.has(eventId)).slice(0, size)
  }

  const followSettings = (): void => {
    if (form() === currentForm) return
    currentForm = form()
    pace.endPause()
    setRefusing(false)
  }

  return {
    async work(): Promise<number | undefined> {
      while (!signal.aborted) {
        followSettings()
        const leftMs = pace.leftMs()
        if (leftMs > 0) return leftMs
        const batch = nextBatch()
        if (batch.length === 0) return forbidden.leftMs()
        const outcome = await acknowledge(batch)
        if (outcome.kind === 'later') return outcome.waitMs
        if (outcome.kind === 'refused') return pause()
      }
      return undefined
    },
    /** Call after each poll with the number of acknowledged events that it brought again. */
    recordCameAgain(events: number): void {
      const wasIgnoring = ignoredPolls >= IGNORED_POLLS
      ignoredPolls = events === 0 ? 0 : ignoredPolls + 1
      if (events > 0) log.warn('acknowledged-events-came-again', { count: events, kind: currentForm })
      if (wasIgnoring !== ignoredPolls >= IGNORED_POLLS) onIgnoring(!wasIgnoring)
    },
    /** Tries at once, drops every waiting time, and may look for another form: staff asked for it. */
    retryNow(): void {
      mayDoubt = true
      pace.endPause()
      forbidden.clear()
      bad.clear()
    },
  }
}
