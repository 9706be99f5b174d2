import { messageOf } from '../../shared/result.ts'
import { createWorkLoop, type WorkLoop } from '../../shared/work-loop.ts'
import type { Log } from '../logging/log-port.ts'
import type { Clock } from './clock.ts'

/** One worker of the app, on its clock. When `work` throws, by a defect or by a failing storage, that is logged. */
export function createWorkerLoop(parts: {
  readonly name: string
  readonly work: () => Promise<number | undefined>
  readonly clock: Clock
  readonly log: Log
}): WorkLoop {
  const { name, work, clock, log } = parts
  return createWorkLoop({
    work,
    setTimer: (delayMs, task) => clock.setTimer(delayMs, task),
    onFailure: (error) => log.error('worker-failed', { worker: name, error: messageOf(error) }),
  })
}
