import { uptime } from 'node:os'
import { performance } from 'node:perf_hooks'
import {
  type MonotonicMs,
  monotonicMs,
  type PlatformMs,
  platformMs,
  type TimeSource,
  type WallMs,
  wallMs,
} from '../../shared/time/time.ts'
import { type ClockReading, correctOffset } from '../platform/clock-offset.ts'

const SECOND_MS = 1_000

/** The clocks of the operating system. No other file of the main process reads them. */
export type OsReadings = {
  /** Epoch ms of the wall clock. */
  wall(): number
  /** Ms that only grow. Linux stops this clock (`CLOCK_MONOTONIC`) while the machine sleeps. */
  monotonic(): number
  /** Ms since the machine started, sleep included (Linux `/proc/uptime`, Windows `GetTickCount64`, macOS boot time). */
  uptime(): number
}

export const OS_READINGS: OsReadings = {
  wall: () => Date.now(),
  monotonic: () => performance.now(),
  uptime: () => uptime() * SECOND_MS,
}

/** The time service of the workers. Tests pass their own clock. */
export type Clock = {
  /** For intervals and ages in this run. */
  monotonic(): MonotonicMs
  /** For instants that are stored, shown, or compared with the platform's. It steps when a better reading arrives. */
  platform(): PlatformMs
  /**
   * The platform's time at a monotonic instant of this run. An instant that is kept during a call is kept as a monotonic
   * one: the platform's time may step meanwhile, and stored times step with it.
   */
  toPlatform(at: MonotonicMs): PlatformMs
  /** For this machine only: its files, its log, the skew of its clock. */
  wall(): WallMs
  /** Runs `task` once after `delayMs`. Returns the function that cancels it. */
  setTimer(delayMs: number, task: () => void): () => void
}

/** The one time service of the main process. */
export interface TimeService extends Clock {
  /** How the platform's time is known. */
  source(): TimeSource
  /** Ms to add to the wall clock to get the platform's time. */
  offsetMs(): number
  /** Adjusts the platform's time by a `Date` header. `sentAt` and `receivedAt` are monotonic. */
  applyReading(reading: ClockReading): void
  /** Uses the offset of an earlier run until the first `Date` header of this run. */
  restoreOffset(offsetMs: number): void
  /** How long this machine slept in this run, in ms. */
  sleptMs(): number
  /** Reads the operating system's clocks. Call about once a second. */
  check(): void
  /** Calls back after the platform's time stepped by `deltaMs`, two seconds or more. Returns the function that ends it. */
  onStep(listener: (deltaMs: number) => void): () => void
}

/** Node's timers take at most 2^31-1 ms; a longer wait is made of several timers. */
const LONGEST_TIMER_MS = 2_147_000_000
/** A smaller difference comes from slewing, or from reading the clocks one after the other. */
const SMALLEST_JUMP_MS = 1_000
/** More than the resolution of the platform's clock, one second. */
const STEP_MS = 2_000

/**
 * The platform's time has a fixed offset to the monotonic clock, so setting the wall clock does not move it. Sleep is
 * detected by comparing the monotonic clock with the uptime, which includes sleep, and is added to the monotonic clock.
 */
export function createSystemClock(os: OsReadings = OS_READINGS): TimeService {
  const read = () => ({ wall: os.wall(), monotonic: os.monotonic(), uptime: os.uptime() })
  let lastReadings = read()
  let sleptMs = 0
  /** Platform time minus monotonic time. */
  let anchorMs = lastReadings.wall - lastReadings.monotonic
  let source: TimeSource = 'machine'
  let steppedMs = 0
  /** Steps of the wall clock that `check` has not followed yet. */
  let wallStepMs = 0
  const listeners = new Set<(deltaMs: number) => void>()

  const compareReadings = (): void => {
    const now = read()
    const ranMs = now.monotonic - lastReadings.monotonic
    const asleepMs = now.uptime - lastReadings.uptime - ranMs
    const slept = asleepMs >= SMALLEST_JUMP_MS ? asleepMs : 0
    const apartMs = now.wall - lastReadings.wall - ranMs - slept
    if (slept === 0 && Math.abs(apartMs) < SMALLEST_JUMP_MS) return
    sleptMs += slept
    wallStepMs += apartMs
    lastReadings = now
  }
  const monotonic = (): MonotonicMs => {
    const raw = os.monotonic()
    if (Math.abs(os.wall() - lastReadings.wall - (raw - lastReadings.monotonic)) >= SMALLEST_JUMP_MS) compareReadings()
    return monotonicMs(raw + sleptMs)
  }
  const toPlatform = (at: number): PlatformMs => platformMs(Math.round(anchorMs + at))
  const wall = (): WallMs => wallMs(Math.round(os.wall()))

  const moveBy = (deltaMs: number): void => {
    anchorMs += deltaMs
    steppedMs += deltaMs
    if (Math.abs(steppedMs) < STEP_MS) return
    const stepMs = steppedMs
    steppedMs = 0
    for (const listener of listeners) listener(stepMs)
  }

  const clock: Clock = {
    monotonic,
    wall,
    toPlatform,
    platform: () => toPlatform(monotonic()),
    setTimer(delayMs, task) {
      const timer = setTimeout(task, Math.min(Math.max(0, delayMs), LONGEST_TIMER_MS))
      return () => clearTimeout(timer)
    },
  }
  return {
    ...clock,
    source: () => source,
    offsetMs: () => toPlatform(monotonic()) - wall(),
    applyReading(reading) {
      source = 'platform'
      moveBy(correctOffset(anchorMs, reading) - anchorMs)
    },
    restoreOffset(offsetMs) {
      if (source !== 'machine') return
      source = 'remembered'
      moveBy(os.wall() + offsetMs - monotonic() - anchorMs)
    },
    sleptMs: () => sleptMs,
    check() {
      compareReadings()
      const stepped = wallStepMs
      wallStepMs = 0
      // Only the wall clock is known: follow it.
      if (source === 'machine' && stepped !== 0) moveBy(stepped)
    },
    onStep(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
