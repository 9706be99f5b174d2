type Appointment = { readonly at: number; readonly run: () => void }

/**
 * Scheduled actions of the platform, ordered by time. Actions with the same time keep their order of scheduling. Has no
 * timer: the caller passes the time.
 */
export function createAgenda() {
  const appointments: Appointment[] = []

  return {
    /** @param at milliseconds since 1970 on the platform's clock */
    schedule(at: number, run: () => void): void {
      const later = appointments.findIndex((other) => other.at > at)
      if (later === -1) appointments.push({ at, run })
      else appointments.splice(later, 0, { at, run })
    },

    /** Removes and returns the first action that is due at `now`. */
    takeDue(now: number): Appointment | undefined {
      const first = appointments[0]
      if (first === undefined || first.at > now) return undefined
      appointments.shift()
      return first
    },

    nextAt(): number | undefined {
      return appointments[0]?.at
    },
  }
}
