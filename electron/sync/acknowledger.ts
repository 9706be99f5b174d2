import type { Log } from '../logging/log-port.ts'
import type { AcknowledgeAnswer, EventReference, PlatformClient, Refused, Unavailable } from '../platform/answers.ts'
import type { Ledger } from '../storage/ports.ts'
import { type AcknowledgmentForm, OTHER_FORMS } from './acknowledgment-forms.ts'
import { backoffMs, CALL_BACKOFF } from './backoff.ts'
import type { Clock } from './clock.ts'

/** After an authorisation failure only a new token helps, and the poller gets it first. */
const UNAUTHORIZED_WAIT_MS = 30_000
/** A batch that fails on a slow connection is split, down to this size. */
const SMALLEST_BATCH = 10
const BATCH_STEP = 4
/** Halving a thousand events down to one bad id takes eleven refusals. More in a row have another cause than an id. */
const MAX_REFUSALS = 12
/** Pause before the next attempt at a platform that refuses every form. */
const REFUSED_WAIT_MS = 5 * 60_000

type Outcome = { readonly kind: 'done' | 'refused' } | { readonly kind: 'later'; readonly waitMs: number }

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
 * attempts become rare and the screen shows a notice. The ledger is the queue: a crash loses nothing.
 */
export function createAcknowledger(parts: AcknowledgerParts): Acknowledger {
  const { ledger, client, clock, random, signal, log, form, onFormFound, onRefusing } = parts
  let failures = 0
  let batchSize = Number.POSITIVE_INFINITY
  /** End of `Retry-After`, or of the pause for a platform that refuses everything. New events do not shorten it. */
  let notBefore = Number.NEGATIVE_INFINITY
  /** Refusals since the last success. If the form is right, the refused single events are bad ids. */
  let refusals = 0
  let suspects: readonly { readonly eventId: string; readonly status: number }[] = []
  /** Whether the platform has accepted an acknowledgment in this form. */
  let isProven = false
  let currentForm = form()
  let haveOtherFormsBeenTried = false
  let isRefusing = false

  const setRefusing = (next: boolean): void => {
    if (next !== isRefusing) onRefusing(next)
    isRefusing = next
  }

  const postponed = (setback: Unavailable): Outcome => {
    failures += 1
    const waitMs = backoffMs(failures, CALL_BACKOFF, random, setback.retryAfterMs)
    if (setback.retryAfterMs) notBefore = clock.monotonic() + waitMs
    if (setback.cause === 'timeout' || setback.cause === 'network') {
      batchSize = Math.max(SMALLEST_BATCH, Math.min(batchSize, client.acknowledgmentLimit()) / BATCH_STEP)
    }
    return { kind: 'later', waitMs }
  }

  /** If a crash drops this mark, the events are acknowledged once more. */
  const markAcknowledged = (events: readonly EventReference[]): void => {
    const eventIds = events.map(({ eventId }) => eventId)
    ledger.deferred(() => ledger.markAcknowledged(eventIds, clock.platform()), 'later')
  }

  const markSuspects = (): void => {
    for (const { eventId, status } of suspects) {
      ledger.markUnacknowledgeable(eventId, `refused with ${status}`, clock.platform())
    }
    suspects = []
  }

  const succeed = (events: readonly EventReference[]): Outcome => {
    failures = 0
    refusals = 0
    isProven = true
    batchSize *= BATCH_STEP
    markAcknowledged(events)
    markSuspects()
    setRefusing(false)
    return { kind: 'done' }
  }

  const judge = (answer: Exclude<AcknowledgeAnswer, Refused>, events: readonly EventReference[]): Outcome => {
    if (answer.kind === 'acknowledged') return succeed(events)
    return answer.kind === 'unavailable' ? postponed(answer) : { kind: 'later', waitMs: UNAUTHORIZED_WAIT_MS }
  }

  const send = async (events: readonly EventReference[]): Promise<Outcome> => {
    const answer = await client.acknowledge(events, signal)
    if (answer.kind !== 'refused') return judge(answer, events)
    if (answer.status === 403) return { kind: 'later', waitMs: UNAUTHORIZED_WAIT_MS }
    refusals += 1
    if (refusals > MAX_REFUSALS) return { kind: 'refused' }
    const [first] = events
    if (events.length === 1 && first) {
      suspects = [...suspects, { eventId: first.eventId, status: answer.status }]
      return { kind: 'done' }
    }
    const middle = Math.ceil(events.length / 2)
    const left = await send(events.slice(0, middle))
    return left.kind === 'done' ? send(events.slice(middle)) : left
  }

  const tryOtherForms = async (event: EventReference): Promise<Outcome> => {
    if (haveOtherFormsBeenTried) return { kind: 'refused' }
    haveOtherFormsBeenTried = true
    for (const other of OTHER_FORMS[currentForm]) {
      const answer = await client.acknowledge([event], signal, other)
      if (answer.kind === 'refused') continue
      if (answer.kind === 'acknowledged') {
        log.warn('acknowledgment-form-found', { kind: other })
        suspects = []
        currentForm = other
        onFormFound(other)
      }
      return judge(answer, [event])
    }
    return { kind: 'refused' }
  }

  /** A platform that refused everything is tried with three single events, since each of them may itself be bad. */
  const probe = async (batch: readonly EventReference[]): Promise<Outcome> => {
    const places = new Set([0, Math.floor(batch.length / 2), batch.length - 1])
    for (const event of [...places].flatMap((place) => batch[place] ?? [])) {
      const answer = await client.acknowledge([event], signal)
      if (answer.kind !== 'refused') return judge(answer, [event])
    }
    return { kind: 'refused' }
  }

  const pause = (): number => {
    refusals = 0
    suspects = []
    if (!isRefusing) log.warn('acknowledgments-refused', { kind: currentForm })
    setRefusing(true)
    notBefore = clock.monotonic() + REFUSED_WAIT_MS
    return REFUSED_WAIT_MS
  }

  const acknowledge = async (batch: readonly EventReference[]): Promise<Outcome> => {
    if (isRefusing) return probe(batch)
    const outcome = await send(batch)
    if (outcome.kind === 'later') return outcome
    if (outcome.kind === 'done' && (suspects.length === 0 || isProven)) {
      markSuspects()
      return outcome
    }
    const [first] = batch
    return first ? tryOtherForms(first) : outcome
  }

  const followSettings = (): void => {
    if (form() === currentForm) return
    currentForm = form()
    isProven = false
    haveOtherFormsBeenTried = false
    notBefore = Number.NEGATIVE_INFINITY
    setRefusing(false)
  }

  return {
    async work() {
      while (!signal.aborted) {
        followSettings()
        const early = notBefore - clock.monotonic()
        if (early > 0) return early
        const batch = ledger.unacknowledgedEvents(Math.floor(Math.min(batchSize, client.acknowledgmentLimit())))
        if (batch.length === 0) return undefined
        const outcome = await acknowledge(batch)
        if (outcome.kind === 'later') return outcome.waitMs
        if (outcome.kind === 'refused') return pause()
      }
      return undefined
    },
    retryNow() {
      notBefore = Number.NEGATIVE_INFINITY
      haveOtherFormsBeenTried = false
    },
  }
}
