import { join } from 'node:path'
import { failureList } from './check/failed-tests.ts'
import { summary } from './check/outcome.ts'
import { chosenSteps, outcomeLine, runSteps } from './check/run-steps.ts'
import { CHECK_STEPS } from './check/steps.ts'
import { readArguments } from './script-arguments.ts'

/**
 * `npm test [-- STEP…]`: runs all steps or the named ones, continues after a failure, then prints the failed tests again,
 * the result of each step, and the totals in the last line.
 */

// `exit` also ends the running steps.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))
const USAGE = `npm test [-- STEP…]
  STEP  one of: ${CHECK_STEPS.map(({ name }) => name).join(', ')}; without it all steps run`

const outcomes = await runSteps(readArguments(USAGE, chosenSteps), join(import.meta.dirname, '..'))
console.log(`\n${failureList(outcomes)}\n${outcomes.map(outcomeLine).join('\n')}\n`)
console.log(summary(outcomes))
process.exitCode = outcomes.some(({ failed }) => failed > 0) ? 1 : 0
