/** At most `limit` restarts within `windowMs`; times in ms. */
export type BudgetRule = { readonly limit: number; readonly windowMs: number }

/**
 * The restarts to remember after one more at `now`, or undefined when the budget is used up. A time that lies ahead (the
 * clock was set back) counts as one within the window and is forgotten once it is further away than the window.
 */
export function spendRestart(past: readonly number[], now: number, rule: BudgetRule): readonly number[] | undefined {
  const recent = past.filter((at) => Math.abs(now - at) < rule.windowMs)
  return recent.length < rule.limit ? [...recent, now] : undefined
}
