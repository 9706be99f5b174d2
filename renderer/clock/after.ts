/** Runs once after `ms`. Returns the function that cancels it. */
export const after = (ms: number, run: () => void): (() => void) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
