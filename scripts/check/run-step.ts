import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { failedTests } from './failed-tests.ts'
import { ON_DISK, temporaryFilesInMemory } from './memory-folder.ts'
import { type Outcome, tally } from './outcome.ts'
import { isMeasuring, type Step } from './steps.ts'

const MINUTE_MS = 60_000
/**
 * As root, Chromium raises the priority of its processes, and the other processes of the tests get too little time. This
 * program (util-linux, only on Linux) removes the capability that Chromium needs for it.
 */
const SETPRIV = '/usr/bin/setpriv'
const AT_EQUAL_PRIORITY =
  process.getuid?.() === 0 && existsSync(SETPRIV) ? [SETPRIV, '--bounding-set=-sys_nice', '--'] : []

/** `chrt` (util-linux, only on Linux) starts a program with the scheduling policy SCHED_IDLE. */
const CHRT = ['/usr/bin/chrt', '--idle', '0'] as const
const AT_IDLE_PRIORITY = spawnSync(CHRT[0], [...CHRT.slice(1), 'true']).status === 0 ? CHRT : []

function reporting(step: Step, reportFile: string): { args: readonly string[]; env: NodeJS.ProcessEnv } {
  switch (step.counting) {
    case 'one-check':
      return { args: [], env: {} }
    case 'vitest':
      return { args: ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`], env: {} }
    case 'playwright':
      return { args: ['--reporter=list,json'], env: { PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile } }
  }
}

function readReport(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

/**
 * Runs one step until its end or its time limit. The output of a step that measures is shown at once. The output of
 * other steps is shown only when they fail, so that the outputs of two steps do not mix.
 */
export async function runStep(step: Step, root: string): Promise<Outcome> {
  const started = performance.now()
  const reportFile = join(root, 'reports', `${step.name}.json`)
  rmSync(reportFile, { force: true })
  const { args, env } = reporting(step, reportFile)
  const temporaryFiles = step.inMemory ? temporaryFilesInMemory() : ON_DISK
  const [name, ...given] = step.command
  const priority = [...AT_EQUAL_PRIORITY, ...(step.idle ? AT_IDLE_PRIORITY : [])]
  const command = [...priority, join(root, 'node_modules/.bin', name), ...given, ...args]
  const [program = '', ...rest] = command
  const child = spawn(program, rest, {
    cwd: root,
    env: {
      ...process.env,
      PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
      ...temporaryFiles.env,
      ...env,
    },
    stdio: isMeasuring(step) ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    // Its own process group, so that the time limit also ends its browsers and servers.
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
  child.stdout?.on('data', (chunk: Buffer) => output.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => output.push(chunk))
  const limit = setTimeout(() => {
    console.error(`${step.name}: not finished after ${step.limitMinutes} minutes, ended`)
    end()
  }, step.limitMinutes * MINUTE_MS)
  process.once('exit', end)
  const succeeded = await new Promise<boolean>((resolve) => {
    child.on('error', (error) => {
      console.error(`${step.name}: ${error.message}`)
      resolve(false)
    })
    child.on('close', (code) => resolve(code === 0))
  })
  clearTimeout(limit)
  process.off('exit', end)
  temporaryFiles.remove()
  if (!succeeded) process.stdout.write(Buffer.concat(output))
  const report = readReport(reportFile)
  const counts = tally(step.counting, succeeded, report)
  return {
    step,
    ...counts,
    failures: failedTests(step.counting, report),
    seconds: (performance.now() - started) / 1000,
  }
}
