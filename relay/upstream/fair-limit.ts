/**
 * Runs tasks of several owners, at most `limit` at a time and at most `share` of one owner. When a place is free, the owner
 * with the fewest running tasks is next; among equals the task that came first.
 */
export function createFairLimit(
  limit: number,
  share: number,
): <T>(owner: number, task: () => Promise<T>) => Promise<T> {
  const running = new Map<number, number>()
  const waiting: { readonly owner: number; readonly start: () => void }[] = []
  let total = 0
  const runningOf = (owner: number): number => running.get(owner) ?? 0
  const count = (owner: number, by: 1 | -1): void => {
    total += by
    const left = runningOf(owner) + by
    if (left === 0) running.delete(owner)
    else running.set(owner, left)
  }
  const startNext = (): void => {
    while (total < limit) {
      let next = -1
      waiting.forEach(({ owner }, index) => {
        const best = waiting[next]
        if (runningOf(owner) < share && (best === undefined || runningOf(owner) < runningOf(best.owner))) next = index
      })
      const [found] = next < 0 ? [] : waiting.splice(next, 1)
      if (found === undefined) return
      count(found.owner, 1)
      found.start()
    }
  }
  return async (owner, task) => {
    await new Promise<void>((resolve) => {
      waiting.push({ owner, start: resolve })
      startNext()
    })
    try {
      return await task()
    } finally {
      count(owner, -1)
      startNext()
    }
  }
}
