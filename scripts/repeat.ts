import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type RunRecord, readRecord } from './check/run-record.ts'
import { readArguments } from './script-arguments.ts'

/**
 * `npm run test:repeat`: runs `npm test` several times, on a quiet machine or beside a process that keeps every core busy,
 * and appends a row for each run to a table. It finds tests that fail only sometimes.
 */

/** `busy`: beside a process that keeps every core busy. */
type Mode = 'quiet' | 'busy'

const TABLE_HEAD = `| date (UTC) | commit | machine | minutes | processor, s | passed | failed | failed tests |
| --- | --- | --- | --- | --- | --- | --- | --- |
`

/** A row of the table, in Markdown. */
function rowOf(commit: string, mode: Mode, record: RunRecord): string {
  const { seconds, processorSeconds, passed, failed: failures, failedTitles } = record
  const titles = failedTitles.map((title) => title.replaceAll('|', String.raw`\|`)).join('<br>')
  const at = new Date().toISOString().slice(0, 16).replace('T', ' ')
  const cells = [at, commit, mode, (seconds / 60).toFixed(1), processorSeconds.toFixed(0), passed, failures, titles]
  return `| ${cells.join(' | ')} |\n`
}

const ROOT = join(import.meta.dirname, '..')
const DEFAULT_RUNS = 5
const DEFAULT_TABLE = 'reports/repeat.md'

const USAGE = `npm run test:repeat [-- OPTIONS] [STEP…]
  --runs N      how often npm test runs in each mode; without it ${DEFAULT_RUNS}
  --mode MODE   quiet; busy: beside a process that keeps every core busy; without it both, in turn
  --table FILE  the table to which the rows are appended; without it ${DEFAULT_TABLE}
  STEP          names of steps of npm test; without them all steps run`

const { runs, modes, table, steps } = readArguments(USAGE, (args) => {
  const text = { type: 'string' } as const
  const options = { runs: text, mode: text, table: text }
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
  const count = Number(values.runs ?? DEFAULT_RUNS)
  if (!Number.isInteger(count) || count < 1) throw new Error(`Not a number of runs: ${values.runs}`)
  return {
    runs: count,
    modes: modesOf(values.mode),
    table: resolve(ROOT, values.table ?? DEFAULT_TABLE),
    steps: positionals,
  }
})

function modesOf(word: string | undefined): readonly Mode[] {
  if (word === undefined) return ['quiet', 'busy']
  if (word === 'quiet' || word === 'busy') return [word]
  throw new Error(`Not a mode: ${word}`)
}

let load: ChildProcess | undefined
let tests: ChildProcess | undefined
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))
process.once('exit', () => {
  load?.kill('SIGKILL')
  tests?.kill()
})

mkdirSync(dirname(table), { recursive: true })
if (!existsSync(table)) appendFileSync(table, TABLE_HEAD)
const commit = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).stdout.trim()
let failed = 0
for (let run = 0; run < runs * modes.length; run += 1) {
  const mode = modes[run % modes.length] ?? 'quiet'
  if (mode === 'busy') load = fork(join(import.meta.dirname, 'check/busy-process.ts'))
  tests = spawn(process.execPath, [join(import.meta.dirname, 'test.ts'), ...steps], { cwd: ROOT, stdio: 'inherit' })
  await once(tests, 'exit')
  load?.kill('SIGKILL')
  const record = readRecord(ROOT, 'gate')
  if (record.failed > 0) failed += 1
  const row = rowOf(commit, mode, record)
  appendFileSync(table, row)
  process.stdout.write(`\n${table}\n${row}\n`)
}
process.exitCode = failed > 0 ? 1 : 0
