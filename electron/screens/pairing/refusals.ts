import type { Log } from '../../logging/log-port.ts'

/** A flood must not fill the log: refusals are counted, and logged this often at most. */
const LOGGED_EVERY_MS = 60_000

export type RefusalLog = { count(cause: string): void }

/** @param monotonicNow milliseconds of the monotonic clock */
export function createRefusalLog(monotonicNow: () => number, log: Pick<Log, 'warn'>): RefusalLog {
  let loggedAt = Number.NEGATIVE_INFINITY
  let notLogged = 0
  return {
    count(cause) {
      notLogged += 1
      if (monotonicNow() - loggedAt < LOGGED_EVERY_MS) return
      log.warn('connection-refused', { cause, count: notLogged })
      loggedAt = monotonicNow()
      notLogged = 0
    },
  }
}
