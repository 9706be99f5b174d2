import { fork } from 'node:child_process'
import { join } from 'node:path'
import { failureList } from './check/failed-tests.ts'
import type { Outcome } from './check/outcome.ts'
import { repeatTable } from './check/repeat-table.ts'
import { chosenSteps, runSteps } from './check/run-steps.ts'
import { readArguments } from './script-arguments.ts'

/**
 * `npm run test:repeat [-- RUNS [STEP…]]`: runs the steps of `npm test` several times (20), while a second process keeps
 * every core busy, and prints a table of runs and steps. It finds tests that fail only sometimes.
 */

const ROOT = join(import.meta.dirname, '..')
const DEFAULT_RUNS = 20

const USAGE = `npm run test:repeat [-- RUNS [STEP…]]
  RUNS  how often the steps run; without it ${DEFAULT_RUNS}
  STEP  names of steps of npm test; without them all steps run`

const { count, steps } = readArguments(USAGE, ([given = String(DEFAULT_RUNS), ...names]) => {
  const runs = Number(given)
  if (!Number.isInteger(runs) || runs < 1) throw new Error(`Not a number of runs: ${given}`)
  return { count: runs, steps: chosenSteps(names) }
})

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))
const load = fork(join(import.meta.dirname, 'check/busy-process.ts'))
process.once('exit', () => load.kill('SIGKILL'))

const runs: (readonly Outcome[])[] = []
for (let run = 1; run <= count; run += 1) {
  console.log(`\n=== run ${run} of ${count}`)
  const outcomes = await runSteps(steps, ROOT)
  runs.push(outcomes)
  console.log(`\n${failureList(outcomes)}`)
  console.log(`\n${repeatTable(steps, runs)}`)
}
load.kill('SIGKILL')
process.exitCode = runs.flat().some(({ failed }) => failed > 0) ? 1 : 0
