/**
 * The writer's step around which the power is cut, in addition to its steady work of events, taps and reads.
 * `first-run` and `migration` create new ledgers, the other scenarios use one ledger.
 */
export const SCENARIOS = ['work', 'checkpoint', 'backup', 'purge', 'first-run', 'migration'] as const
export type Scenario = (typeof SCENARIOS)[number]

export type WriterStart = {
  /** Folder of the ledgers. */
  readonly folder: string
  readonly scenario: Scenario
  /** The product uses FULL. With NORMAL the cuts must lose data, which shows that the harness detects a loss. */
  readonly synchronous: 'FULL' | 'NORMAL'
}

/** States of a tap in the order in which the writer brings it through them. */
export const TAP_STATES = ['queued', 'sending', 'sent', 'confirmed'] as const
export const STATUSES = ['CREATED', 'CONFIRMED', 'PREPARING', 'READY'] as const

/** Reported after the call has returned. From then on no power cut may lose the step. */
export type DurableStep = { readonly ledger: string } & (
  | { readonly kind: 'events'; readonly orderId: string; readonly eventIds: readonly string[] }
  | { readonly kind: 'acknowledged'; readonly eventIds: readonly string[] }
  | { readonly kind: 'tap'; readonly tapId: string; readonly orderId: string; readonly state: number }
  | { readonly kind: 'undone'; readonly tapId: string }
  | { readonly kind: 'read'; readonly orderId: string; readonly status: number }
  | { readonly kind: 'struck'; readonly orderId: string; readonly lineId: string }
  | { readonly kind: 'backup'; readonly path: string }
  | { readonly kind: 'purged'; readonly orderIds: readonly string[] }
)

export type WriterReport =
  | DurableStep
  /** The writer has begun its work. */
  | { readonly kind: 'ready' }
  /** The scenario's step begins now. */
  | { readonly kind: 'begins' }
