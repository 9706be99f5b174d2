// Browsers and Node both have these two functions. They are declared here because shared/ is compiled without the library of
// either.
declare const setTimeout: (task: () => void, ms: number) => unknown
declare const clearTimeout: (timer: unknown) => void

const systemTimer = (ms: number, task: () => void): (() => void) => {
  const timer = setTimeout(task, ms)
  return () => clearTimeout(timer)
}

/**
 * Settles as `work` does, or resolves with the result of `onLimit` once `limitMs` have passed. The work itself is not
 * stopped: its result, or its rejection, is then ignored.
 * @param setTimer a timer of a clock that tests replace; the system's by default
 */
export async function withTimeLimit<T, L>(
  work: Promise<T>,
  limitMs: number,
  onLimit: () => L,
  setTimer: (ms: number, task: () => void) => () => void = systemTimer,
): Promise<T | L> {
  const limit = Promise.withResolvers<L>()
  const cancel = setTimer(limitMs, () => limit.resolve(onLimit()))
  try {
    return await Promise.race([work, limit.promise])
  } finally {
    cancel()
  }
}
