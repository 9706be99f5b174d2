/** At most `limit` restarts within `windowMs`; times in ms. */
export type BudgetRule = { readonly limit: number; readonly windowMs: number }

/**
 * The restarts to store after one more at `now`, or undefined when the budget is used up. A time in the future (the
 * clock was set back) counts as within the window, and is dropped when it is further away than the window.
 */
export function spendRestart(past: readonly number[], now: number, rule: BudgetRule): readonly number[] | undefined {
  const recent = past.filter((at) => Math.abs(now - at) < rule.windowMs)
  return recent.length < rule.limit ? [...recent, now] : undefined
}
