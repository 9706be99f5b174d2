import { performance } from 'node:perf_hooks'

/** Time as the engines see it; tests bring their own. */
export type Clock = {
  /** Epoch milliseconds; does not jump while the program runs. */
  now(): number
  /** Milliseconds that only ever grow, for intervals and ages. */
  monotonic(): number
  /** Runs `task` once after `delayMs`; gives the function that takes it back. */
  setTimer(delayMs: number, task: () => void): () => void
}

/** Node's timers take at most 2^31-1 ms; longer waits are looked at again. */
const LONGEST_TIMER_MS = 2_147_000_000

/**
 * The machine's clock. `now` is the wall clock read once and carried on by the monotonic one: while the program runs, a
 * wall clock that is set forward or back moves no deadline.
 */
export function createSystemClock(): Clock {
  const startedAt = Date.now() - performance.now()
  return {
    now: () => Math.round(startedAt + performance.now()),
    monotonic: () => performance.now(),
    setTimer(delayMs, task) {
      const timer = setTimeout(task, Math.min(Math.max(0, delayMs), LONGEST_TIMER_MS))
      return () => clearTimeout(timer)
    },
  }
}
