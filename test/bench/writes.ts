import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { STEP_NAMES, type Written, type WrittenStep } from './written-steps.ts'

const BYTES_PER_KB = 1_000

/** Flushes during each step; `undefined` without strace. */
function flushesIn(trace: string | undefined): ReadonlyMap<string, number> | undefined {
  if (trace === undefined) return undefined
  const flushes = new Map<string, number>()
  let step = ''
  for (const line of readFileSync(trace, 'utf8').split('\n')) {
    const mark = /"comanda-bench-step:([^"]*)"/.exec(line)
    if (mark) step = mark[1] ?? ''
    else if (/\bf(data)?sync\(/.test(line)) flushes.set(step, (flushes.get(step) ?? 0) + 1)
  }
  return flushes
}

const hasStrace = (): boolean => spawnSync('strace', ['--output=/dev/null', 'true']).status === 0

const plus = (one: Written, other: Written): Written => ({
  commits: one.commits + other.commits,
  bytes: one.bytes + other.bytes,
})

type Counted = WrittenStep & { readonly flushes: number | undefined }

/** The sum for one order, from its event to its hand-over. */
function wholeOrderOf(steps: readonly Counted[]): Counted {
  const own = steps.filter(({ what }) => what !== STEP_NAMES.poll)
  return {
    what: 'a whole order',
    times: own.find(({ what }) => what === STEP_NAMES.arrival)?.times ?? Number.NaN,
    ledger: own.map(({ ledger }) => ledger).reduce(plus),
    cache: own.map(({ cache }) => cache).reduce(plus),
    flushes: own.reduce((sum, { flushes = Number.NaN }) => sum + flushes, 0),
  }
}

function lineOf({ what, times, ledger, cache, flushes }: Counted): string {
  const each = (value: number): string => String(Math.round((10 * value) / times) / 10)
  return [
    what,
    times,
    each(ledger.commits),
    each(cache.commits),
    flushes === undefined || Number.isNaN(flushes) ? 'not counted' : each(flushes),
    each((ledger.bytes + cache.bytes) / BYTES_PER_KB),
  ].join(' | ')
}

/**
 * Measures the writes of the two databases: for each empty poll, each new order, each tap, and for a whole order. Commits
 * and bytes are counted in the write-ahead logs, so they are the same on every system. With strace the flushes are counted
 * too (a commit of the ledger is one flush).
 */
export async function measureWrites(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'comanda-writes-'))
  const trace = hasStrace() ? join(folder, 'trace') : undefined
  const program = [process.execPath, join(import.meta.dirname, 'writes-process.ts'), folder]
  const tracer = ['strace', '--follow-forks', '--trace=fsync,fdatasync,access', `--output=${trace}`]
  const [command = '', ...args] = trace === undefined ? program : [...tracer, ...program]
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += String(chunk)
  })
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`The measured core ended with ${code}`)
  // The type is correct: the program of this folder writes the output.
  const steps = JSON.parse(output) as readonly WrittenStep[]
  const flushes = flushesIn(trace)
  rmSync(folder, { recursive: true, force: true })

  const counted: readonly Counted[] = steps.map((step) => ({ ...step, flushes: flushes?.get(step.what) }))
  const lines = [...counted, wholeOrderOf(counted)].map(lineOf)
  console.log('What the databases write, each figure for one\n')
  console.log('| what | counted | commits of the ledger | commits of the cache | flushes | kB written |')
  console.log('| --- | --- | --- | --- | --- | --- |')
  for (const line of lines) console.log(`| ${line} |`)
  if (trace === undefined) console.log('\nflushes: not counted, strace is not installed')
  console.log()
}
