import type { CallResult } from '../../../shared/contract.ts'

/** As many as a screen keeps without an answer (kept-items.ts). */
const MAX_MARKS = 2_000

/** The marks of one screen that were executed in this run, and their results. */
export type MarkMemory = {
  /** Executes a mark, or returns the result of its first execution. */
  once(markId: string, execute: () => Promise<CallResult<unknown>>): Promise<CallResult<unknown>>
}

/**
 * A screen sends a mark again when its answer was lost. Executed twice, an old mark would undo a newer one of another screen.
 */
export function createMarkMemory(): MarkMemory {
  const results = new Map<string, Promise<CallResult<unknown>>>()
  return {
    once(markId, execute) {
      const known = results.get(markId)
      if (known !== undefined) return known
      const result = execute().then(
        (answer) => {
          // The screen sends it again until it is stored.
          if (!answer.ok && answer.code === 'storage') results.delete(markId)
          return answer
        },
        (defect: unknown) => {
          results.delete(markId)
          throw defect
        },
      )
      results.set(markId, result)
      const [oldest] = results.keys()
      if (results.size > MAX_MARKS && oldest !== undefined) results.delete(oldest)
      return result
    },
  }
}
