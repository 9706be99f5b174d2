import type { Log } from '../logging/log-port.ts'
import type { EventReference, PlatformClient } from '../platform/answers.ts'
import type { AcknowledgmentForm } from '../platform/dialects/dialect.ts'
import {
  type AcknowledgmentPace,
  createAcknowledgmentPace,
  createBatchHalving,
  createRestingEvents,
} from './acknowledgment-batches.ts'
import {
  type BatchOutcome,
  createFormSearch,
  type FormSearch,
  type JudgeAnswer,
  UNAUTHORIZED_WAIT_MS,
} from './acknowledgment-form.ts'
import type { Clock } from './clock.ts'

/** Pause before the next attempt at a platform that refuses every form, and for events that it refuses alone. */
export const REFUSED_WAIT_MS = 5 * 60_000
/** Platforms repeat single pages. One that ignores acknowledgments repeats them with every poll. */
const IGNORED_POLLS = 6

/** Why an event is not acknowledged. `status`: the platform's, when it refused the event alone. */
export type BadEvent = { readonly problem: string; readonly status?: number | undefined }

/** The stored events that wait for their acknowledgment. A rejection or an exception ends the work's run. */
export interface AcknowledgmentQueue {
  /** At most so many, the oldest first. */
  next(most: number): readonly EventReference[] | Promise<readonly EventReference[]>
  /** They leave the queue. */
  recordAcknowledged(events: readonly EventReference[]): void | Promise<void>
  /** It leaves the queue until the platform delivers it again. */
  recordBad(event: EventReference, why: BadEvent): void | Promise<void>
}

/** The form that the platform was seen to accept. */
type ProvenForm = { get(): string | undefined; set(form: AcknowledgmentForm): void }

export type AcknowledgmentOptions = {
  readonly queue: AcknowledgmentQueue
  readonly proven: ProvenForm
  readonly client: Pick<PlatformClient, 'acknowledge' | 'acknowledgmentLimit'>
  readonly clock: Pick<Clock, 'monotonic'>
  readonly random: () => number
  readonly signal: AbortSignal
  readonly log: Log
  /** Wait after 403 for a batch, and after 403 for more than some events of it. */
  readonly forbiddenWaitMs: { readonly once: number; readonly repeated: number }
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
}

/** Counts the polls in a row that brought acknowledged events again. */
function createIgnoredPolls(
  { log, onIgnoring }: Pick<AcknowledgmentOptions, 'log' | 'onIgnoring'>,
  currentForm: () => AcknowledgmentForm,
) {
  let polls = 0
  const isIgnoring = (): boolean => polls >= IGNORED_POLLS
  return {
    isIgnoring,
    /** Call after each poll with the number of acknowledged events that it brought again. */
    record(events: number): void {
      const wasIgnoring = isIgnoring()
      polls = events === 0 ? 0 : polls + 1
      if (events > 0) log.warn('acknowledged-events-came-again', { count: events, kind: currentForm() })
      if (wasIgnoring !== isIgnoring()) onIgnoring(!wasIgnoring)
    },
  }
}

/** The form that is sent, and whether a test of every form is due. */
interface FormInUse {
  current(): AcknowledgmentForm
  isProven(): boolean
  isTestWanted(): boolean
  isTestDue(): boolean
  recordSuccess(): void
  wantTest(): void
  /** No form was found. Only the current one is sent until staff ask for a test. */
  endTest(): void
  adopt(found: AcknowledgmentForm): void
  /** Returns whether the settings have another form now. */
  followSettings(): boolean
}

function createFormInUse({ proven, form, log, onFormFound }: AcknowledgmentOptions): FormInUse {
  let current = form()
  /** Staff asked for a test of every form: until its end, or the next success. */
  let isTestWanted = false
  /** No form was found for the one in the settings, which was never seen to work. */
  let wasTested = false
  const isProven = (): boolean => proven.get() === current && !isTestWanted
  return {
    current: () => current,
    isProven,
    isTestWanted: () => isTestWanted,
    isTestDue: () => isTestWanted || (!wasTested && !isProven()),
    recordSuccess() {
      if (proven.get() !== current) proven.set(current)
      isTestWanted = false
    },
    wantTest() {
      isTestWanted = true
    },
    endTest() {
      wasTested = true
      isTestWanted = false
    },
    adopt(found) {
      if (found === current) return
      log.warn('acknowledgment-form-found', { kind: found })
      current = found
      onFormFound(found)
    },
    followSettings() {
      if (form() === current) return false
      current = form()
      wasTested = false
      return true
    },
  }
}

