/** Kitchens work past midnight, so their day begins in hours without cooking. */
const DAY_BEGINS_AT_HOUR = 4

export type InstantRange = { readonly from: number; readonly until: number }

/**
 * The business day that holds `now` (or one `daysAgo` before), from four in the morning to four in the morning by this
 * computer's time zone; 23 or 25 hours long when daylight saving changes. Epoch ms.
 */
export function businessDay(now: number, daysAgo: number): InstantRange {
  const local = new Date(now)
  const day = local.getDate() - (local.getHours() < DAY_BEGINS_AT_HOUR ? 1 : 0) - daysAgo
  const begin = (offset: number): number =>
    new Date(local.getFullYear(), local.getMonth(), day + offset, DAY_BEGINS_AT_HOUR).getTime()
  return { from: begin(0), until: begin(1) }
}

/** The date on which the business day that holds `at` began, as "2026-11-21" in this computer's time zone. */
export function businessDate(at: number): string {
  const begin = new Date(businessDay(at, 0).from)
  const twoDigits = (value: number): string => String(value).padStart(2, '0')
  return `${begin.getFullYear()}-${twoDigits(begin.getMonth() + 1)}-${twoDigits(begin.getDate())}`
}
