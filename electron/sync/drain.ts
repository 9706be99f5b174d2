import type { Clock } from './clock.ts'
import type { PollOutcome } from './poller.ts'

/** A poll that began at most this long ago shows that the platform's events are drained. */
export const DRAINED_WITHIN_MS = 5_000
/** The shortest pause between two polls while taps wait for a platform that does not answer. The longest is twice this. */
const PROBE_GAP_MS = 6_000

/** Waits for polls that drain the platform's events. */
export interface Drain {
  /** Call with each outcome of a poll. Returns true when polls work again after a failure. */
  recordOutcome(outcome: PollOutcome): boolean
  /** Call with the same outcome once the other workers were woken: ends the waits. */
  answerWaits(outcome: PollOutcome): void
  /**
   * Resolves with true when a poll that began at `notBefore` (monotonic ms) or later has drained the events; with false
   * while polls fail.
   * @param mustSeeAll also false while refused acknowledgments may hide events
   */
  wait(notBefore: number, mustSeeAll?: boolean): Promise<boolean>
  /** Ends all waits: nothing is drained any more. */
  stop(): void
}

export function createDrain(options: {
  /** Start of the last poll that left no events, monotonic ms. */
  readonly lastDrainedAt: () => number | undefined
  /** Polls `gapMs` after the previous poll; absent: after the shortest pause. */
  readonly pollWithin: (gapMs?: number) => void
  readonly clock: Pick<Clock, 'monotonic'>
  readonly random: () => number
}): Drain {
  const { lastDrainedAt, pollWithin, clock, random } = options
  let isFailing = false
  /** Frequent polls help when the connection or the platform fails, not when the credentials are wrong. */
  let mayProbe = false
  /** Events whose acknowledgment fails may hide others. */
  let mayHide = false
  let waiters: ((isDrained: boolean) => void)[] = []

  const answer = (isDrained: boolean): void => {
    const waiting = waiters
    waiters = []
    for (const resolve of waiting) resolve(isDrained)
  }
  const pollAsProbe = (): void => pollWithin(PROBE_GAP_MS * (1 + random()))

  return {
    recordOutcome(outcome) {
      const isPolled = outcome.kind === 'polled'
      const hasRecovered = isPolled && isFailing
      isFailing = !isPolled
      mayProbe = outcome.kind === 'failed' && outcome.setback.kind === 'unavailable'
      mayHide = outcome.kind === 'polled' && outcome.mayHide
      return hasRecovered
    },
    answerWaits(outcome) {
      const isPolled = outcome.kind === 'polled'
      if (!(isPolled && outcome.mayHaveMore)) answer(isPolled)
    },
    async wait(notBefore, mustSeeAll = false) {
      for (let hasWaited = false; ; hasWaited = true) {
        if (isFailing) {
          if (mayProbe) pollAsProbe()
          return false
        }
        if (mustSeeAll && mayHide) {
          pollAsProbe()
          return false
        }
        const beganAt = lastDrainedAt()
        const isRecent = beganAt !== undefined && (hasWaited || clock.monotonic() - beganAt < DRAINED_WITHIN_MS)
        if (isRecent && beganAt >= notBefore) return true
        const isDrained = await new Promise<boolean>((resolve) => {
          waiters.push(resolve)
          pollWithin()
        })
        if (!isDrained) return false
      }
    },
    stop: () => answer(false),
  }
}
