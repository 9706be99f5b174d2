/**
 * What the writer does beside its steady work of events, taps and reads. The cut falls around it: `first-run` and `migration`
 * make one ledger after another, the others go on with one.
 */
export const SCENARIOS = ['work', 'checkpoint', 'backup', 'purge', 'first-run', 'migration'] as const
export type Scenario = (typeof SCENARIOS)[number]

export type WriterStart = {
  /** Where the ledgers are made. */
  readonly folder: string
  readonly scenario: Scenario
  /** FULL is what the product sets; with NORMAL the harness shows that it would notice. */
  readonly synchronous: 'FULL' | 'NORMAL'
}

/** States of a tap in the order in which the writer brings it through them. */
export const TAP_STATES = ['queued', 'sending', 'sent', 'confirmed'] as const
export const STATUSES = ['CREATED', 'CONFIRMED', 'PREPARING', 'READY'] as const

/** Reported once the call has returned: from that moment no power cut may take it back. */
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
  /** The writer is at work. */
  | { readonly kind: 'ready' }
  /** What the scenario is about begins now. */
  | { readonly kind: 'begins' }
