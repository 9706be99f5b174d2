import { messageOf } from '../../shared/result.ts'
import type { Log } from '../logging/log-port.ts'
import { firstCheckDelay, nextCheckDelay } from './update-rules.ts'

const MINUTE_MS = 60_000

/** Checks each minute whether an update is to be installed, or the feed is to be read. */
export type UpdateSchedule = {
  /** @param checkedAt when the feed was last read, wall ms */
  start(checkedAt: number | undefined): void
  /** Call after each read of the feed. */
  recordRead(hasSucceeded: boolean): void
  stop(): void
}

export type UpdateScheduleParts = {
  readonly clock: {
    wall(): number
    monotonic(): number
    setTimer(delayMs: number, task: () => void): () => void
  }
  /** 0 to 1. */
  readonly random: () => number
  readonly log: Log
  readonly mayInstall: () => boolean
  readonly install: () => void
  readonly readFeed: () => Promise<void>
}

export function createUpdateSchedule(parts: UpdateScheduleParts): UpdateSchedule {
  const { clock, random, log, mayInstall, install, readFeed } = parts
  /** Monotonic ms of the next read of the feed. */
  let readAt = 0
  let cancel = (): void => undefined

  const check = (): void => {
    cancel = clock.setTimer(MINUTE_MS, check)
    try {
      if (mayInstall()) {
        log.info('update-in-quiet-hours')
        install()
      } else if (clock.monotonic() >= readAt) {
        void readFeed()
      }
    } catch (error) {
      log.error('update-tick-failed', { error: messageOf(error) })
    }
  }

  return {
    start(checkedAt) {
      readAt = clock.monotonic() + firstCheckDelay(checkedAt, clock.wall(), random())
      cancel = clock.setTimer(MINUTE_MS, check)
    },
    recordRead(hasSucceeded) {
      readAt = clock.monotonic() + nextCheckDelay(!hasSucceeded, random())
    },
    stop: () => cancel(),
  }
}
