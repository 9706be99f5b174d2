import { z } from 'zod'
import type { FailedTest } from './failed-tests.ts'
import type { Counting, Step } from './steps.ts'

export type Outcome = {
  readonly step: Step
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly seconds: number
  /** A failure outside a test, for example a timeout, is not in this list. */
  readonly failures: readonly FailedTest[]
}

type Counts = Pick<Outcome, 'passed' | 'failed' | 'skipped'>

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
})
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
})

function countsIn(report: unknown, counting: Counting): Counts | undefined {
  if (counting === 'vitest') {
    const { data } = vitestReport.safeParse(report)
    const skipped = data && data.numPendingTests + data.numTodoTests
    return data && { passed: data.numPassedTests, failed: data.numFailedTests, skipped: skipped ?? 0 }
  }
  const { data } = playwrightReport.safeParse(report)
  if (!data) return undefined
  const { expected, unexpected, flaky, skipped } = data.stats
  // A test that passes only after a repetition counts as failed.
  return { passed: expected, failed: unexpected + flaky, skipped }
}

/**
 * Counts the results of a step. A failed step has at least one failure, even when its report has none: the report does not
 * count a test file that could not be loaded, an error after the last test, or a timeout.
 */
export function tally(counting: Counting, succeeded: boolean, report: unknown): Counts {
  const counts: Counts = (counting === 'one-check' ? undefined : countsIn(report, counting)) ?? {
    passed: succeeded && counting === 'one-check' ? 1 : 0,
    failed: 0,
    skipped: 0,
  }
  const isEmpty = counting !== 'one-check' && counts.passed + counts.failed + counts.skipped === 0
  return (!succeeded || isEmpty) && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

/** The last line of `npm test`. */
export function summary(outcomes: readonly Counts[]): string {
  const sum = (key: keyof Counts) => outcomes.reduce((total, counts) => total + counts[key], 0)
  const skipped = sum('skipped')
  return `${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