/** The test of a new connection: at first with one event, after a pause with three. */
function createFormTest(form: FormInUse, search: FormSearch, isRefusing: () => boolean): FormSearch {
  return async (batch, ids) => {
    const isWhole = isRefusing() || form.isTestWanted()
    const outcome = await search(isWhole ? batch : batch.slice(0, 1), ids)
    if (outcome.kind === 'refused' && isWhole) form.endTest()
    return outcome
  }
}

/** The events that wait although they are stored: the platform refused each of them alone. */
interface WaitingEvents {
  addForbidden(eventId: string): void
  addBad(event: EventReference, why: BadEvent): Promise<void>
  /** The next events of the queue that do not wait; at once when the queue has them at once. */
  nextBatch(size: number): readonly EventReference[] | Promise<readonly EventReference[]>
  /** Ms until a forbidden event is tried again; `undefined`: there is none. */
  leftMs(): number | undefined
  clear(): void
}

function createWaitingEvents({ queue, clock }: Pick<AcknowledgmentOptions, 'queue' | 'clock'>): WaitingEvents {
  /** With 403, perhaps because of their establishment. */
  const forbidden = createRestingEvents(clock, REFUSED_WAIT_MS)
  /** For their ids. The platform delivers them again and again, and must not seem to refuse everything. */
  const bad = createRestingEvents(clock, REFUSED_WAIT_MS)
  return {
    addForbidden: forbidden.add,
    async addBad(event, why) {
      await queue.recordBad(event, why)
      bad.add(event.eventId)
    },
    nextBatch(size) {
      const due = (events: readonly EventReference[]): readonly EventReference[] =>
        events.filter(({ eventId }) => !forbidden.has(eventId) && !bad.has(eventId)).slice(0, size)
      const next = queue.next(size + forbidden.count() + bad.count())
      return next instanceof Promise ? next.then(due) : due(next)
    },
    leftMs: forbidden.leftMs,
    clear() {
      forbidden.clear()
      bad.clear()
    },
  }
}

/** Sends batches, and finds the form and the ids that the platform refuses. */
interface Batches {
  send(batch: readonly EventReference[]): Promise<BatchOutcome>
  /** The platform accepts nothing. Returns the ms to wait. */
  pause(): number
  /** The settings have another form: nothing is known of it. */
  forgetRefusals(): void
}

