import { messageOf } from '../../shared/result.ts'
import type { PlatformClient, Setback } from '../platform/answers.ts'
import type { Ledger, ReceivedPage } from '../storage/ports.ts'
import type { Clock } from './clock.ts'
import { receivePage } from './inbox.ts'

/**
 * A page of this size may have more behind it. Hosts page by 100 to 1000 events (Open Delivery v2: at most 1000); no
 * kitchen gets a hundred within one interval, so that many are a backlog.
 */
const BACKLOG_PAGE = 100
/** Events of a page that become durable in one transaction; taps and windows are served between two of them. */
const EVENTS_AT_ONCE = 250
/** Skew between shops, so that those which came back together do not stay together; part of the cadence promised. */
const JITTER_MS = 2_000
/** Failing polls never slow down beyond this, since polling is the heartbeat that keeps the store open. */
const SLOWEST_MS = 60_000
/** A requested poll follows the one before by no less than this. */
const SHORTEST_GAP_MS = 1_000

export type PollOutcome =
  | {
      readonly kind: 'polled'
      readonly freshOrderIds: readonly string[]
      readonly freshEvents: number
      /** Orders that no read ever showed and that had to make room for these. */
      readonly droppedOrderIds: readonly string[]
      /** There may be more behind this page, once its events are acknowledged. */
      readonly mayHaveMore: boolean
    }
  | { readonly kind: 'failed'; readonly setback: Setback | { readonly kind: 'storage'; readonly error: string } }

export type PollerParts = {
  readonly client: Pick<PlatformClient, 'poll'>
  readonly ledger: Pick<Ledger, 'receiveEvents'>
  readonly clock: Clock
  readonly random: () => number
  readonly signal: AbortSignal
  readonly intervalMs: () => number
  /** Told after every poll, once its events are durable. */
  readonly onOutcome: (outcome: PollOutcome) => void
}

/** `next` does one poll unless it is too early, and says when it wants to be called again. */
export type Poller = {
  next(): Promise<number>
  /** The next call of `next` polls at once, or `gapMs` after the poll before; `Retry-After` stays honoured. */
  pollSoon(gapMs?: number): void
  /** Staff want it tried now: the next call of `next` polls at once, `Retry-After` or not. */
  retryNow(): void
  /** Monotonic time at which the last poll began that left nothing behind; `undefined` before the first. */
  lastDrainedAt(): number | undefined
}

const retryAfterOf = (setback: Setback): number => (setback.kind === 'unavailable' ? (setback.retryAfterMs ?? 0) : 0)

export function createPoller(parts: PollerParts): Poller {
  const { client, ledger, clock, random, signal, intervalMs, onOutcome } = parts
  let dueAt: number = clock.monotonic()
  let notBefore = dueAt
  let lastBeganAt: number | undefined
  let drainedAt: number | undefined
  /** While a poll is in flight: when it is wanted again should it fail. */
  let wantedAfter: number | undefined

  const turn = (): Promise<void> =>
    new Promise((resolve) => {
      clock.setTimer(0, resolve)
    })

  /** What a part that fails leaves out comes again: it is not acknowledged. */
  const receiveInParts = async (events: readonly unknown[]): Promise<ReceivedPage> => {
    let page = receivePage(ledger, events.slice(0, EVENTS_AT_ONCE), 'poll', clock.platform())
    for (let from = EVENTS_AT_ONCE; from < events.length; from += EVENTS_AT_ONCE) {
      await turn()
      if (signal.aborted) break
      const part = receivePage(ledger, events.slice(from, from + EVENTS_AT_ONCE), 'poll', clock.platform())
      page = {
        freshOrderIds: [...new Set([...page.freshOrderIds, ...part.freshOrderIds])],
        freshEvents: page.freshEvents + part.freshEvents,
        droppedOrderIds: [...page.droppedOrderIds, ...part.droppedOrderIds],
      }
    }
    return page
  }

  const poll = async (): Promise<PollOutcome> => {
    const answer = await client.poll(signal)
    if (answer.kind !== 'events') return { kind: 'failed', setback: answer }
    try {
      const received = await receiveInParts(answer.events)
      return { kind: 'polled', ...received, mayHaveMore: received.freshEvents >= BACKLOG_PAGE }
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
    // What called for haste during a poll that then failed (the network came back, say) still wants its poll.
    dueAt = Math.min(regular, Math.max(ended, wantedAfter ?? regular))
  }

  const waitMs = (): number => Math.max(0, Math.max(dueAt, notBefore) - clock.monotonic())

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
