import type { Dialect } from '../../shared/contract/settings.ts'
import type { Log } from '../logging/log-port.ts'
import type { AcknowledgeAnswer, EventReference, PlatformClient, Refused, Unavailable } from '../platform/answers.ts'
import type { Ledger } from '../storage/ports.ts'
import { backoffMs, CALL_BACKOFF } from './backoff.ts'
import type { Clock } from './clock.ts'

/** The form in which a platform accepts acknowledgments (docs/protocol.md, "Events"). */
export type AcknowledgmentForm = Dialect['acknowledgment']

/** The forms to try, in this order, when a platform refuses everything in the form of the settings. */
const OTHER_FORMS: Readonly<Record<AcknowledgmentForm, readonly AcknowledgmentForm[]>> = {
  v2: ['v1', 'ids'],
  v1: ['v2', 'ids'],
  ids: ['v2', 'v1'],
}

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

type BatchOutcome = { readonly kind: 'done' | 'refused' } | { readonly kind: 'later'; readonly waitMs: number }

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

/** After an authorisation failure only a new token helps, and the poller gets it first. */
const UNAUTHORIZED_WAIT_MS = 30_000
/** Pause before the next attempt at a platform that refuses every form, and for events that it refuses with 403. */
const REFUSED_WAIT_MS = 5 * 60_000

/**
 * Acknowledges every stored event, whatever its type, in batches. When a platform refuses a whole batch because of one
 * id, halving finds the id, which is recorded and skipped. A platform that refuses everything may accept another form
 * of acknowledgment (docs/protocol.md, "Events"): each other form is tried. When the platform accepts none,
 * attempts become rare and the screen shows a notice. Events that it forbids wait. The ledger is the queue: a crash loses nothing.
 */
export function createAcknowledger(parts: {
  readonly ledger: Pick<Ledger, 'unacknowledgedEvents' | 'markAcknowledged' | 'markUnacknowledgeable' | 'deferred'>
  readonly client: Pick<PlatformClient, 'acknowledge' | 'acknowledgmentLimit'>
  readonly clock: Pick<Clock, 'platform' | 'monotonic'>
  readonly random: () => number
  readonly signal: AbortSignal
  readonly log: Log
  /** The form in the settings. */
  readonly form: () => AcknowledgmentForm
  /** Called when the platform accepts this form and not the one in the settings. */
  readonly onFormFound: (form: AcknowledgmentForm) => void
  /** Called when the platform begins or stops refusing every acknowledgment. */
  readonly onRefusing: (isRefusing: boolean) => void
}) {
  const { ledger, client, clock, random, signal, log, form, onFormFound, onRefusing } = parts
  const pace = createAcknowledgmentPace({ client, clock, random })
  /** With 403, perhaps because of their establishment. */
  const forbidden = createRestingEvents(clock, REFUSED_WAIT_MS)
  /** For their ids. The platform delivers them again and again, and must not seem to refuse everything. */
  const bad = createRestingEvents(clock, REFUSED_WAIT_MS)
  /** Whether the platform has accepted an acknowledgment in this form. */
  let isProven = false
  let currentForm = form()
  let isRefusing = false

  const setRefusing = (next: boolean): void => {
    if (next !== isRefusing) onRefusing(next)
    isRefusing = next
  }

  /** If a crash drops this mark, the events are acknowledged once more. */
  const markAcknowledged = (events: readonly EventReference[]): void => {
    const eventIds = events.map(({ eventId }) => eventId)
    ledger.deferred(() => ledger.markAcknowledged(eventIds, clock.platform()), 'later')
  }

  const markSuspects = (): void => {
    for (const { eventId, status } of halving.suspects()) {
      ledger.markUnacknowledgeable(eventId, `refused with ${status}`, clock.platform())
      bad.add(eventId)
    }
    halving.clearSuspects()
  }

  const succeed = (events: readonly EventReference[]): BatchOutcome => {
    pace.recordSuccess()
    halving.resetRefusals()
    isProven = true
    markAcknowledged(events)
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

  /** Sends the event alone in these forms, until the platform does not refuse one. */
  const tryForms = async (event: EventReference, forms: readonly AcknowledgmentForm[]): Promise<BatchOutcome> => {
    for (const tried of forms) {
      const answer = await client.acknowledge([event], signal, tried)
      if (answer.kind === 'refused') continue
      if (answer.kind === 'acknowledged' && tried !== currentForm) {
        log.warn('acknowledgment-form-found', { kind: tried })
        halving.clearSuspects()
        currentForm = tried
        onFormFound(tried)
      }
      return judge(answer, [event])
    }
    return { kind: 'refused' }
  }

  /**
   * A platform that refused everything is tried with three single events in every form: each event may itself be bad, and an
   * earlier refusal of the right form may have had a passing cause.
   */
  const probe = async (batch: readonly EventReference[]): Promise<BatchOutcome> => {
    const positions = new Set([0, Math.floor(batch.length / 2), batch.length - 1])
    for (const event of [...positions].flatMap((position) => batch[position] ?? [])) {
      const outcome = await tryForms(event, [currentForm, ...OTHER_FORMS[currentForm]])
      if (outcome.kind !== 'refused') return outcome
    }
    return { kind: 'refused' }
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
    if (isRefusing) return probe(batch)
    const outcome = await halving.send(batch)
    if (outcome.kind === 'later') return outcome
    if (outcome.kind === 'done' && (halving.suspects().length === 0 || isProven)) {
      markSuspects()
      return outcome
    }
    const [first] = batch
    return first ? tryForms(first, OTHER_FORMS[currentForm]) : outcome
  }

  const nextBatch = (): readonly EventReference[] => {
    const size = pace.batchSize()
    const waiting = ledger.unacknowledgedEvents(size + forbidden.count() + bad.count())
    return waiting.filter(({ eventId }) => !forbidden.has(eventId) && !bad.has(eventId)).slice(0, size)
  }

  const followSettings = (): void => {
    if (form() === currentForm) return
    currentForm = form()
    isProven = false
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
    /** Tries at once and drops every waiting time: staff asked for it. */
    retryNow(): void {
      pace.endPause()
      forbidden.clear()
      bad.clear()
    },
  }
}
