import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { history, historyOf1, historyOfTwo } from './generated-history.ts'
import { screenHistory } from './screen-history.ts'
import { runScreenHistory } from './screen-run.ts'
import { runHistory, runHistoryOfTwo } from './simulated-kitchen.ts'

/**
 * `node run-histories.ts --histories N --seed S [--screens | --of-1 | --two] [--stop-at-first]`: runs N histories, with `--screens` of
 * a core with screens, with `--of-1` at a platform of Open Delivery 1.x, with `--two` of a kitchen with two connections. Exit code 0 when no invariant was violated, otherwise 1 with the smallest violating history (with
 * `--stop-at-first` the first one).
 */
const { values } = parseArgs({
  options: {
    histories: { type: 'string' },
    seed: { type: 'string' },
    screens: { type: 'boolean', default: false },
    'of-1': { type: 'boolean', default: false },
    two: { type: 'boolean', default: false },
    'stop-at-first': { type: 'boolean', default: false },
  },
})

async function run<T>(histories: fc.Arbitrary<T>, live: (history: T) => Promise<readonly string[]>): Promise<never> {
  const property = fc.asyncProperty(histories, async (lived) => {
    const violations = await live(lived)
    if (violations.length > 0) throw new Error(violations.join('\n'))
  })
  const details = await fc.check(property, {
    numRuns: Number(values.histories ?? 1_000),
    seed: Number(values.seed ?? 1),
    endOnFailure: values['stop-at-first'],
  })
  console.log(details.failed ? fc.defaultReportMessage(details) : `${details.numRuns} histories, no violation`)
  if (details.errorInstance instanceof Error) console.log(details.errorInstance.message)
  process.exit(details.failed ? 1 : 0)
}

if (values.screens) await run(screenHistory, runScreenHistory)
if (values.two) await run(historyOfTwo, runHistoryOfTwo)
await run(values['of-1'] ? historyOf1 : history, runHistory)
