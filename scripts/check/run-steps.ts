import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Outcome, outcomeLine } from './outcome.ts'
import { runStep } from './run-step.ts'
import type { Step } from './steps.ts'

/** Each step runs several files, and most tests wait more than they compute. */
const MAX_CONCURRENT_STEPS = 2

/** Runs the steps and continues after a failure. Prints the begin and the result of each step. */
export async function runSteps(steps: readonly Step[], root: string): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  mkdirSync(join(root, 'reports'), { recursive: true })
  await runInOrder(steps, MAX_CONCURRENT_STEPS, async (step) => {
    console.log(`       ${step.name} begins`)
    const outcome = await runStep(step, root)
    outcomes.push(outcome)
    console.log(`${outcome.output}${outcomeLine(outcome)}`)
  })
  return outcomes
}

/**
 * Runs every step once, in the given order, at most `width` at a time. A step starts after the end of the steps in its
 * `after`, also when they failed. Rejects when steps wait for each other.
 */
export async function runInOrder<S extends Pick<Step, 'name' | 'after'>>(
  steps: readonly S[],
  width: number,
  run: (step: S) => Promise<void>,
): Promise<void> {
  const waiting = [...steps]
  const running = new Map<S, Promise<void>>()
  const isUnfinished = (name: string) => [...waiting, ...running.keys()].some((step) => step.name === name)
  const canStart = (step: S) => running.size < width && !step.after.some(isUnfinished)
  while (waiting.length > 0 || running.size > 0) {
    for (let next = waiting.findIndex(canStart); next >= 0; next = waiting.findIndex(canStart)) {
      const [step] = waiting.splice(next, 1)
      if (step) {
        running.set(
          step,
          run(step).finally(() => running.delete(step)),
        )
      }
    }
    if (running.size === 0) throw new Error(`Steps wait for each other: ${waiting.map((step) => step.name).join(', ')}`)
    await Promise.race(running.values())
  }
}
