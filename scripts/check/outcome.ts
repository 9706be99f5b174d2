import type { FileTime, ResultLine, TestResult } from './results.ts'
import type { Step } from './steps.ts'

export type Counts = { readonly passed: number; readonly failed: number; readonly skipped: number }

export type Outcome = Counts & {
  readonly step: Step
  readonly seconds: number
  /** Processor time of all its processes; `undefined` where the system does not count it. */
  readonly processorSeconds: number | undefined
  /** What a failed step printed. */
  readonly output: string
  readonly failures: readonly TestResult[]
  readonly skips: readonly TestResult[]
  readonly files: readonly FileTime[]
}

const SLOWEST_FILES = 10

/** The counts in the lines that the reporters have written so far. */
export function countsOf(lines: readonly ResultLine[]): Counts {
  const inState = (state: TestResult['state']) => lines.filter((line) => line.kind === 'test' && line.state === state)
  return { passed: inState('passed').length, failed: inState('failed').length, skipped: inState('skipped').length }
}

/**
 * Counts the results of a step that has ended. A failed step has at least one failure, even when the reporters wrote none,
 * for example after a timeout. So has a step of tests in which no test ran.
 */
export function tally(step: Pick<Step, 'kind'>, succeeded: boolean, lines: readonly ResultLine[]): Counts {
  if (step.kind === 'check') return { passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1, skipped: 0 }
  const counts = countsOf(lines)
  const isEmpty = counts.passed + counts.failed + counts.skipped === 0
  return (!succeeded || isEmpty) && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

/** The last line of `npm test`. */
export function summary(counts: readonly Counts[]): string {
  const sum = (key: keyof Counts) => counts.reduce((total, each) => total + each[key], 0)
  const skipped = sum('skipped')
  return `${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

export function outcomeLine({ step, seconds, processorSeconds, ...counts }: Outcome): string {
  const mark = counts.failed > 0 ? 'FAILED' : 'ok'
  const processor = processorSeconds === undefined ? '' : `${processorSeconds.toFixed(0).padStart(6)} s of a processor`
  return `${mark.padEnd(7)}${step.name.padEnd(18)}${summary([counts]).padEnd(26)}${seconds.toFixed(0).padStart(5)} s${processor}`
}

const indented = (text: string): string => text.replaceAll(/^/gm, '       ')

/** The failed tests with their reasons, and the command that runs each alone; then the tests that did not run. */
export function failureList(outcomes: readonly Pick<Outcome, 'step' | 'failures' | 'skips'>[]): string {
  const failed = outcomes.flatMap(({ step, failures }) =>
    failures.map(
      ({ title, reason, command }) => `FAILED ${step.name}: ${title}\n${indented(reason)}\n       alone: ${command}\n`,
    ),
  )
  const skipped = outcomes.flatMap(({ step, skips }) =>
    skips.map(({ title, reason }) => `not run ${step.name}: ${title}${reason === '' ? '' : ` (${reason})`}`),
  )
  return [...failed, ...skipped].join('\n')
}

/** The slowest test files. Their tests waited for other files. */
export function slowestFiles(outcomes: readonly Pick<Outcome, 'files'>[]): string {
  const slowest = outcomes
    .flatMap(({ files }) => files)
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, SLOWEST_FILES)
  const lines = slowest.map(({ file, ms }) => `${(ms / 1_000).toFixed(1).padStart(7)} s  ${file}`)
  return lines.length === 0 ? '' : ['the slowest files, beside others:', ...lines].join('\n')
}
