import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { history } from './history.ts'
import { liveThrough } from './simulated-kitchen.ts'

/**
 * `node run.ts --histories N --seed S [--stop-at-first]`: lives through N histories; exit status 0 when no invariant was
 * violated, 1 with the smallest history found that violates one (the first found with --stop-at-first).
 */
const { values } = parseArgs({
  options: {
    histories: { type: 'string' },
    seed: { type: 'string' },
    'stop-at-first': { type: 'boolean', default: false },
  },
})

const details = await fc.check(
  fc.asyncProperty(history, async (lived) => {
    const violations = await liveThrough(lived)
    if (violations.length > 0) throw new Error(violations.join('\n'))
  }),
  {
    numRuns: Number(values.histories ?? 1_000),
    seed: Number(values.seed ?? 1),
    endOnFailure: values['stop-at-first'],
  },
)
console.log(details.failed ? fc.defaultReportMessage(details) : `${details.numRuns} histories, no violation`)
if (details.errorInstance instanceof Error) console.log(details.errorInstance.message)
process.exit(details.failed ? 1 : 0)
