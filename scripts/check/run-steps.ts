import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Outcome, summary } from './outcome.ts'
import { runInOrder } from './run-in-order.ts'
import { runStep } from './run-step.ts'
import { CHECK_STEPS, isMeasuring, type Step } from './steps.ts'

/** Each step runs several files. More steps would make single tests so slow on a slow computer that they reach their limits. */
const MAX_CONCURRENT_STEPS = 2

/** All steps, or the named ones. */
export function chosenSteps(names: readonly string[]): readonly Step[] {
  const unknown = names.filter((name) => !CHECK_STEPS.some((step) => step.name === name))
  if (unknown.length > 0) throw new Error(`No such step: ${unknown.join(', ')}`)
  return names.length === 0 ? CHECK_STEPS : CHECK_STEPS.filter((step) => names.includes(step.name))
}

export function outcomeLine({ step, passed, failed, skipped, seconds }: Outcome): string {
  const mark = failed > 0 ? 'FAILED' : 'ok'
  return `${mark.padEnd(7)}${step.name.padEnd(18)}${summary([{ passed, failed, skipped }]).padEnd(30)}${seconds.toFixed(1)} s`
}

/** Runs the steps, continues after a failure, and prints the start and the result of each step. */
export async function runSteps(steps: readonly Step[], root: string): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  mkdirSync(join(root, 'reports'), { recursive: true })
  await runInOrder(steps, MAX_CONCURRENT_STEPS, async (step) => {
    console.log(isMeasuring(step) ? `\n--- ${step.name}` : `       ${step.name} begins`)
    const outcome = await runStep(step, root)
    outcomes.push(outcome)
    console.log(outcomeLine(outcome))
  })
  return outcomes
}
