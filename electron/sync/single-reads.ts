import { type DuringOrder, unmarked } from '../liveness/work-mark.ts'
import type { Log } from '../logging/log-port.ts'
import type { PlatformClient, ReadAnswer } from '../platform/answers.ts'
import type { Ledger, OrderToRead } from '../storage/ports.ts'
import type { Clock } from './clock.ts'
import { DRAINED_WITHIN_MS } from './drain.ts'
import { createReadResults, hasSurelyEnded, type ReadAttempt, type ReadResultOptions } from './read-results.ts'
import { type ReadVerdict, readVerdictOf } from './read-verdict.ts'

/** The orders that were read in the last seconds of this run. Monotonic: a stored instant is wrong after a step of the clock. */
function createRecentReads(clock: Pick<Clock, 'monotonic'>) {
  const readAt = new Map<string, number>()
  const isRecent = (at: number): boolean => clock.monotonic() - at < DRAINED_WITHIN_MS
  return {
    record(orderId: string): void {
      for (const [id, at] of readAt) if (!isRecent(at)) readAt.delete(id)
      readAt.set(orderId, clock.monotonic())
    },
    has(orderId: string): boolean {
      const at = readAt.get(orderId)
      return at !== undefined && isRecent(at)
    },
  }
}

type Waiter = { readonly afterRead: number; readonly resolve: (isAnswered: boolean) => void }

/** @param signal aborted when the program stops: a read that has not begun never begins, and its waits resolve to false */
function createReadWaiters(signal: AbortSignal) {
  const waiters = new Map<string, readonly Waiter[]>()

  // Open waits would keep the program from stopping.
  signal.addEventListener('abort', () => {
    for (const waiting of waiters.values()) for (const { resolve } of waiting) resolve(false)
    waiters.clear()
  })

  return {
    /** Resolves when a read with a number above `afterRead` has ended: true when the platform answered it. */
    waitFor: (orderId: string, afterRead: number): Promise<boolean> =>
      new Promise((resolve) => {
        waiters.set(orderId, [...(waiters.get(orderId) ?? []), { afterRead, resolve }])
      }),
    /** Resolves the waits that this read of the order ends. */
    answer(orderId: string, read: number, isAnswered: boolean): void {
      const waiting = waiters.get(orderId) ?? []
      const isOver = (waiter: Waiter) => waiter.afterRead < read
      const others = waiting.filter((waiter) => !isOver(waiter))
      if (others.length === 0) waiters.delete(orderId)
      else waiters.set(orderId, others)
      for (const waiter of waiting.filter(isOver)) waiter.resolve(isAnswered)
    },
  }
}

type Entry = {
  readonly attempt: ReadAttempt
  readonly resolve: (isStored: boolean) => void
  readonly reject: (error: unknown) => void
}

/**
 * Collects results while more are on their way, for a few milliseconds; a single one is stored at once. When the storage
 * refuses a batch, each result is tried alone.
 */
