import { spawn, spawnSync } from 'node:child_process'
import { killAtEnd } from './child-program.ts'

const TRACER = 'strace'
/** Makes every flush of a process fail with EIO without executing it, like a failing drive. */
const FAILING = ['--follow-forks', '--trace=fsync,fdatasync', '--inject=fsync,fdatasync:error=EIO'] as const

/** The reason why this machine cannot inject failed flushes; `undefined` when it can. */
export function missingForFailingFlushes(): string | undefined {
  const tried = spawnSync(TRACER, [...FAILING, '--output=/dev/null', 'true'], { encoding: 'utf8' })
  if (tried.error) return `needs ${TRACER}`
  return tried.status === 0 ? undefined : `strace cannot be used here: ${tried.stderr.trim()}`
}

export type FailingDrive = {
  /** Number of flushes that have failed. */
  failures(): number
  /** From now on flushes succeed again. */
  mend(): Promise<void>
}

/** After this has resolved, every flush of the process fails. */
export async function failFlushesOf(pid: number): Promise<FailingDrive> {
  const tracer = spawn(TRACER, [...FAILING, `--attach=${pid}`], { stdio: ['ignore', 'ignore', 'pipe'] })
  killAtEnd(tracer)
  const ended = new Promise((resolve) => tracer.once('close', resolve))
  let output = ''
  await new Promise<void>((resolve, reject) => {
    tracer.stderr.on('data', (chunk: Buffer) => {
      output += String(chunk)
      if (output.includes('attached')) resolve()
    })
    void ended.then(() => reject(new Error(`strace ended: ${output}`)))
  })
  return {
    failures: () => output.split('(INJECTED)').length - 1,
    async mend() {
      tracer.kill('SIGINT')
      await ended
    },
  }
}
