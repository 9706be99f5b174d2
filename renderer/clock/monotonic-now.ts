import { type MonotonicMs, monotonicMs } from '../../shared/time.ts'

/** Ms that only grow, in this window. The one place of the screen that reads a clock. */
export const monotonicNow = (): MonotonicMs => monotonicMs(performance.now())
