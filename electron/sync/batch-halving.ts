import type { AcknowledgeAnswer, EventReference, PlatformClient, Refused } from '../platform/answers.ts'

/** Halving a thousand events down to one bad id takes eleven refusals. More in a row have another cause than an id. */
const MAX_REFUSALS = 12

export type BatchOutcome = { readonly kind: 'done' | 'refused' } | { readonly kind: 'later'; readonly waitMs: number }

/** An event that was refused when it was sent alone. */
type Suspect = { readonly eventId: string; readonly status: number }

/** Sends a batch; halves it when it is refused, to find the ids that the platform does not accept. */
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
  /** Wait after 403. */
  readonly forbiddenWaitMs: number
  /** The outcome of an answer that is not a refusal. */
  readonly judge: (answer: Exclude<AcknowledgeAnswer, Refused>, events: readonly EventReference[]) => BatchOutcome
}): BatchHalving {
  const { client, signal, forbiddenWaitMs, judge } = parts
  let refusals = 0
  let suspects: readonly Suspect[] = []

  const send = async (events: readonly EventReference[]): Promise<BatchOutcome> => {
    const answer = await client.acknowledge(events, signal)
    if (answer.kind !== 'refused') return judge(answer, events)
    if (answer.status === 403) return { kind: 'later', waitMs: forbiddenWaitMs }
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

  return {
    send,
    suspects: () => suspects,
    clearSuspects() {
      suspects = []
    },
    resetRefusals() {
      refusals = 0
    },
  }
}
