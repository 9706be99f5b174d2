/** A loop of work, used by the workers of the app and of the relay. Never calls its work twice at once. */
export interface WorkLoop {
  /** Calls the work now, or again as soon as the running call has ended. */
  kick(): void
  /** Stops the loop. Resolves when a running call has ended. */
  stop(): Promise<void>
}

const AFTER_FAILURE_MS = 1_000

/**
 * Calls `work` when kicked or due; it returns the ms until its next call (`undefined`: only when kicked). After a throw
 * `onFailure` is called, and the loop goes on a second later.
 * @param setTimer runs a task once; returns what cancels it
 *
 *     waits ──due, or kicked──▶ works ──ended──▶ waits; at once again, if it was kicked meanwhile
 *                                 └──threw──▶ waits for a second
 */
export function createWorkLoop(parts: {
  readonly work: () => Promise<number | undefined>
  readonly setTimer: (delayMs: number, task: () => void) => () => void
  readonly onFailure: (error: unknown) => void
}): WorkLoop {
  const { work, setTimer, onFailure } = parts
  let isStopped = false
  let running: Promise<void> | undefined
  let isKicked = false
  let cancelTimer: (() => void) | undefined

  const pass = async (): Promise<number | undefined> => {
    try {
      return await work()
    } catch (error) {
      onFailure(error)
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
    cancelTimer = setTimer(waitMs, kick)
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
