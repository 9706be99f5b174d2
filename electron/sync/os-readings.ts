import { uptime } from 'node:os'
import { performance } from 'node:perf_hooks'

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
