/**
 * Skew of the computer's clock above which the window shows a notice (ms). The board itself uses the platform's clock;
 * certificates and people use the computer's.
 */
export const SKEW_LIMIT_MS = 30_000

const TICK_MS = 1_000
/** Parts that are not visible are updated once in this many ticks. */
const SLOW_TICKS = 10
/** A smaller change of the time notifies no listener: the next tick shows it (ms). */
const STEP_MS = 500

export type PlatformTimeReading = {
  /** Epoch ms of the platform's clock when the message was received. */
  readonly platformNow: number
  /** Monotonic ms of this window at the same moment. */
  readonly receivedAt: number
}

/**
 * The platform's time in this window: the last reading plus the monotonic time since then. It does not depend on the
 * computer's clock, midnight or daylight saving.
 */
export type PlatformClock = {
  /** Epoch ms of the platform; 0 before the first reading. */
  readonly now: () => number
  /** Calls back once a second, and after a reading that changes the time. Returns the function that ends it. */
  readonly subscribe: (listener: () => void) => () => void
  /** The same every ten seconds. */
  readonly subscribeSlowly: (listener: () => void) => () => void
  readonly set: (reading: PlatformTimeReading) => void
}

/** Uses one timer for the whole window, which runs only while there are listeners. */
export function createPlatformClock(monotonicNow: () => number): PlatformClock {
  const everyTick = new Set<() => void>()
  const slow = new Set<() => void>()
  let reading: PlatformTimeReading | undefined
  let timer: ReturnType<typeof setInterval> | undefined
  let ticks = 0
  const notify = (listeners: ReadonlySet<() => void>): void => {
    for (const listener of listeners) listener()
  }
  const tick = (): void => {
    ticks += 1
    notify(everyTick)
    if (ticks % SLOW_TICKS === 0) notify(slow)
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
      notify(everyTick)
      notify(slow)
    },
    subscribe: subscribeTo(everyTick),
    subscribeSlowly: subscribeTo(slow),
  }
}
