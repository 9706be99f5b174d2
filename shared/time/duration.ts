const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** Whole units of a duration, never negative: a clock that is behind shows 0, not "-3 min". */
export type DurationParts = { readonly hours: number; readonly minutes: number; readonly seconds: number }

/** Splits `ms` into hours, minutes and seconds, rounded down. */
export function durationParts(ms: number): DurationParts {
  const left = Math.max(0, ms)
  return {
    hours: Math.floor(left / HOUR_MS),
    minutes: Math.floor((left % HOUR_MS) / MINUTE_MS),
    seconds: Math.floor((left % MINUTE_MS) / SECOND_MS),
  }
}

/** A countdown: "6:05", or "1:06:05" from one hour. Rounded up, so that 0:00 means that the time is over. */
export function countdown(ms: number): string {
  const { hours, minutes, seconds } = durationParts(Math.ceil(Math.max(0, ms) / SECOND_MS) * SECOND_MS)
  const tail = `${String(seconds).padStart(2, '0')}`
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`
}
