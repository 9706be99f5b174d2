import { messageOf } from '../../shared/result.ts'
import type { PlatformClient, Setback } from '../platform/answers.ts'
import type { Ledger } from '../storage/ports.ts'
import type { Clock } from './clock.ts'
import { receiveInParts } from './receive-page.ts'

/**
 * A page of at least this size may be followed by another. Hosts page by 100 to 1000 events (Open Delivery v2: at most
 * 1000); no kitchen gets a hundred within one interval, so a hundred are a backlog.
 */
const BACKLOG_PAGE = 100
/** Spreads shops that reconnected together. The screen shows the interval with this time added. */
const JITTER_MS = 2_000
/** Longest pause between failing polls: polling is the heartbeat that keeps the store open. */
const SLOWEST_MS = 60_000
/** Shortest pause before a requested poll. */
const SHORTEST_GAP_MS = 1_000

export type PollOutcome =
  | {
      readonly kind: 'polled'
      readonly freshOrderIds: readonly string[]
      readonly freshEvents: number
      /** Unread orders that were dropped to make room for these. */
      readonly droppedOrderIds: readonly string[]
      /** Number of acknowledged events that came again, where that says that the acknowledgment did nothing. */
      readonly cameAgain?: number
      /** Another page may follow, once these events are acknowledged. */
      readonly mayHaveMore: boolean
      /** Events whose acknowledgment failed fill the page: other events may wait behind them. */
      readonly mayHide: boolean
      /** The platform refuses some of the establishments. */
      readonly leavesOut?: true | undefined
    }
  | { readonly kind: 'failed'; readonly setback: Setback | { readonly kind: 'storage'; readonly error: string } }

const retryAfterOf = (setback: Setback): number => (setback.kind === 'unavailable' ? (setback.retryAfterMs ?? 0) : 0)

type PollerOptions = {
  readonly client: Pick<PlatformClient, 'poll'>
  readonly ledger: Pick<Ledger, 'receiveEvents' | 'unacknowledgedEvents'>
  readonly clock: Clock
  readonly random: () => number
  readonly signal: AbortSignal
  readonly intervalMs: () => number
  /** The platform allows no poll sooner after another one, whoever asks for it. Absent: 0. */
  readonly shortestGapMs?: (() => number) | undefined
  /** Called after every poll, once its events are durable. */
  readonly onOutcome: (outcome: PollOutcome) => void
}

export interface Poller {
  /** Polls once if a poll is due. Returns the ms until the next call. */
  next(): Promise<number>
  /** The next call of `next` polls at once, or `gapMs` after the previous poll. `Retry-After` stays in force. */
  pollSoon(gapMs?: number): void
  /** The next call of `next` polls at once, even during `Retry-After`: staff asked for it. */
  retryNow(): void
  /** Start of the last poll after which the platform had no more events, monotonic; `undefined` before the first. */
  lastDrainedAt(): number | undefined
}

/**
 * The worker of polls. It never polls before the host's shortest gap is over:
 *
 *     waits ──due──▶ polling ──page──▶ stored ──▶ waits for the interval
 *      ▲ ▲             └──failed, or not stored──▶ waits for the interval, or for `Retry-After`
 *      │ └── `pollSoon`: due sooner, but not during `Retry-After`
 *      └── `retryNow`: due at once
 */
export function createPoller(options: PollerOptions): Poller {
  const { client, ledger, clock, random, signal, intervalMs, onOutcome } = options
  let dueAt: number = clock.monotonic()
  let notBefore = dueAt
  let lastBeganAt: number | undefined
  let drainedAt: number | undefined
  /** During a poll: when the next poll is wanted if this one fails. */
  let wantedAfter: number | undefined

  const poll = async (): Promise<PollOutcome> => {
    const askedAt = clock.monotonic()
    const answer = await client.poll(signal)
    if (answer.kind !== 'events') return { kind: 'failed', setback: answer }
    try {
      const isFull = answer.events.length >= BACKLOG_PAGE
      // Counted before the page is stored: events that come again after their acknowledgment hide nothing.
      const before = isFull ? ledger.unacknowledgedEvents(BACKLOG_PAGE).length : 0
      const received = await receiveInParts({ ledger, clock, signal }, answer.events, clock.toPlatform(askedAt))
      const mayHaveMore = received.freshEvents >= BACKLOG_PAGE
      const mayHide = isFull && !mayHaveMore && before + received.freshEvents >= BACKLOG_PAGE
      const known = answer.repeats ? { cameAgain: 0 } : {}
      return { kind: 'polled', ...received, ...known, mayHaveMore, mayHide, leavesOut: answer.leavesOut }
    } catch (error) {
      const message = messageOf(error)
      return { kind: 'failed', setback: { kind: 'storage', error: message } }
    }
  }

  const scheduleAfter = (outcome: PollOutcome, beganAt: number): void => {
    const ended = clock.monotonic()
    const interval = Math.min(intervalMs(), SLOWEST_MS)
    if (outcome.kind === 'polled') {
      if (!outcome.mayHaveMore) drainedAt = beganAt
      dueAt = beganAt + interval
      return
    }
    const pause = outcome.setback.kind === 'storage' ? 0 : retryAfterOf(outcome.setback)
    notBefore = pause > 0 ? ended + pause + random() * JITTER_MS : notBefore
    const regular = beganAt + Math.min(SLOWEST_MS, interval + random() * Math.min(JITTER_MS, interval))
    // A poll requested during this failed one (the network came back, for example) still takes place.
    dueAt = Math.min(regular, Math.max(ended, wantedAfter ?? regular))
  }

  /** When the platform allows the next poll, monotonic. */
  const allowedAt = (): number =>
    lastBeganAt === undefined ? Number.NEGATIVE_INFINITY : lastBeganAt + (options.shortestGapMs?.() ?? 0)

  const waitMs = (): number => Math.max(0, Math.max(dueAt, notBefore, allowedAt()) - clock.monotonic())

  return {
    async next() {
      const early = waitMs()
      if (early > 0) return early
      const beganAt = clock.monotonic()
      lastBeganAt = beganAt
      wantedAfter = undefined
      const outcome = await poll()
      if (signal.aborted) return SLOWEST_MS
      scheduleAfter(outcome, beganAt)
      onOutcome(outcome)
      return waitMs()
    },
    pollSoon(gapMs = SHORTEST_GAP_MS) {
      const earliest = lastBeganAt === undefined ? 0 : lastBeganAt + gapMs
      wantedAfter = Math.min(wantedAfter ?? earliest, earliest)
      dueAt = Math.min(dueAt, Math.max(clock.monotonic(), earliest))
    },
    retryNow() {
      notBefore = clock.monotonic()
      dueAt = notBefore
      wantedAfter = notBefore
    },
    lastDrainedAt: () => drainedAt,
  }
}
