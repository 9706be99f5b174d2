import type { Log } from '../../../electron/logging/log-port.ts'
import { createWorkLoop } from '../../../shared/work-loop.ts'
import { causeOf } from '../database/database.ts'

export interface RepeatedWork {
  /** Calls the work now, or again as soon as the running call has ended. */
  wake(): void
  /** Resolves when the loop has ended. */
  readonly ended: Promise<void>
}

/**
 * Calls `work` at once, and again after the milliseconds that it resolves with, or sooner at a wake-up, until `signal` is
 * aborted. A rejection is logged, and the work is called again after a second.
 */
export function startRepeatedWork(options: {
  readonly name: string
  readonly work: () => Promise<number>
  readonly signal: AbortSignal
  readonly log: Log
}): RepeatedWork {
  const { name, work, signal, log } = options
  const loop = createWorkLoop({
    work,
    setTimer(delayMs, task) {
      const timer = setTimeout(task, delayMs)
      return () => clearTimeout(timer)
    },
    onFailure: (error) => log.warn('worker-failed', { worker: name, cause: causeOf(error) }),
  })
  const ended = Promise.withResolvers<void>()
  const end = (): void => ended.resolve(loop.stop())
  signal.addEventListener('abort', end, { once: true })
  if (signal.aborted) end()
  else loop.kick()
  return {
    wake: loop.kick,
    ended: ended.promise,
  }
}
