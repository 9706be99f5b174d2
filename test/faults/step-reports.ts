import { writeSync } from 'node:fs'
import type { Log } from '../../electron/logging/log-port.ts'

const STDOUT = 1
const STDERR = 2

/** Writes one line of JSON before it returns, so that a kill cannot lose it. */
export const reportLine = (message: object): void => {
  writeSync(STDOUT, `${JSON.stringify(message)}\n`)
}

const logAt = (level: string) => (event: string, fields?: object) => {
  writeSync(STDERR, `${level} ${event} ${JSON.stringify(fields ?? {})}\n`)
}
export const STDERR_LOG: Log = { info: logAt('info'), warn: logAt('warn'), error: logAt('error') }

/** Reports each step that the process reaches, and kills the process with SIGKILL at the chosen step. */
export function createSteps<Step extends string>(): {
  readonly killAt: (step: Step) => void
  readonly reach: (step: Step) => void
} {
  let last: Step | undefined
  return {
    killAt(step) {
      last = step
    },
    reach(step) {
      reportLine({ kind: 'step', step })
      // The kernel ends the process before the call returns.
      if (step === last) process.kill(process.pid, 'SIGKILL')
    },
  }
}
