import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Counts, failureList, type Outcome, outcomeLine, slowestFiles, summary } from './check/outcome.ts'
import { ownSeconds } from './check/processor-time.ts'
import { type RunRecord, readRecord, recordFileOf } from './check/run-record.ts'
import { runSteps } from './check/run-steps.ts'
import { type Part, type Step, stepsOf } from './check/steps.ts'
import { readArguments } from './script-arguments.ts'

/**
 * `npm test [-- STEP…]` and `npm run test:all [-- --after-gate] [STEP…]`: runs all steps or the named ones, continues after
 * a failure, then prints the failed tests again, the result of each step, and the totals in the last line.
 */

const ROOT = join(import.meta.dirname, '..')
const USAGE = `npm test [-- STEP…]                          the gate
npm run test:all [-- [--after-gate] STEP…]   everything that is deterministic
  --after-gate  leaves out what the last npm test ran, and adds its counts to the last line
  STEP          one of: ${stepsOf('all')
    .map(({ name }) => name)
    .join(', ')}; without it all steps run`

type Run = { readonly part: Part; readonly steps: readonly Step[]; readonly earlier: readonly Counts[] }

function runOf(args: readonly string[]): Run {
  const names = args.filter((arg) => arg !== '--all' && arg !== '--after-gate')
  const isAfterGate = args.includes('--after-gate')
  const part = isAfterGate ? 'rest' : args.includes('--all') ? 'all' : 'gate'
  const known = stepsOf(part)
  const unknown = names.filter((name) => !known.some((step) => step.name === name))
  if (unknown.length > 0) throw new Error(`No such step: ${unknown.join(', ')}`)
  const steps = names.length === 0 ? known : known.filter(({ name }) => names.includes(name))
  return { part, steps, earlier: isAfterGate ? [readRecord(ROOT, 'gate')] : [] }
}

const processorSecondsOf = (outcomes: readonly Outcome[]): number =>
  outcomes.reduce((sum, { processorSeconds = 0 }) => sum + processorSeconds, ownSeconds())

// `exit` also ends the running steps.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))
const { part, steps, earlier } = readArguments(USAGE, runOf)
rmSync(recordFileOf(ROOT, part), { force: true })
const outcomes = await runSteps(steps, ROOT)
const seconds = performance.now() / 1_000
const processorSeconds = processorSecondsOf(outcomes)

for (const text of [failureList(outcomes), slowestFiles(outcomes), outcomes.map(outcomeLine).join('\n')])
  if (text !== '') console.log(`\n${text}`)
console.log(`\n${(seconds / 60).toFixed(1)} minutes, ${processorSeconds.toFixed(0)} s of a processor (user + system)`)
console.log(summary([...earlier, ...outcomes]))

const sum = (key: 'passed' | 'failed' | 'skipped') => outcomes.reduce((total, each) => total + each[key], 0)
const record: RunRecord = {
  passed: sum('passed'),
  failed: sum('failed'),
  skipped: sum('skipped'),
  seconds,
  processorSeconds,
  failedTitles: outcomes.flatMap(({ step, failed, failures }) =>
    failed > 0 && failures.length === 0 ? [step.name] : failures.map(({ title }) => `${step.name}: ${title}`),
  ),
}
writeFileSync(recordFileOf(ROOT, part), JSON.stringify(record))
process.exitCode = record.failed > 0 ? 1 : 0
