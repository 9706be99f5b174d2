import { messageOf } from '../../shared/result.ts'
import type { Log } from '../logging/log-port.ts'
import type { Clock } from './clock.ts'

/** Runs tasks in parallel, at most `limit` at once and never two with the same key. */
export type Pool = ReturnType<typeof createPool>

/** A task that threw keeps its place this long, so that a failing storage is not called in a tight loop. */
const AFTER_FAILURE_MS = 1_000

export function createPool(parts: {
  readonly name: string
  readonly limit: number
  readonly clock: Clock
  readonly log: Log
  readonly onEnd: () => void
}) {
  const { name, limit, clock, log, onEnd } = parts
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
    has: (key: string): boolean => running.has(key),
    free: (): number => limit - running.size,
    /** Starts the task; `onEnd` of the pool follows when its place is free again. */
    run(key: string, task: () => Promise<void>): void {
      const ended = contained(task).then(() => {
        running.delete(key)
        onEnd()
      })
      running.set(key, ended)
    },
    /** Resolves when nothing runs. */
    async idle(): Promise<void> {
      while (running.size > 0) await Promise.all(running.values())
    },
  }
}
