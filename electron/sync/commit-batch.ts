import type { Clock } from './clock.ts'

/** Results of calls that are stored together, in one commit. */
export type CommitBatch<Result> = {
  /**
   * Resolves with true once the result is stored, with false when the program stops before. Rejects with what `store` or
   * `onStored` throws.
   */
  add(result: Result): Promise<boolean>
  /** Results that are not stored yet. */
  size(): number
}

export type CommitBatchParts<Result> = {
  /** Stores all of them or none; throws when the storage refuses. */
  readonly store: (results: readonly Result[]) => void
  /** Called after each commit with what it stored. */
  readonly onStored: (results: readonly Result[]) => void
  /** Whether further results are on their way; if not, nothing waits for them. */
  readonly areMoreComing: () => boolean
  readonly maxSize: number
  readonly maxWaitMs: number
  readonly clock: Clock
  readonly signal: AbortSignal
}

type Entry<Result> = {
  readonly result: Result
  readonly resolve: (isStored: boolean) => void
  readonly reject: (error: unknown) => void
}

/**
 * Collects results while more of them are on their way, for a few milliseconds. A result that comes alone is stored at
 * once. When the storage refuses a batch, each of its results is tried alone, so that one of them cannot hold up the others.
 */
export function createCommitBatch<Result>(parts: CommitBatchParts<Result>): CommitBatch<Result> {
  const { store, onStored, areMoreComing, maxSize, maxWaitMs, clock, signal } = parts
  let waiting: readonly Entry<Result>[] = []
  let cancelTimer: (() => void) | undefined

  const takeAll = (): readonly Entry<Result>[] => {
    cancelTimer?.()
    cancelTimer = undefined
    const entries = waiting
    waiting = []
    return entries
  }

  const commit = (entries: readonly Entry<Result>[]): void => {
    const results = entries.map(({ result }) => result)
    try {
      store(results)
    } catch (error) {
      if (entries.length === 1) entries[0]?.reject(error)
      else for (const entry of entries) commit([entry])
      return
    }
    try {
      onStored(results)
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
    add(result) {
      if (signal.aborted) return Promise.resolve(false)
      return new Promise((resolve, reject) => {
        waiting = [...waiting, { result, resolve, reject }]
        if (waiting.length >= maxSize || !areMoreComing()) commitAll()
        else cancelTimer ??= clock.setTimer(maxWaitMs, commitAll)
      })
    },
    size: () => waiting.length,
  }
}
