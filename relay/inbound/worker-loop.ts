import { pause } from '../clock.ts'

export type WorkerLoop = {
  /** Calls the work again as soon as the running call has ended. */
  wake(): void
  /** Resolves when the loop has ended. */
  readonly ended: Promise<void>
}

/**
 * Calls `work` again and again until `signal` is aborted: after the milliseconds that it answers with, or sooner when it
 * is woken. `work` never rejects.
 */
export function startWorkerLoop(work: () => Promise<number>, signal: AbortSignal): WorkerLoop {
  let sleeping = new AbortController()
  let isWanted = false

  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      isWanted = false
      const waitMs = await work()
      if (isWanted) continue
      sleeping = new AbortController()
      await pause(waitMs, AbortSignal.any([signal, sleeping.signal]))
    }
  }

  const ended = run()
  return {
    wake() {
      isWanted = true
      sleeping.abort()
    },
    ended,
  }
}
