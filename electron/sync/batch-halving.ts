import type { AcknowledgeAnswer, EventReference, PlatformClient, Refused } from '../platform/answers.ts'

/** Halving a thousand events down to one bad id takes eleven refusals. More in a row have another cause than an id. */
const MAX_REFUSALS = 12

export type BatchOutcome = { readonly kind: 'done' | 'refused' } | { readonly kind: 'later'; readonly waitMs: number }

/** An event that was refused when it was sent alone. */
type Suspect = { readonly eventId: string; readonly status: number }

/**
 * Sends a batch; halves it when it is refused, to find the ids that the platform does not accept. 403 may concern the events
 * of one establishment: when it is repeated, halving finds these too.
 */
export type BatchHalving = {
  /** `refused`: too many refusals in a row, so they have another cause than single ids. */
  send(events: readonly EventReference[]): Promise<BatchOutcome>
  /** Events that were refused alone. If the form is right, their ids are bad. */
  suspects(): readonly Suspect[]
  clearSuspects(): void
  /** Call after a success: refusals are counted from zero. */
  resetRefusals(): void
}

export function createBatchHalving(parts: {
  readonly client: Pick<PlatformClient, 'acknowledge'>
  readonly signal: AbortSignal
  /** Wait after 403, and after 403 for more than some events: then the app or its scope is not authorised. */
  readonly forbiddenWaitMs: { readonly once: number; readonly repeated: number }
  /** Called with an event that was refused alone with 403. */
  readonly onForbidden: (eventId: string) => void
  /** The outcome of an answer that is not a refusal. */
  readonly judge: (answer: Exclude<AcknowledgeAnswer, Refused>, events: readonly EventReference[]) => BatchOutcome
}): BatchHalving {
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
    async send(events) {
      const outcome = await half(events)
      if (outcome.kind !== 'later') isForbidden = false
      return outcome
    },
    suspects: () => suspects,
    clearSuspects() {
      suspects = []
    },
    resetRefusals() {
      refusals = 0
    },
  }
}
