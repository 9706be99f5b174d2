export type Written = { readonly commits: number; readonly bytes: number }

/** The writes of the two databases for one kind of step. */
export type WrittenStep = {
  readonly what: string
  /** Number of repetitions. */
  readonly times: number
  readonly ledger: Written
  readonly cache: Written
}

export const STEP_NAMES = {
  arrival: 'a new order: event, read, shown, rung',
  tap: 'a tap, until its confirmation and its own event',
  poll: 'a poll without events',
} as const
