import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Outcome, summary } from './outcome.ts'
import { runStep } from './run-step.ts'
import { inOrder } from './schedule.ts'
import { STEPS, type Step } from './steps.ts'

/** Most steps wait more than they compute: with one for each core the cores would rest. */
const STEPS_AT_A_TIME = 3

/** All steps, or the named ones. */
export function chosenSteps(names: readonly string[]): readonly Step[] {
  const unknown = names.filter((name) => !STEPS.some((step) => step.name === name))
  if (unknown.length > 0) throw new Error(`No such step: ${unknown.join(', ')}`)
  return names.length === 0 ? STEPS : STEPS.filter((step) => names.includes(step.name))
}

export function line({ step, passed, failed, skipped, seconds }: Outcome): string {
  const mark = failed > 0 ? 'FAILED' : 'ok'
  return `${mark.padEnd(7)}${step.name.padEnd(18)}${summary([{ passed, failed, skipped }]).padEnd(30)}${seconds.toFixed(1)} s`
}

/** Runs the steps as `npm test` does, goes on after a failure, and prints what begins and ends. */
export async function runSteps(steps: readonly Step[], root: string): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  mkdirSync(join(root, 'reports'), { recursive: true })
  await inOrder(steps, STEPS_AT_A_TIME, async (step) => {
    console.log(step.alone ? `\n--- ${step.name}` : `       ${step.name} begins`)
    const outcome = await runStep(step, root)
    outcomes.push(outcome)
    console.log(line(outcome))
  })
  return outcomes
}
