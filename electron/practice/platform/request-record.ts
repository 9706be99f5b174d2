import { isAction, type PlatformRequest, type Route } from './requests.ts'
import type { Action } from './vocabulary.ts'
import type { Json } from './wire.ts'

/** How an answer ended. `disconnected`: the caller closed the connection before the answer was sent. */
export type Ending = 'pending' | 'whole' | 'truncated' | 'reset' | 'hang' | 'disconnected'

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

export type RequestRecord = {
  /** One counter for arrivals and answers: a request came after an answer when its `seq` is above that `answeredSeq`. */
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
  /** The status of the answer, also when the answer was not sent. */
  readonly status: number | undefined
  readonly applied: boolean
  readonly delivered: readonly string[]
  readonly acknowledged: readonly string[]
  readonly filteredOut: readonly string[]
  readonly faults: readonly string[]
}

export type RequestDraft = { -readonly [field in keyof RequestRecord]: RequestRecord[field] }

/** Called at each step of a request. Practice records nothing; tests record every request and violation. */
export type RequestRecorder = {
  /** A request has arrived. Returns its record, whose fields are set while the request is answered. */
  open(request: PlatformRequest): RequestDraft
  /** The credential of the request is known, or the request has none. */
  begin(entry: RequestDraft): void
  /** The request violates the interface. It may still be answered without an error. */
  recordViolation(entry: RequestDraft, kind: ViolationKind, message: string): void
  /** The caller is asked to wait. @param until milliseconds since 1970 */
  askToWait(entry: RequestDraft, until: number): void
  /** Called just before the answer is sent. Later calls for the same record have no effect. */
  close(entry: RequestDraft, ending: Exclude<Ending, 'pending'>): void
}

/** The record of a request that is not answered yet. @param at milliseconds since 1970 */
export const draftOf = (request: PlatformRequest, seq: number, at: number): RequestDraft => ({
  seq,
  at,
  method: request.method,
  path: request.path,
  route: request.route,
  action: isAction(request.route) ? request.route : undefined,
  orderId: request.orderId,
  // The form of a token call contains the secret, so it is not recorded.
  body: request.body.kind === 'json' ? request.body.value : undefined,
  clientId: undefined,
  answeredSeq: undefined,
  answeredAt: undefined,
  ending: 'pending',
  status: undefined,
  applied: false,
  delivered: [],
  acknowledged: [],
  filteredOut: [],
  faults: [],
})

export const NO_RECORDER: RequestRecorder = {
  open: (request) => draftOf(request, 0, 0),
  begin: () => undefined,
  recordViolation: () => undefined,
  askToWait: () => undefined,
  close: () => undefined,
}
