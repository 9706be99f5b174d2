/** Prints the figures of a run. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const milliseconds = (values: readonly number[]): string =>
  `median ${percentile(values, 0.5).toFixed(0)} ms, p95 ${percentile(values, 0.95).toFixed(0)} ms, ` +
  `max ${percentile(values, 1).toFixed(0)} ms (${values.length} samples)`

/** A whole number from the environment, with which the soak run enlarges a harness. */
export const sizeFromEnvironment = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise)

/** Prints why a test is not run. The test counts as skipped with this reason. */
export function warnNotRun(what: string, reason: string): void {
  console.log(`NOT RUN: ${what}: ${reason}`)
}
