import { messageOf } from '../../shared/result.ts'
import type { Log } from '../logging/log-port.ts'
import type { Clock } from './clock.ts'

/**
 * One worker that looks for work when kicked or when its time has come, never twice at once. `work` does what is due
 * and returns the milliseconds until its next call (`undefined`: only when kicked).
 *
 * When `work` throws, by a defect or by a failing storage, the loop goes on and tries again.
 */
export type WorkerLoop = { kick(): void; stop(): Promise<void> }

const AFTER_FAILURE_MS = 1_000

export function createWorkerLoop(parts: {
  readonly name: string
  readonly work: () => Promise<number | undefined>
  readonly clock: Clock
  readonly log: Log
}): WorkerLoop {
  const { name, work, clock, log } = parts
  let isStopped = false
  let running: Promise<void> | undefined
  let isKicked = false
  let cancelTimer: (() => void) | undefined

  const pass = async (): Promise<number | undefined> => {
    try {
      return await work()
    } catch (error) {
      log.error('worker-failed', { worker: name, error: messageOf(error) })
      return AFTER_FAILURE_MS
    }
  }

  const run = async (): Promise<void> => {
    let waitMs: number | undefined
    do {
      isKicked = false
      waitMs = await pass()
    } while (isKicked && !isStopped)
    running = undefined
    if (isStopped || waitMs === undefined) return
    cancelTimer = clock.setTimer(waitMs, kick)
  }

  function kick(): void {
    if (isStopped) return
    isKicked = true
    if (running) return
    cancelTimer?.()
    cancelTimer = undefined
    running = run()
  }

  return {
    kick,
    async stop() {
      isStopped = true
      cancelTimer?.()
      await running
    },
  }
}
