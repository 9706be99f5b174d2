import type { Clock } from './clock.ts'

/** Events whose acknowledgment the platform refuses with 403, perhaps because of their establishment. Each waits a while. */
export type ForbiddenEvents = {
  add(eventId: string): void
  has(eventId: string): boolean
  /** The number of events that wait. */
  count(): number
  /** Ms until the first of them is tried again; `undefined`: none waits. */
  leftMs(): number | undefined
  clear(): void
}

export function createForbiddenEvents(clock: Pick<Clock, 'monotonic'>, waitMs: number): ForbiddenEvents {
  const untilById = new Map<string, number>()
  const dropExpired = (): void => {
    for (const [eventId, until] of untilById) if (until <= clock.monotonic()) untilById.delete(eventId)
  }
  return {
    add(eventId) {
      untilById.set(eventId, clock.monotonic() + waitMs)
    },
    has: (eventId) => untilById.has(eventId),
    count() {
      dropExpired()
      return untilById.size
    },
    leftMs: () => (untilById.size === 0 ? undefined : Math.min(...untilById.values()) - clock.monotonic()),
    clear: () => untilById.clear(),
  }
}
