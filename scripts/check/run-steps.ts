import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { countsOf, type Outcome, outcomeLine, summary } from './outcome.ts'
import { readResults } from './results.ts'
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

const EVERY_MS = 500

type ProgressOutput = {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

/** Moves to the first column, `lines` up, and erases from there to the end of the screen. */
const erase = (lines: number): string => (lines === 0 ? '' : `\r\u001b[${lines}A\u001b[J`)

/**
 * Prints lines, and on a terminal keeps below them the lines of what is running, which `running` returns. Elsewhere only
 * the printed lines are written.
 */
function createProgress(output: ProgressOutput, running: () => readonly string[]) {
  let shown = 0
  const redraw = (text: string): void => {
    const lines = output.isTTY ? running().map((line) => line.slice(0, (output.columns ?? 80) - 1)) : []
    output.write(`${erase(shown)}${text}${lines.map((line) => `${line}\n`).join('')}`)
    shown = lines.length
  }
  const timer = output.isTTY ? setInterval(redraw, EVERY_MS, '') : undefined
  return {
    print: (text: string): void => redraw(`${text}\n`),
    end: (): void => clearInterval(timer),
  }
}
