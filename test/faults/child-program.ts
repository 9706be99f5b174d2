import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

export type ChildProgram<Command, Report> = {
  readonly pid: number
  /** Epoch ms. */
  readonly startedAt: number
  send(command: Command): void
  onReport(listener: (report: Report) => void): void
  /** Resolves with the next report that satisfies the condition. Rejects when the program ends before, or after 30 s. */
  next<R extends Report>(condition: (report: Report) => report is R): Promise<R>
  kill(): void
  /** Resolves when the program has ended and all its output was read. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>
  /** The end of its error output. */
  errorOutput(): string
}

const LONGEST_ERROR_OUTPUT = 20_000
const REPORT_WITHIN_MS = 120_000

const started = new Set<ChildProcess>()

/** Adds a process to those that `killAllChildren` ends. */
export function killAtEnd(child: ChildProcess): void {
  started.add(child)
  child.once('close', () => started.delete(child))
}

/** Kills all running processes that this file has started. */
export async function killAllChildren(): Promise<void> {
  const ends = [...started].map((child) => new Promise((resolve) => child.once('close', resolve)))
  for (const child of started) child.kill('SIGKILL')
  await Promise.all(ends)
}

const parsed = <T>(line: string): T | undefined => {
  try {
    // The type holds: the tests bundle the program themselves.
    return JSON.parse(line) as T
  } catch {
    // An incomplete line: the program was killed while it wrote.
    return undefined
  }
}

/** Starts a program that reads commands and writes reports, one line of JSON each. */
export function startChild<Command, Report>(command: readonly [string, ...string[]]): ChildProgram<Command, Report> {
  const listeners = new Set<(report: Report) => void>()
  const startedAt = performance.timeOrigin + performance.now()
  const [program, ...args] = command
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] })
  started.add(child)
  let errorOutput = ''
  child.stderr.on('data', (chunk: Buffer) => {
    errorOutput = (errorOutput + String(chunk)).slice(-LONGEST_ERROR_OUTPUT)
  })
  // A write to a program that was just killed fails.
  child.stdin.on('error', () => undefined)
  createInterface({ input: child.stdout }).on('line', (line) => {
    const report = parsed<Report>(line)
    if (report !== undefined) for (const listener of listeners) listener(report)
  })
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      started.delete(child)
      // The reader emits the lines of the last chunk in the same turn, so the result waits for the next one.
      setImmediate(() => resolve({ code, signal }))
    })
  })
  if (child.pid === undefined) throw new Error(`${program} could not be started`)
  return {
    pid: child.pid,
    startedAt,
    send: (one) => {
      if (child.stdin.writable) child.stdin.write(`${JSON.stringify(one)}\n`)
    },
    onReport: (listener) => {
      listeners.add(listener)
    },
    next: (condition) =>
      new Promise((resolve, reject) => {
        const fail = (what: string) => {
          clearTimeout(timer)
          listeners.delete(listener)
          reject(new Error(`${what}:\n${errorOutput}`))
        }
        const timer = setTimeout(
          () => fail(`No report within ${REPORT_WITHIN_MS} ms of ${condition}`),
          REPORT_WITHIN_MS,
        )
        const listener = (report: Report): void => {
          if (!condition(report)) return
          clearTimeout(timer)
          listeners.delete(listener)
          resolve(report)
        }
        listeners.add(listener)
        void ended.then(() => fail('The program ended'))
      }),
    kill: () => {
      child.kill('SIGKILL')
    },
    ended,
    errorOutput: () => errorOutput,
  }
}

const STILL_WITHIN_MS = 60_000

/** Suspends a process, and waits until all its threads are stopped. */
export async function suspendProcess(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP')
  const until = performance.now() + STILL_WITHIN_MS
  for (let states = statesOf(pid); /[^TZX]/.test(states); states = statesOf(pid)) {
    if (performance.now() > until) throw new Error(`Process ${pid} does not stop: ${states}`)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** The state letter of each thread. It follows the name, which is in parentheses and may contain any character. */
function statesOf(pid: number): string {
  const letters = readdirSync(`/proc/${pid}/task`).map((task) => {
    const stat = readFileSync(`/proc/${pid}/task/${task}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2)[0] ?? ''
  })
  return letters.join('')
}
