import type { Counting, Step } from './steps.ts'
export type Outcome = {
  readonly step: Step
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly seconds: number
}
type Counts = Pick<Outcome, 'passed' | 'failed' | 'skipped'>
/**
 * Reads what a step has shown. A step that ended badly has at least one failure, whatever its report says: a test file
 * that could not be loaded, an error after the last test and a time-out are in no count of tests.
 */
export declare function tally(counting: Counting, succeeded: boolean, report: unknown): Counts
/** The last line of `npm test`. */
export declare function summary(outcomes: readonly Counts[]): string
