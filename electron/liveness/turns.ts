/** Calls, timers and windows are served meanwhile. */
export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Works on all items, `atOnce` of them in one turn of the main loop. */
export async function mapInTurns<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => R,
): Promise<readonly R[]> {
  const results: R[] = []
  for (let from = 0; from < items.length; from += atOnce) {
    if (from > 0) await turn()
    for (const item of items.slice(from, from + atOnce)) results.push(work(item))
  }
  return results
}

/** Runs work that has been divided, one part in each turn of the main loop. */
export async function runInTurns<R>(parts: Generator<void, R>): Promise<R> {
  for (;;) {
    const { done, value } = parts.next()
    if (done) return value
    await turn()
  }
}
