/**
 * Skew of the computer's clock above which a person is told (ms). The board follows the platform's clock; certificates and people
 * do not.
 */
export const SKEW_LIMIT_MS = 30_000

const TICK_MS = 1_000
/** Parts that are out of sight are updated once in this many ticks. */
const SLOW_TICKS = 10
/** A reading that differs by less moves nothing that a person sees before the next tick (ms). */
const STEP_MS = 500

export type PlatformTimeReading = {
  /** Epoch ms of the platform's clock when the message was received. */
  readonly platformNow: number
  /** Monotonic ms of this window at the same moment. */
  readonly receivedAt: number
}

/**
 * The platform's time in this window: the last reading plus monotonic time since. A step of the computer's own clock,
 * midnight and daylight saving change nothing.
 */
export type PlatformClock = {
  /** Epoch ms of the platform; 0 before the first reading. */
  readonly now: () => number
  /** Calls back once a second, and after a reading that moves the time. Returns the function that ends it. */
  readonly subscribe: (listener: () => void) => () => void
  /** The same every ten seconds. */
  readonly subscribeSlowly: (listener: () => void) => () => void
  readonly set: (reading: PlatformTimeReading) => void
}

/** One timer for the whole window, running only while something listens. */
export function createPlatformClock(monotonicNow: () => number): PlatformClock {
  const everyTick = new Set<() => void>()
  const slow = new Set<() => void>()
  let reading: PlatformTimeReading | undefined
  let timer: ReturnType<typeof setInterval> | undefined
  let ticks = 0
  const tell = (listeners: ReadonlySet<() => void>): void => {
    for (const listener of listeners) listener()
  }
  const tick = (): void => {
    ticks += 1
    tell(everyTick)
    if (ticks % SLOW_TICKS === 0) tell(slow)
  }
  const subscribeTo =
    (listeners: Set<() => void>) =>
    (listener: () => void): (() => void) => {
      listeners.add(listener)
      timer ??= setInterval(tick, TICK_MS)
      return () => {
        listeners.delete(listener)
        if (everyTick.size + slow.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    }
  const now = (): number => (reading ? reading.platformNow + Math.max(0, monotonicNow() - reading.receivedAt) : 0)
  return {
    now,
    set: (next) => {
      const before = now()
      reading = next
      if (Math.abs(now() - before) < STEP_MS) return
      tell(everyTick)
      tell(slow)
    },
    subscribe: subscribeTo(everyTick),
    subscribeSlowly: subscribeTo(slow),
  }
}
