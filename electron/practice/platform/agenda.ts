/** What a platform does later, on its own clock. */
export interface Agenda {
  /** The platform's time, ms since 1970: that of the action that runs, else of the clock. */
  now(): number
  /** Actions with the same time keep their order. */
  scheduleAt(at: number, run: () => void): void
  schedule(afterMs: number, run: () => void): void
  /** Runs the due actions, each with its own time as `now`: the result does not depend on the time of this call. */
  runDueActions(): void
  /** Runs something that happened at an earlier time. */
  runAt(at: number, run: () => void): void
}

/** @param clock the platform's clock, ms since 1970 */
export function createAgenda(clock: () => number): Agenda {
  const actions: { readonly at: number; readonly run: () => void }[] = []
  let due: number | undefined
  const now = () => due ?? clock()

  function scheduleAt(at: number, run: () => void): void {
    const later = actions.findIndex((other) => other.at > at)
    actions.splice(later === -1 ? actions.length : later, 0, { at, run })
  }

  function runAt(at: number, run: () => void): void {
    const outer = due
    due = at
    try {
      run()
    } finally {
      due = outer
    }
  }

  return {
    now,
    scheduleAt,
    schedule: (afterMs, run) => scheduleAt(now() + afterMs, run),
    runAt,
    runDueActions() {
      if (due !== undefined) return
      const until = clock()
      for (let next = actions[0]; next !== undefined && next.at <= until; next = actions[0]) {
        actions.shift()
        runAt(next.at, next.run)
      }
    },
  }
}
