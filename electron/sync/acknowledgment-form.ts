import type { AcknowledgeAnswer, EventReference, PlatformClient, Refused } from '../platform/answers.ts'
import type { AcknowledgmentForm } from '../platform/dialects/dialect.ts'
import { formsFrom } from '../platform/dialects/open-delivery-2/acknowledgments.ts'

export type BatchOutcome = { readonly kind: 'done' | 'refused' } | { readonly kind: 'later'; readonly waitMs: number }

/** The outcome of an answer that is not a refusal. */
export type JudgeAnswer = (
  answer: Exclude<AcknowledgeAnswer, Refused>,
  events: readonly EventReference[],
) => BatchOutcome | Promise<BatchOutcome>

/** After an authorisation failure only a new token helps, and the poller gets it first. */
export const UNAUTHORIZED_WAIT_MS = 30_000

const UNANSWERED: BatchOutcome = { kind: 'later', waitMs: UNAUTHORIZED_WAIT_MS }

/** @param ids what the platform delivers. `refused`: no form was found. */
export type FormSearch = (
  batch: readonly EventReference[],
  ids: ReadonlySet<string> | undefined,
) => Promise<BatchOutcome>

/**
 * Looks for the form of acknowledgments with up to three single events that the platform delivers: each may itself be bad. A form
 * is right when the platform accepts it and does not deliver its event again: some accept any body and ignore it.
 */
export function createFormSearch(options: {
  readonly client: Pick<PlatformClient, 'acknowledge'>
  readonly signal: AbortSignal
  /** The ids of the events that the platform delivers now; `undefined`: it does not answer. */
  readonly delivered: () => Promise<ReadonlySet<string> | undefined>
  readonly currentForm: () => AcknowledgmentForm
  /** False: only the current form is tried. */
  readonly mayTryOthers: () => boolean
  readonly onFound: (form: AcknowledgmentForm, event: EventReference) => Promise<BatchOutcome>
  readonly judge: JudgeAnswer
}): FormSearch {
  const { client, signal, delivered, currentForm, mayTryOthers, onFound, judge } = options

  const tryForms = async (event: EventReference): Promise<BatchOutcome> => {
    const forms = formsFrom(currentForm())
    for (const { name: tried } of mayTryOthers() ? forms : forms.slice(0, 1)) {
      const answer = await client.acknowledge([event], signal, tried)
      if (answer.kind === 'refused') continue
      if (answer.kind !== 'acknowledged') return judge(answer, [event])
      const ids = await delivered()
      if (ids === undefined) return UNANSWERED
      if (!ids.has(event.eventId)) return onFound(tried, event)
    }
    return { kind: 'refused' }
  }

  return async (batch, ids) => {
    if (ids === undefined) return UNANSWERED
    const known = batch.filter(({ eventId }) => ids.has(eventId))
    const positions = new Set([0, Math.floor(known.length / 2), known.length - 1])
    for (const event of [...positions].flatMap((position) => known[position] ?? [])) {
      const outcome = await tryForms(event)
      if (outcome.kind !== 'refused') return outcome
    }
    return { kind: 'refused' }
  }
}
