/** Callers that wait for a read of an order. Reads are numbered in the order in which they begin. */
export type ReadWaiters = {
  /** Resolves when a read with a number above `afterRead` has ended: true when the platform answered it. */
  waitFor(orderId: string, afterRead: number): Promise<boolean>
  /** Resolves the waits that this read of the order ends. */
  answer(orderId: string, read: number, isAnswered: boolean): void
}

type Waiter = { readonly afterRead: number; readonly resolve: (isAnswered: boolean) => void }

/** @param signal aborted when the program stops: a read that has not begun never begins, and its waits resolve to false */
export function createReadWaiters(signal: AbortSignal): ReadWaiters {
  const waiters = new Map<string, readonly Waiter[]>()

  // Open waits would keep the program from stopping.
  signal.addEventListener('abort', () => {
    for (const waiting of waiters.values()) for (const { resolve } of waiting) resolve(false)
    waiters.clear()
  })

  return {
    waitFor: (orderId, afterRead) =>
      new Promise((resolve) => {
        waiters.set(orderId, [...(waiters.get(orderId) ?? []), { afterRead, resolve }])
      }),
    answer(orderId, read, isAnswered) {
      const waiting = waiters.get(orderId) ?? []
      const isOver = (waiter: Waiter) => waiter.afterRead < read
      const others = waiting.filter((waiter) => !isOver(waiter))
      if (others.length === 0) waiters.delete(orderId)
      else waiters.set(orderId, others)
      for (const waiter of waiting.filter(isOver)) waiter.resolve(isAnswered)
    },
  }
}
