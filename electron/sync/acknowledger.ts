import type { Log } from '../logging/log-port.ts'
import type { AcknowledgeAnswer, EventReference, PlatformClient, Refused } from '../platform/answers.ts'
import type { Ledger } from '../storage/ports.ts'
import { type AcknowledgmentForm, OTHER_FORMS } from './acknowledgment-forms.ts'
import { createAcknowledgmentPace } from './acknowledgment-pace.ts'
import { type BatchOutcome, createBatchHalving } from './batch-halving.ts'
import type { Clock } from './clock.ts'
import { createForbiddenEvents } from './forbidden-events.ts'

/** After an authorisation failure only a new token helps, and the poller gets it first. */
const UNAUTHORIZED_WAIT_MS = 30_000
/** Pause before the next attempt at a platform that refuses every form, and for events that it refuses with 403. */
const REFUSED_WAIT_MS = 5 * 60_000

export type AcknowledgerParts = {
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
}

export type Acknowledger = {
  work(): Promise<number | undefined>
  /** Tries at once and drops every waiting time: staff asked for it. */
  retryNow(): void
}

/**
 * Acknowledges every stored event, whatever its type, in batches. When a platform refuses a whole batch because of one
 * id, halving finds the id, which is recorded and skipped. A platform that refuses everything may accept another form
 * of acknowledgment (docs/protocol.md, "Events"): each other form is tried once. When the platform accepts none,
 * attempts become rare and the screen shows a notice. Events that it forbids wait. The ledger is the queue: a crash loses nothing.
 */
export function createAcknowledger(parts: AcknowledgerParts): Acknowledger {
  const { ledger, client, clock, random, signal, log, form, onFormFound, onRefusing } = parts
  const pace = createAcknowledgmentPace({ client, clock, random })
  const forbidden = createForbiddenEvents(clock, REFUSED_WAIT_MS)
  /** Whether the platform has accepted an acknowledgment in this form. */
  let isProven = false
  let currentForm = form()
  let haveOtherFormsBeenTried = false
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

  const tryOtherForms = async (event: EventReference): Promise<BatchOutcome> => {
    if (haveOtherFormsBeenTried) return { kind: 'refused' }
    haveOtherFormsBeenTried = true
    for (const other of OTHER_FORMS[currentForm]) {
      const answer = await client.acknowledge([event], signal, other)
      if (answer.kind === 'refused') continue
      if (answer.kind === 'acknowledged') {
        log.warn('acknowledgment-form-found', { kind: other })
        halving.clearSuspects()
        currentForm = other
        onFormFound(other)
      }
      return judge(answer, [event])
    }
    return { kind: 'refused' }
  }

  /** A platform that refused everything is tried with three single events, since each of them may itself be bad. */
  const probe = async (batch: readonly EventReference[]): Promise<BatchOutcome> => {
    const positions = new Set([0, Math.floor(batch.length / 2), batch.length - 1])
    for (const event of [...positions].flatMap((position) => batch[position] ?? [])) {
      const answer = await client.acknowledge([event], signal)
      if (answer.kind !== 'refused') return judge(answer, [event])
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
    return first ? tryOtherForms(first) : outcome
  }

  const nextBatch = (): readonly EventReference[] => {
    const size = pace.batchSize()
    const waiting = ledger.unacknowledgedEvents(size + forbidden.count())
    return waiting.filter(({ eventId }) => !forbidden.has(eventId)).slice(0, size)
  }

  const followSettings = (): void => {
    if (form() === currentForm) return
    currentForm = form()
    isProven = false
    haveOtherFormsBeenTried = false
    pace.endPause()
    setRefusing(false)
  }

  return {
    async work() {
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
    retryNow() {
      pace.endPause()
      forbidden.clear()
      haveOtherFormsBeenTried = false
    },
  }
}
