import type { Ledger } from '../storage/ports.ts'

const MINUTE_MS = 60_000
/** After an absence longer than this events may have been dropped by the platform: every open order is read again. */
const LONG_ABSENCE_MS = 10 * MINUTE_MS
/** The platform's clock can be read to a second; two readings may differ by that. */
const CLOCK_TOLERANCE_MS = 2_000
/** The ledger's own record is at most this old: after a crash the board says that it was checked earlier than it was. */
const WRITTEN_EVERY_MS = 5 * MINUTE_MS

/** When the platform was last asked with success, over restarts. Times in epoch ms of the platform's clock. */
export type PollRecord = {
  /** A poll succeeded. Throws what the storage throws. */
  record(at: number): void
  /** Writes down the last poll: the program ends. */
  end(): void
}

export function createPollRecord(
  ledger: Pick<Ledger, 'lastPollAt' | 'recordPoll' | 'markOpenOrdersToRead' | 'together' | 'hasFailed' | 'proveRoom'>,
): PollRecord {
  let written = ledger.lastPollAt()
  let last = written

  const write = (at: number): void => {
    ledger.recordPoll(at)
    written = at
  }

  return {
    record(at) {
      // A last poll that lies ahead was written by a clock that was wrong: how long ago it was is not known.
      const wasAbsent = last !== undefined && (at - last > LONG_ABSENCE_MS || last - at > CLOCK_TOLERANCE_MS)
      const hasFailed = ledger.hasFailed()
      if (hasFailed) ledger.proveRoom()
      // A clock that was set back makes the record lie ahead, where it would claim too much.
      const isDue = written === undefined || at < written || at - written >= WRITTEN_EVERY_MS
      if (wasAbsent) {
        ledger.together(() => {
          ledger.markOpenOrdersToRead(at)
          write(at)
        })
      } else if (isDue || hasFailed) write(at)
      last = at
    },
    end() {
      if (last !== undefined && last !== written) write(last)
    },
  }
}
