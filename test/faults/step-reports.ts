import { writeSync } from 'node:fs'
import type { Log } from '../../electron/logging/log-port.ts'

const STDOUT = 1
const STDERR = 2

/** One line of JSON, written before the call returns: a kill takes none back. */
export const reportLine = (message: object): void => {
  writeSync(STDOUT, `${JSON.stringify(message)}\n`)
}

const told = (level: string) => (event: string, fields?: object) => {
  writeSync(STDERR, `${level} ${event} ${JSON.stringify(fields ?? {})}\n`)
}
export const STDERR_LOG: Log = { info: told('info'), warn: told('warn'), error: told('error') }

/** Reports each step that the process reaches, and ends the process with SIGKILL at the one that was chosen for it. */
export function createSteps<Step extends string>(): {
  readonly dieAt: (step: Step) => void
  readonly reach: (step: Step) => void
} {
  let last: Step | undefined
  return {
    dieAt(step) {
      last = step
    },
    reach(step) {
      reportLine({ kind: 'step', step })
      // The kernel ends the process before the call returns.
      if (step === last) process.kill(process.pid, 'SIGKILL')
    },
  }
}
