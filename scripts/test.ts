import { mkdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { type Outcome, summary } from './check/outcome.ts'
import { runStep } from './check/run-step.ts'
import { inOrder } from './check/schedule.ts'
import { STEPS } from './check/steps.ts'

/** `npm test [-- STEP…]`: runs all steps or the named ones, goes on after a failure, and prints the totals in the last line. */

const ROOT = join(import.meta.dirname, '..')

function chosenSteps(names: readonly string[]) {
  const unknown = names.filter((name) => !STEPS.some((step) => step.name === name))
  if (unknown.length > 0) throw new Error(`No such step: ${unknown.join(', ')}`)
  return names.length === 0 ? STEPS : STEPS.filter((step) => names.includes(step.name))
}

function line({ step, passed, failed, skipped, seconds }: Outcome): string {
  const mark = failed > 0 ? 'FAILED' : 'ok'
  return `${mark.padEnd(7)}${step.name.padEnd(14)}${summary([{ passed, failed, skipped }]).padEnd(30)}${seconds.toFixed(1)} s`
}

const outcomes: Outcome[] = []
// Running steps end with this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))
mkdirSync(join(ROOT, 'reports'), { recursive: true })
await inOrder(chosenSteps(process.argv.slice(2)), Math.min(2, availableParallelism()), async (step) => {
  if (step.alone) console.log(`\n--- ${step.name}`)
  const outcome = await runStep(step, ROOT)
  outcomes.push(outcome)
  console.log(line(outcome))
})
console.log(`\n${outcomes.map(line).join('\n')}\n`)
console.log(summary(outcomes))
process.exitCode = outcomes.some(({ failed }) => failed > 0) ? 1 : 0
