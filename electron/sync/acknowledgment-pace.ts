import type { PlatformClient, Unavailable } from '../platform/answers.ts'
import { backoffMs, CALL_BACKOFF } from './backoff.ts'
import type { Clock } from './clock.ts'

/** A batch that fails on a slow connection is split, down to this size. */
const SMALLEST_BATCH = 10
const BATCH_STEP = 4

/** The size of the batches and the waits between them. */
export type AcknowledgmentPace = {
  /** Number of events in the next batch. */
  batchSize(): number
  /** Ms until the next call is allowed; not above 0 when it is allowed now. */
  leftMs(): number
  recordSuccess(): void
  /** Returns the ms to wait after a call without an answer. */
  recordSetback(setback: Unavailable): number
  /** Allows no call for `pauseMs`. New events do not shorten the pause. */
  pause(pauseMs: number): void
  endPause(): void
}

export function createAcknowledgmentPace(parts: {
  readonly client: Pick<PlatformClient, 'acknowledgmentLimit'>
  readonly clock: Pick<Clock, 'monotonic'>
  readonly random: () => number
}): AcknowledgmentPace {
  const { client, clock, random } = parts
  let failures = 0
  let wantedSize = Number.POSITIVE_INFINITY
  let notBefore = Number.NEGATIVE_INFINITY

  return {
    batchSize: () => Math.floor(Math.min(wantedSize, client.acknowledgmentLimit())),
    leftMs: () => notBefore - clock.monotonic(),
    recordSuccess() {
      failures = 0
      wantedSize *= BATCH_STEP
    },
    recordSetback(setback) {
      failures += 1
      const waitMs = backoffMs(failures, CALL_BACKOFF, random, setback.retryAfterMs)
      if (setback.retryAfterMs) notBefore = clock.monotonic() + waitMs
      if (setback.cause === 'timeout' || setback.cause === 'network') {
        wantedSize = Math.max(SMALLEST_BATCH, Math.min(wantedSize, client.acknowledgmentLimit()) / BATCH_STEP)
      }
      return waitMs
    },
    pause(pauseMs) {
      notBefore = clock.monotonic() + pauseMs
    },
    endPause() {
      notBefore = Number.NEGATIVE_INFINITY
    },
  }
}
