import { type MonotonicMs, monotonicMs } from '../../shared/time.ts'

/** Ms that only grow, in this window. No other file of the window reads a clock. */
export const monotonicNow = (): MonotonicMs => monotonicMs(performance.now())
