import { isAction, type PlatformRequest, type Route } from './requests.ts'
import type { Action } from './vocabulary.ts'
import type { Json } from './wire.ts'

/** What became of an answer: `left` means that the caller went away before it was given. */
export type Ending = 'pending' | 'whole' | 'truncated' | 'reset' | 'hang' | 'left'

export type ViolationKind =
  | 'missing-bearer'
  | 'unknown-token'
  | 'wrong-content-type'
  | 'malformed-body'
  | 'invalid-field'
  | 'unknown-field'
  | 'unknown-query'
  | 'unknown-route'
  | 'event-type-filter'
  | 'ack-never-delivered'
  | 'ack-unknown'
  | 'event-never-acknowledged'
  | 'concurrent-polls'
  | 'concurrent-token-calls'
  | 'concurrent-operations'
  | 'too-many-token-calls'
  | 'scope-too-wide'
  | 'repeated-after-conflict'
  | 'retried-too-early'
  | 'started-before-requested'

/** Something that a strict platform would complain about, whether or not it was answered with an error. */
export type Violation = {
  readonly seq: number
  readonly at: number
  readonly route: Route
  readonly orderId: string | undefined
  readonly kind: ViolationKind
  readonly message: string
}

export type LedgerEntry = {
  /** Counts arrivals and answers together: a request saw an answer exactly when its `seq` is above that `answeredSeq`. */
  readonly seq: number
  /** Milliseconds since 1970 on this machine's clock. */
  readonly at: number
  readonly method: string
  readonly path: string
  readonly route: Route
  readonly action: Action | undefined
  readonly orderId: string | undefined
  readonly body: Json | undefined
  readonly clientId: string | undefined
  readonly answeredSeq: number | undefined
  readonly answeredAt: number | undefined
  readonly ending: Ending
  /** The status that was answered, or would have been. */
  readonly status: number | undefined
  readonly applied: boolean
  readonly delivered: readonly string[]
  readonly acknowledged: readonly string[]
  readonly filteredAway: readonly string[]
  readonly faults: readonly string[]
}

export type LedgerDraft = { -readonly [field in keyof LedgerEntry]: LedgerEntry[field] }

export type RequestLedger = ReturnType<typeof createRequestLedger>

/**
 * Every request that reached the platform, and the questions tests ask about them.
 * @param clock milliseconds since 1970
 */
export function createRequestLedger(clock: () => number) {
  let entries: LedgerDraft[] = []
  let violations: Violation[] = []
  let count = 0

  const next = () => {
    count += 1
    return count
  }
  const wholePolls = () => entries.filter((entry) => entry.route === 'poll' && entry.ending === 'whole')

  /** First page with this event that was answered whole. */
  const deliveryOf = (eventId: string) => wholePolls().find((entry) => entry.delivered.includes(eventId))

  /** After its last delivery: duplicates are to be acknowledged like everything else that was received. */
  const acknowledgedAfterDelivery = (eventId: string) => {
    const delivery = wholePolls().findLast((entry) => entry.delivered.includes(eventId))
    if (delivery?.answeredSeq === undefined) return false
    const deliveredSeq = delivery.answeredSeq
    return entries.some((entry) => entry.seq > deliveredSeq && entry.acknowledged.includes(eventId))
  }

  const unacknowledged = (): readonly string[] => {
    const deliveredAt = new Map<string, number>()
    const acknowledgedAt = new Map<string, number>()
    for (const entry of entries) {
      for (const id of entry.acknowledged) acknowledgedAt.set(id, entry.seq)
      if (entry.route !== 'poll' || entry.ending !== 'whole') continue
      for (const id of entry.delivered) deliveredAt.set(id, entry.answeredSeq ?? entry.seq)
    }
    return [...deliveredAt].flatMap(([id, seq]) => ((acknowledgedAt.get(id) ?? 0) > seq ? [] : [id]))
  }

  return {
    open(request: PlatformRequest): LedgerDraft {
      const draft: LedgerDraft = {
        seq: next(),
        at: clock(),
        method: request.method,
        path: request.path,
        route: request.route,
        action: isAction(request.route) ? request.route : undefined,
        orderId: request.orderId,
        // The token form carries the secret: it is never written down.
        body: request.body.kind === 'json' ? request.body.value : undefined,
        clientId: undefined,
        answeredSeq: undefined,
        answeredAt: undefined,
        ending: 'pending',
        status: undefined,
        applied: false,
        delivered: [],
        acknowledged: [],
        filteredAway: [],
        faults: [],
      }
      entries.push(draft)
      return draft
    },

    /** To be called just before the answer leaves; later calls for the same entry change nothing. */
    close(draft: LedgerDraft, ending: Exclude<Ending, 'pending'>): void {
      if (draft.ending !== 'pending') return
      draft.ending = ending
      draft.answeredSeq = next()
      draft.answeredAt = clock()
    },

    complain(entry: Pick<LedgerEntry, 'seq' | 'route' | 'orderId'>, kind: ViolationKind, message: string): void {
      const { seq, route, orderId } = entry
      violations.push({ seq, at: clock(), route, orderId, kind, message })
    },

    entries: (): readonly LedgerEntry[] => [...entries],

    /** Everything a strict platform would complain about, oldest first. */
    violations: (): readonly Violation[] => [...violations],

    /** Ids that a poll answered whole has carried and that no later acknowledgment took. */
    unacknowledged,

    /** True when each delivered event was acknowledged by a request that came after the last page with it was answered. */
    wasEachEventAcknowledgedAfterDelivery: (): boolean => unacknowledged().length === 0,

    wasAcknowledgedAfterDelivery: acknowledgedAfterDelivery,

    /**
     * True when the order was read, whole and with 200, by a request that came after the event's page was answered.
     * @param orderId the event's order
     */
    wasReadAfterDelivery(eventId: string, orderId: string): boolean {
      const delivery = deliveryOf(eventId)
      if (delivery?.answeredSeq === undefined) return false
      const deliveredSeq = delivery.answeredSeq
      return entries.some(
        (entry) =>
          entry.route === 'read' &&
          entry.orderId === orderId &&
          entry.seq > deliveredSeq &&
          entry.status === 200 &&
          entry.ending === 'whole',
      )
    },

    /** How often an event was on a page that was answered whole. */
    deliveriesOf: (eventId: string): number =>
      wholePolls().reduce((sum, entry) => sum + entry.delivered.filter((id) => id === eventId).length, 0),

    /** Every POST of this operation on this order, whatever was answered. */
    postsFor: (orderId: string, action: Action): readonly LedgerEntry[] =>
      entries.filter((entry) => entry.orderId === orderId && entry.action === action),

    /** Those POSTs that changed the order. */
    appliedFor: (orderId: string, action: Action): readonly LedgerEntry[] =>
      entries.filter((entry) => entry.orderId === orderId && entry.action === action && entry.applied),

    readsOf: (orderId: string): readonly LedgerEntry[] =>
      entries.filter((entry) => entry.route === 'read' && entry.orderId === orderId),

    /** Polls that arrived between two moments, both included, milliseconds since 1970. */
    pollsBetween: (from: number, to: number): readonly LedgerEntry[] =>
      entries.filter((entry) => entry.route === 'poll' && entry.at >= from && entry.at <= to),

    requestsTo: (route: Route): readonly LedgerEntry[] => entries.filter((entry) => entry.route === route),

    /** Forgets everything so far; what is in flight is not recorded any more. */
    clear(): void {
      entries = []
      violations = []
    },
  }
}
