import type { Log } from '../logging/log-port.ts'
import type { PlatformClient, ReadAnswer } from '../platform/answers.ts'
import type { Ledger, OrderToRead } from '../storage/ports.ts'
import type { Clock } from './clock.ts'
import { createCommitBatch } from './commit-batch.ts'
import { createReadResults, type ReadAttempt, type ReadResultParts } from './read-results.ts'
import { type ReadVerdict, readVerdictOf } from './read-verdict.ts'
import { createReadWaiters } from './read-waiters.ts'
import { createRecentReads } from './recent-reads.ts'

/** Answers that are stored in one commit; taps and windows are served between two of them. */
export const MAX_IN_A_COMMIT = 10
/** The counts of unreadable answers are dropped when there are more. */
const MAX_COUNTED = 10_000
/** How long an answer waits for others that are on their way. */
const COMMIT_WITHIN_MS = 20

export type SingleReadsParts = {
  readonly client: Pick<PlatformClient, 'readOrder'>
  readonly ledger: ReadResultParts['ledger'] & Pick<Ledger, 'order'>
  readonly cache: ReadResultParts['cache']
  readonly clock: Clock
  readonly random: () => number
  readonly signal: AbortSignal
  readonly log: Log
  /** Called after each commit, with the orders whose attempts it made durable. */
  readonly onRead: (orderIds: readonly string[]) => void
  /** Called when the platform answered a read with `Retry-After`. */
  readonly onRetryAfter: (orderId: string, waitMs: number) => void
  /** Whether other calls are under way, whose answers can share a commit. */
  readonly areMoreComing: () => boolean
  /** Called when a call has ended, so that another may start. */
  readonly onCallEnded: () => void
}

/** Single reads of orders: the call, the verdict on its answer, and the commit. */
export type SingleReads = {
  /** Reads one order. Resolves when the result is stored. @param onAnswer called when the call has ended */
  read(entry: OrderToRead, onAnswer?: () => void): Promise<void>
  /** Stores that the order is read again after `waitMs`. The waits for its read resolve with false. */
  postpone(entry: OrderToRead, waitMs: number): void
  /** Number of answers that wait for their commit. */
  unstored(): number
  /** Resolves when a read that begins after this call has ended: true when the platform answered. */
  waitForNext(orderId: string): Promise<boolean>
  /** The same for the read under way; `undefined` when there is none. */
  waitForCurrent(orderId: string): Promise<boolean> | undefined
  /** Whether the order was read in the last five seconds of this run. */
  wasJustRead(orderId: string): boolean
}

/** The verdicts on answers, by how many times in a row an order was unreadable. */
function createReadVerdicts(ledger: Pick<Ledger, 'order'>, random: () => number) {
  /** In memory only: after a start the pauses begin short again. */
  const timesUnreadable = new Map<string, number>()
  const isKnown = (id: string): boolean => ledger.order(id) !== undefined

  return (entry: OrderToRead, answer: ReadAnswer, waitedMs: number): ReadVerdict => {
    const { orderId, attempts } = entry
    const times = attempts === 0 ? 0 : (timesUnreadable.get(orderId) ?? 0)
    const verdict = readVerdictOf(entry, answer, { waitedMs, random, timesUnreadable: times, isKnown })
    // A failure of the platform does not concern the order: after it a first refusal has a short pause.
    const isIncomplete = verdict.kind === 'read' && verdict.againMs !== undefined
    if (isIncomplete || (verdict.kind === 'unreadable' && answer.kind !== 'unavailable')) {
      timesUnreadable.set(orderId, times + 1)
    }
    if (verdict.kind === 'read' && !isIncomplete) timesUnreadable.delete(orderId)
    // Orders that never become readable are many only in a flood of ids that do not exist.
    if (timesUnreadable.size > MAX_COUNTED) timesUnreadable.clear()
    return verdict
  }
}

export function createSingleReads(parts: SingleReadsParts): SingleReads {
  const { client, ledger, cache, clock, random, signal, log } = parts
  const { onRead, onRetryAfter, areMoreComing, onCallEnded } = parts
  const waiters = createReadWaiters(signal)
  const recentReads = createRecentReads(clock)
  const verdictOf = createReadVerdicts(ledger, random)
  const underWay = new Set<string>()
  let reads = 0

  const results = createReadResults({ ledger, cache, clock, random, log, onRetryAfter })
  const batch = createCommitBatch<ReadAttempt>({
    store: results.store,
    onStored(attempts) {
      for (const { entry, verdict } of attempts) if (verdict.kind === 'read') recentReads.record(entry.orderId)
      onRead(attempts.map(({ entry }) => entry.orderId))
    },
    areMoreComing,
    maxSize: MAX_IN_A_COMMIT,
    maxWaitMs: COMMIT_WITHIN_MS,
    clock,
    signal,
  })

  return {
    async read(entry, onAnswer) {
      reads += 1
      const number = reads
      const beganAt = clock.monotonic()
      const waitedBeforeMs = clock.platform() - entry.wantedSince
      let isAnswered = false
      underWay.add(entry.orderId)
      try {
        const answer = await client.readOrder(entry.orderId, signal).finally(onAnswer)
        if (signal.aborted) return
        const verdict = verdictOf(entry, answer, waitedBeforeMs + clock.monotonic() - beganAt)
        const isStored = batch.add({ entry, verdict, beganAt })
        onCallEnded()
        isAnswered = (await isStored) && (answer.kind === 'order' || answer.kind === 'refused')
      } finally {
        underWay.delete(entry.orderId)
        waiters.answer(entry.orderId, number, isAnswered)
      }
    },
    postpone(entry, waitMs) {
      results.postpone(entry, waitMs)
      waiters.answer(entry.orderId, reads + 1, false)
    },
    unstored: batch.size,
    waitForNext: (orderId) => waiters.waitFor(orderId, reads),
    waitForCurrent: (orderId) => (underWay.has(orderId) ? waiters.waitFor(orderId, 0) : undefined),
    wasJustRead: recentReads.has,
  }
}
