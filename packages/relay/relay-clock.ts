import { setTimeout as sleep } from 'node:timers/promises'

/** The clocks of this machine. Stored instants do not come from them, but from the database's clock. */
export type RelayClock = {
  /** Epoch ms of the wall clock. */
  readonly wall: () => number
  /** Milliseconds since an arbitrary start. They never decrease. */
  readonly monotonic: () => number
}

export const MACHINE_CLOCK: RelayClock = { wall: () => Date.now(), monotonic: () => performance.now() }

/** Resolves after `ms`, or at once when `signal` is aborted. Never rejects. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await sleep(ms, undefined, { signal }).catch(() => undefined)
}