function createBatches(
  options: AcknowledgmentOptions,
  form: FormInUse,
  pace: AcknowledgmentPace,
  waiting: WaitingEvents,
  isIgnoring: () => boolean,
): Batches {
  const { queue, client, signal, log, delivered, forbiddenWaitMs, onRefusing } = options
  let isRefusing = false

  const setRefusing = (next: boolean): void => {
    if (next !== isRefusing) onRefusing(next)
    isRefusing = next
  }

  const markSuspects = async (): Promise<void> => {
    for (const { event, status } of halving.suspects())
      await waiting.addBad(event, { problem: `refused with ${status}`, status })
    halving.clearSuspects()
  }

  const succeed = async (events: readonly EventReference[]): Promise<BatchOutcome> => {
    pace.recordSuccess()
    halving.resetRefusals()
    await queue.recordAcknowledged(events)
    form.recordSuccess()
    await markSuspects()
    setRefusing(false)
    return { kind: 'done' }
  }

  const judge: JudgeAnswer = (answer, events) => {
    if (answer.kind === 'acknowledged') return succeed(events)
    if (answer.kind === 'unavailable') return { kind: 'later', waitMs: pace.recordSetback(answer) }
    return { kind: 'later', waitMs: UNAUTHORIZED_WAIT_MS }
  }

  const halving = createBatchHalving({ client, signal, forbiddenWaitMs, onForbidden: waiting.addForbidden, judge })

  const search = createFormSearch({
    client,
    signal,
    delivered,
    currentForm: form.current,
    mayTryOthers: form.isTestDue,
    onFound(found, event) {
      halving.clearSuspects()
      form.adopt(found)
      return succeed([event])
    },
    judge,
  })

  const test = createFormTest(form, search, () => isRefusing)

  /**
   * After the refusal of a whole batch. Ids that the platform no longer delivers, after a crash for example, need no
   * acknowledgment, and say nothing about the form. If it delivers one again, it is tried again.
   */
  const settleRefused = async (batch: readonly EventReference[]): Promise<BatchOutcome> => {
    const ids = await delivered()
    const stale = ids === undefined ? [] : batch.filter(({ eventId }) => !ids.has(eventId))
    halving.resetRefusals()
    halving.clearSuspects()
    for (const event of stale) await waiting.addBad(event, { problem: 'refused and no longer delivered' })
    if (stale.length > 0) return { kind: 'done' }
    return form.isProven() ? { kind: 'refused' } : test(batch, ids)
  }

  const pause = (): number => {
    halving.resetRefusals()
    halving.clearSuspects()
    if (!isRefusing) log.warn('acknowledgments-refused', { kind: form.current() })
    setRefusing(true)
    pace.pause(REFUSED_WAIT_MS)
    return REFUSED_WAIT_MS
  }

  const send = async (batch: readonly EventReference[]): Promise<BatchOutcome> => {
    if (isRefusing && !form.isProven()) return settleRefused(batch)
    if (isIgnoring() && form.isTestWanted()) {
      const found = await test(batch, await delivered())
      if (found.kind !== 'refused') return found
    }
    const outcome = await halving.send(batch)
    if (outcome.kind === 'later') return outcome
    if (outcome.kind === 'done' && (halving.suspects().length === 0 || form.isProven())) {
      await markSuspects()
      return outcome
    }
    return settleRefused(batch)
  }

  return { send, pause, forgetRefusals: () => setRefusing(false) }
}

export interface Acknowledgment {
  /** Acknowledges all waiting events. Resolves with the ms until the next attempt; `undefined`: none is needed. */
  work(): Promise<number | undefined>
  /** Call after each poll with the number of acknowledged events that it brought again. */
  recordCameAgain(events: number): void
  /** Tries at once, drops every waiting time, and tests every form if the one in use fails: staff asked for it. */
  retryNow(): void
}

/**
 * Acknowledges every stored event in batches. Halving finds the ids for which a platform refuses a batch; they are recorded
 * and skipped. Other forms are tested with the first events of a connection, and when staff ask.
 *
 *     stored ──batch──▶ acknowledged              nothing accepted: a pause of minutes, then one batch again
 *       ▲        ├──refused──▶ halves ──▶ bad id, forbidden (waits)
 *       └─no answer─┘             └──all refused──▶ test of the forms ──▶ another form, or the pause
 */
export function createAcknowledgment(options: AcknowledgmentOptions): Acknowledgment {
  const { client, clock, random, signal } = options
  const form = createFormInUse(options)
  const pace = createAcknowledgmentPace({ client, clock, random })
  const waiting = createWaitingEvents(options)
  const ignoredPolls = createIgnoredPolls(options, form.current)
  const batches = createBatches(options, form, pace, waiting, ignoredPolls.isIgnoring)

  return {
    async work() {
      while (!signal.aborted) {
        if (form.followSettings()) {
          pace.endPause()
          batches.forgetRefusals()
        }
        const leftMs = pace.leftMs()
        if (leftMs > 0) return leftMs
        const next = waiting.nextBatch(pace.batchSize())
        const batch = next instanceof Promise ? await next : next
        if (batch.length === 0) return waiting.leftMs()
        const outcome = await batches.send(batch)
        if (outcome.kind === 'later') return outcome.waitMs
        if (outcome.kind === 'refused') return batches.pause()
      }
      return undefined
    },
    recordCameAgain: ignoredPolls.record,
    retryNow() {
      form.wantTest()
      pace.endPause()
      waiting.clear()
    },
  }
}
