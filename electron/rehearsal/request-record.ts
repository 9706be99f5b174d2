import { isAction, type PlatformRequest, type Route } from './requests.ts'
import type { Action } from './vocabulary.ts'
import type { Json } from './wire.ts'

/** How an answer ended. `left`: the caller disconnected before it was sent. */
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

/** Follows the requests of the platform. A practice needs no witness; tests record every request and complaint. */
export type Witness = {
  /** A request has arrived. Returns its record, which is filled in while the request is answered. */
  open(request: PlatformRequest): LedgerDraft
  /** The credential of the request, where it has one, is known. */
  begin(entry: LedgerDraft): void
  /** A strict platform would complain about the request, whether or not it is answered with an error. */
  complain(entry: LedgerDraft, kind: ViolationKind, message: string): void
  /** The caller is asked to wait. @param until milliseconds since 1970 */
  askToWait(entry: LedgerDraft, until: number): void
  /** Called just before the answer leaves. Later calls for the same entry change nothing. */
  close(entry: LedgerDraft, ending: Exclude<Ending, 'pending'>): void
}

/** The record of a request that was not answered yet. @param at milliseconds since 1970 */
export const draftOf = (request: PlatformRequest, seq: number, at: number): LedgerDraft => ({
  seq,
  at,
  method: request.method,
  path: request.path,
  route: request.route,
  action: isAction(request.route) ? request.route : undefined,
  orderId: request.orderId,
  // The token form carries the secret: it is not recorded.
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
})

/** Records nothing. */
export const NO_WITNESS: Witness = {
  open: (request) => draftOf(request, 0, 0),
  begin: () => undefined,
  complain: () => undefined,
  askToWait: () => undefined,
  close: () => undefined,
}
