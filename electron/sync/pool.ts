import { messageOf } from '../../shared/result.ts'
import type { Log } from '../logging/log-port.ts'
import type { Clock } from './clock.ts'

/** Runs tasks in parallel, at most `limit` at once and never two with the same key. */
export interface Pool {
  has(key: string): boolean
  /** Number of free places. */
  free(): number
  /** Starts the task; `onEnd` of the pool follows when its place is free again. */
  run(key: string, task: () => Promise<void>): void
  /** Resolves when nothing runs. */
  idle(): Promise<void>
}

/** A task that threw keeps its place this long, so that a failing storage is not called in a tight loop. */
const AFTER_FAILURE_MS = 1_000

export function createPool(options: {
  readonly name: string
  readonly limit: number
  readonly clock: Clock
  readonly log: Log
  readonly onEnd: () => void
}): Pool {
  const { name, limit, clock, log, onEnd } = options
  const running = new Map<string, Promise<void>>()

  const contained = async (task: () => Promise<void>): Promise<void> => {
    try {
      await task()
    } catch (error) {
      log.error('task-failed', { worker: name, error: messageOf(error) })
      await new Promise<void>((resolve) => {
        clock.setTimer(AFTER_FAILURE_MS, resolve)
      })
    }
  }

  return {
    has: (key) => running.has(key),
    free: () => limit - running.size,
    run(key, task) {
      const ended = contained(task).then(() => {
        running.delete(key)
        onEnd()
      })
      running.set(key, ended)
    },
    async idle() {
      while (running.size > 0) await Promise.all(running.values())
    },
  }
}
