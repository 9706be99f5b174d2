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
  arrival: 'an order comes: event, read, shown, rung',
  tap: 'a tap, to its proof and its own event',
  poll: 'a poll that finds nothing',
} as const
