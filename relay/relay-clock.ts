/** The clocks of this machine. Stored instants do not come from them, but from the database's clock. */
export type RelayClock = {
  /** Epoch ms of the wall clock. */
  readonly wall: () => number
  /** Milliseconds since an arbitrary start. They never decrease. */
  readonly monotonic: () => number
}

export const MACHINE_CLOCK: RelayClock = { wall: () => Date.now(), monotonic: () => performance.now() }

/** Resolves after `ms`, or at once when `signal` is aborted. Never rejects. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted || ms <= 0) return Promise.resolve()
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end, { once: true })
  })
}
