import { spawn } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { ON_DISK, temporaryFilesInMemory } from './memory-folder.ts'
import { type Outcome, tally } from './outcome.ts'
import { secondsOfEndedChild } from './processor-time.ts'
import { RESULTS_FILE, readResults } from './results.ts'
import type { Step } from './steps.ts'

/** A step that takes longer hangs, also on a slow machine with one core. A test that hangs ends sooner, by itself. */
const HANG_MS = 120 * 60_000
/**
 * As root, Chromium raises the priority of its processes, and the other processes of the tests get too little time. This
 * program (util-linux, only on Linux) removes the capability that Chromium needs for it.
 */
const SETPRIV = '/usr/bin/setpriv'
const AT_EQUAL_PRIORITY =
  process.getuid?.() === 0 && existsSync(SETPRIV) ? [SETPRIV, '--bounding-set=-sys_nice', '--'] : []

const REPORTERS: Readonly<Record<Step['kind'], readonly string[]>> = {
  check: [],
  vitest: ['--reporter=default', '--reporter=./scripts/check/vitest-reporter.ts'],
  playwright: ['--reporter=list,./scripts/check/playwright-reporter.ts'],
}

/** The file to which the reporter of a running step writes. */
export const resultsFileOf = (step: Pick<Step, 'name'>, root: string): string =>
  join(root, 'reports', `${step.name}.jsonl`)

/** Runs one step until its end. Its output is shown only when it fails, so that the outputs of two steps do not mix. */
export async function runStep(step: Step, root: string): Promise<Outcome> {
  const started = performance.now()
  const resultsFile = resultsFileOf(step, root)
  rmSync(resultsFile, { force: true })
  const temporaryFiles = step.inMemory ? temporaryFilesInMemory() : ON_DISK
  const [name, ...given] = step.command
  const command = [...AT_EQUAL_PRIORITY, join(root, 'node_modules/.bin', name), ...given, ...REPORTERS[step.kind]]
  const [program = '', ...rest] = command
  const child = spawn(program, rest, {
    cwd: root,
    env: {
      ...process.env,
      PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
      [RESULTS_FILE]: resultsFile,
      ...step.env,
      ...temporaryFiles.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its own process group, so that the end of the run also ends its browsers and servers.
    detached: process.platform !== 'win32',
    shell: process.platform === 'win32',
  })
  const end = () => {
    try {
      if (child.pid !== undefined) process.kill(process.platform === 'win32' ? child.pid : -child.pid)
    } catch {
      // The process has already ended.
    }
  }
  const output: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk))
  const limit = setTimeout(() => {
    output.push(Buffer.from(`${step.name}: not finished after ${HANG_MS / 60_000} minutes, ended\n`))
    end()
  }, HANG_MS)
  process.once('exit', end)
  let processorSeconds: number | undefined
  child.once('exit', () => {
    processorSeconds = secondsOfEndedChild()
  })
  const succeeded = await new Promise<boolean>((resolve) => {
    child.on('error', (error) => {
      output.push(Buffer.from(`${step.name}: ${error.message}\n`))
      resolve(false)
    })
    child.on('close', (code) => resolve(code === 0))
  })
  clearTimeout(limit)
  process.off('exit', end)
  temporaryFiles.remove()
  const lines = readResults(resultsFile)
  const tests = lines.filter((line) => line.kind === 'test')
  return {
    step,
    ...tally(step, succeeded, lines),
    output: succeeded ? '' : Buffer.concat(output).toString(),
    failures: tests.filter(({ state }) => state === 'failed'),
    skips: tests.filter(({ state }) => state === 'skipped'),
    files: lines.filter((line) => line.kind === 'file'),
    seconds: (performance.now() - started) / 1_000,
    processorSeconds,
  }
}
