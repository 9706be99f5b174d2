import { type MonotonicMs, monotonicMs } from '../../shared/time.ts'

/** The monotonic clock of this window, in milliseconds. No other file of the window reads a clock. */
export const monotonicNow = (): MonotonicMs => monotonicMs(performance.now())
