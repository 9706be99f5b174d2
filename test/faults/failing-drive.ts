import { spawn, spawnSync } from 'node:child_process'
import { endWithTheOthers } from './child-program.ts'

const TRACER = 'strace'
/** Lets every flush of a process fail with EIO without doing it, as a drive does that is about to die. */
const FAILING = ['--follow-forks', '--trace=fsync,fdatasync', '--inject=fsync,fdatasync:error=EIO'] as const

/** Why flushes cannot be made to fail here; `undefined` where they can. */
export function missingForFailingFlushes(): string | undefined {
  const tried = spawnSync(TRACER, [...FAILING, '--output=/dev/null', 'true'], { encoding: 'utf8' })
  if (tried.error) return `needs ${TRACER}`
  return tried.status === 0 ? undefined : `strace cannot be used here: ${tried.stderr.trim()}`
}

export type FailingDrive = {
  /** How many flushes have failed. */
  failures(): number
  /** From now on flushes succeed again. */
  mend(): Promise<void>
}

/** From when this resolves, no flush of the process succeeds. */
export async function failFlushesOf(pid: number): Promise<FailingDrive> {
  const tracer = spawn(TRACER, [...FAILING, `--attach=${pid}`], { stdio: ['ignore', 'ignore', 'pipe'] })
  endWithTheOthers(tracer)
  const ended = new Promise((resolve) => tracer.once('close', resolve))
  let told = ''
  await new Promise<void>((resolve, reject) => {
    tracer.stderr.on('data', (chunk: Buffer) => {
      told += String(chunk)
      if (told.includes('attached')) resolve()
    })
    void ended.then(() => reject(new Error(`strace ended: ${told}`)))
  })
  return {
    failures: () => told.split('(INJECTED)').length - 1,
    async mend() {
      tracer.kill('SIGINT')
      await ended
    },
  }
}
