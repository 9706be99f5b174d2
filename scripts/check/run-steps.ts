import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { countsOf, type Outcome, outcomeLine, summary } from './outcome.ts'
import { createProgress, type ProgressOutput } from './progress.ts'
import { readResults } from './results.ts'
import { runInOrder } from './run-in-order.ts'
import { resultsFileOf, runStep } from './run-step.ts'
import type { Step } from './steps.ts'

/** Each step runs several files, and most tests wait more than they compute. */
const MAX_CONCURRENT_STEPS = 2

/**
 * Runs the steps and continues after a failure. Prints the result of each step; before, on a terminal, the counts of the
 * running steps.
 */
export async function runSteps(
  steps: readonly Step[],
  root: string,
  output: ProgressOutput = process.stdout,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  const startedAt = new Map<Step, number>()
  mkdirSync(join(root, 'reports'), { recursive: true })
  const progress = createProgress(output, () =>
    [...startedAt].map(([step, at]) => {
      const counts = step.kind === 'check' ? '' : summary([countsOf(readResults(resultsFileOf(step, root)))])
      return `       ${step.name.padEnd(18)}${counts.padEnd(26)}${((performance.now() - at) / 1_000).toFixed(0).padStart(5)} s …`
    }),
  )
  await runInOrder(steps, MAX_CONCURRENT_STEPS, async (step) => {
    startedAt.set(step, performance.now())
    if (!output.isTTY) progress.print(`       ${step.name} begins`)
    const outcome = await runStep(step, root)
    startedAt.delete(step)
    outcomes.push(outcome)
    progress.print(`${outcome.output}${outcomeLine(outcome)}`)
  })
  progress.end()
  return outcomes
}
