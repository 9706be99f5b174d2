type ScheduledAction = { readonly at: number; readonly run: () => void }

/**
 * Scheduled actions of the platform, ordered by time. Actions with the same time keep their order of scheduling. Has no
 * timer: the caller passes the time.
 */
export function createAgenda() {
  /** Sorted by time. */
  const actions: ScheduledAction[] = []

  return {
    /** @param at milliseconds since 1970 on the platform's clock */
    schedule(at: number, run: () => void): void {
      const later = actions.findIndex((other) => other.at > at)
      if (later === -1) actions.push({ at, run })
      else actions.splice(later, 0, { at, run })
    },

    /** Removes and returns the first action that is due at `now`. */
    takeDue(now: number): ScheduledAction | undefined {
      const first = actions[0]
      if (first === undefined || first.at > now) return undefined
      actions.shift()
      return first
    },

    nextAt(): number | undefined {
      return actions[0]?.at
    },
  }
}
