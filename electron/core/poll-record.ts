import { messageOf } from '../../shared/result.ts'
import type { Log } from '../logging/log-port.ts'
import type { ClockEntry, Facts, Ledger } from '../storage/ports.ts'
import type { Clock, TimeService } from '../sync/clock.ts'
import type { PollOutcome } from '../sync/poller.ts'

/** A smaller change of the offset is the clock's own drift. */
const OFFSET_CHANGE_MS = 2_000

/**
 * Records each change in how the platform's time is known. The record gives the source of every stored instant, and the
 * offset with which the next run begins.
 */
export function createClockLog(parts: {
  readonly stored: Facts['clockLog']
  readonly clock: Pick<TimeService, 'platform' | 'offsetMs' | 'source'>
}): { record(): void } {
  const { stored, clock } = parts
  let last: ClockEntry | undefined
  return {
    record() {
      const entry: ClockEntry = { at: clock.platform(), source: clock.source(), offsetMs: clock.offsetMs() }
      const isSame = last?.source === entry.source && Math.abs(last.offsetMs - entry.offsetMs) < OFFSET_CHANGE_MS
      if (isSame) return
      stored.set([...stored.get(), entry])
      last = entry
    },
  }
}

const MINUTE_MS = 60_000
/** After a longer absence the platform may have dropped events, so every open order is read again. */
const LONG_ABSENCE_MS = 10 * MINUTE_MS
/** The platform's clock is read in whole seconds, so two readings may differ by this. */
const CLOCK_TOLERANCE_MS = 2_000
/** The record in the ledger is at most this old. After a crash the board shows an older check than the real one. */
const WRITTEN_EVERY_MS = 5 * MINUTE_MS

/** When the last poll succeeded, kept over restarts. Times in epoch ms of the platform's clock. */
export interface PollRecord {
  /** Records a successful poll. Throws what the storage throws. */
  record(at: number): void
  /** Records the last poll. Call when the program ends. */
  end(): void
}

export function createPollRecord(
  ledger: Pick<Ledger, 'markOpenOrdersToRead' | 'inTransaction' | 'failure' | 'proveRoom'> & {
    readonly facts: Pick<Facts, 'lastPollAt'>
  },
): PollRecord {
  let written = ledger.facts.lastPollAt.get()
  let last = written

  const write = (at: number): void => {
    ledger.facts.lastPollAt.set(at)
    written = at
  }

  return {
    record(at) {
      // A last poll in the future was recorded by a wrong clock, so its age is unknown.
      const wasAbsent = last !== undefined && (at - last > LONG_ABSENCE_MS || last - at > CLOCK_TOLERANCE_MS)
      const hasFailed = ledger.failure() !== undefined
      if (hasFailed) ledger.proveRoom()
      // After a clock was set back, the record lies in the future and would make the board look fresher than it is.
      const isDue = written === undefined || at < written || at - written >= WRITTEN_EVERY_MS
      if (wasAbsent) {
        ledger.inTransaction(() => {
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

/**
 * Records the time of each successful poll. An empty page stores nothing else, so after a refused write this shows whether
 * the storage works again: a poll whose time cannot be stored is returned as failed.
 */
export const recordingPollTimes =
  (parts: {
    readonly polls: Pick<PollRecord, 'record'>
    readonly clockLog: { record(): void }
    readonly clock: Pick<Clock, 'platform'>
    readonly log: Pick<Log, 'error'>
  }) =>
  (outcome: PollOutcome): PollOutcome => {
    if (outcome.kind !== 'polled') return outcome
    try {
      parts.polls.record(parts.clock.platform())
      parts.clockLog.record()
      return outcome
    } catch (error) {
      const message = messageOf(error)
      parts.log.error('storage-refused', { error: message })
      return { kind: 'failed', setback: { kind: 'storage', error: message } }
    }
  }