function createCommitBatch(options: {
  /** Stores all of them or none; throws when the storage refuses. */
  readonly store: (attempts: readonly ReadAttempt[]) => void
  /** Called after each commit with what it stored. */
  readonly onStored: (attempts: readonly ReadAttempt[]) => void
  /** Whether further results are on their way; if not, nothing waits for them. */
  readonly areMoreComing: () => boolean
  readonly clock: Clock
  readonly signal: AbortSignal
}) {
  const { store, onStored, areMoreComing, clock, signal } = options
  let waiting: readonly Entry[] = []
  let cancelTimer: (() => void) | undefined

  const takeAll = (): readonly Entry[] => {
    cancelTimer?.()
    cancelTimer = undefined
    const entries = waiting
    waiting = []
    return entries
  }

  const commit = (entries: readonly Entry[]): void => {
    const attempts = entries.map(({ attempt }) => attempt)
    try {
      store(attempts)
    } catch (error) {
      if (entries.length === 1) entries[0]?.reject(error)
      else for (const entry of entries) commit([entry])
      return
    }
    try {
      onStored(attempts)
      for (const { resolve } of entries) resolve(true)
    } catch (error) {
      // An error that leaves a timer's callback ends the program; the callers of `add` log theirs.
      for (const { reject } of entries) reject(error)
    }
  }

  const commitAll = (): void => commit(takeAll())

  signal.addEventListener('abort', () => {
    for (const { resolve } of takeAll()) resolve(false)
  })

  return {
    /**
     * Resolves with true once the result is stored, with false when the program stops before. Rejects with what `store` or
     * `onStored` throws.
     */
    add(attempt: ReadAttempt): Promise<boolean> {
      if (signal.aborted) return Promise.resolve(false)
      return new Promise((resolve, reject) => {
        waiting = [...waiting, { attempt, resolve, reject }]
        if (waiting.length >= MAX_IN_A_COMMIT || !areMoreComing()) commitAll()
        else cancelTimer ??= clock.setTimer(COMMIT_WITHIN_MS, commitAll)
      })
    },
    /** Results that are not stored yet. */
    size: (): number => waiting.length,
  }
}

/** Answers that are stored in one commit; taps and windows are served between two of them. */
export const MAX_IN_A_COMMIT = 10
/** The counts of unreadable answers are dropped when there are more. */
const MAX_COUNTED = 10_000
/** How long an answer waits for others that are on their way. */
const COMMIT_WITHIN_MS = 20

export type SingleReadsOptions = {
  readonly client: Pick<PlatformClient, 'readOrder'>
  readonly ledger: ReadResultOptions['ledger'] & Pick<Ledger, 'order'>
  readonly cache: ReadResultOptions['cache']
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
  readonly duringOrder?: DuringOrder | undefined
}

/** The verdicts on answers, by how many times in a row an order was unreadable. */
function createReadVerdicts(ledger: SingleReadsOptions['ledger'], random: () => number) {
  /** In memory only: after a start the pauses begin short again. */
  const timesUnreadable = new Map<string, number>()
  const isKnown = (id: string): boolean => ledger.order(id) !== undefined
  // Right after its creation a read may answer 404, whatever the events say.
  const hasEndedSinceRead = (id: string): boolean =>
    ledger.order(id)?.status !== undefined && hasSurelyEnded(ledger, id)

  return (entry: OrderToRead, answer: ReadAnswer, waitedMs: number): ReadVerdict => {
    const { orderId, attempts } = entry
    const times = attempts === 0 ? 0 : (timesUnreadable.get(orderId) ?? 0)
    const circumstances = { waitedMs, random, timesUnreadable: times, isKnown, hasEnded: hasEndedSinceRead }
    const verdict = readVerdictOf(entry, answer, circumstances)
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

/** Single reads of orders: the call, the verdict on its answer, and the commit. */
export interface SingleReads {
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

export function createSingleReads(options: SingleReadsOptions): SingleReads {
  const { client, ledger, cache, clock, random, signal, log } = options
  const { onRead, onRetryAfter, areMoreComing, onCallEnded, duringOrder = unmarked } = options
  const waiters = createReadWaiters(signal)
  const recentReads = createRecentReads(clock)
  const verdictOf = createReadVerdicts(ledger, random)
  const underWay = new Set<string>()
  let reads = 0

  const results = createReadResults({ ledger, cache, clock, random, log, onRetryAfter, duringOrder })
  const batch = createCommitBatch({
    store: results.store,
    onStored(attempts) {
      for (const { entry, verdict } of attempts) if (verdict.kind === 'read') recentReads.record(entry.orderId)
      onRead(attempts.map(({ entry }) => entry.orderId))
    },
    areMoreComing,
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
        const waitedMs = waitedBeforeMs + clock.monotonic() - beganAt
        const verdict = duringOrder(entry.orderId, () => verdictOf(entry, answer, waitedMs))
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
