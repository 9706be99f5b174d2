import type { BoardDelta, Bridge } from '../../shared/contract.ts'
import type { ComandaStore } from './comanda-store.ts'

const RETRY_MS = 1_000

/** What the feed needs of a window, so that it can be run without one. */
export type FeedSurroundings = {
  readonly monotonicNow: () => number
  /** Runs once after `ms`; returns the function that calls it off. */
  readonly after: (ms: number, run: () => void) => () => void
}

/**
 * Keeps the store in step with the main process: one snapshot, then deltas in the order of their versions. Deltas that
 * arrive while a snapshot is under way wait for it; an old one is dropped; after a gap the snapshot is asked for again.
 * Returns the function that ends the feed.
 */
export function followBoard(bridge: Bridge, store: ComandaStore, surroundings: FeedSurroundings): () => void {
  let ended = false
  let isAsking = false
  let waiting: readonly BoardDelta[] = []
  let callOffRetry = (): void => undefined

  /** Takes what waits, up to a gap; what lies behind the gap waits for the next snapshot. */
  const takeWaiting = (): void => {
    while (waiting[0] && !isAsking) {
      const [delta, ...later] = waiting
      const expected = store.getState().board.version + 1
      if (delta.version > expected) return void ask()
      waiting = later
      if (delta.version === expected) store.getState().takeDelta(delta, surroundings.monotonicNow())
    }
  }

  const ask = async (): Promise<void> => {
    isAsking = true
    const answer = await bridge.call['board:snapshot'](null).catch(() => undefined)
    if (ended) return
    if (!answer?.ok) {
      store.getState().snapshotFailed()
      callOffRetry = surroundings.after(RETRY_MS, () => void ask())
      return
    }
    store.getState().takeSnapshot(answer.value, surroundings.monotonicNow())
    isAsking = false
    takeWaiting()
  }

  const end = bridge.on['board:delta']((delta) => {
    waiting = [...waiting, delta]
    takeWaiting()
  })
  void ask()

  return () => {
    ended = true
    callOffRetry()
    end()
  }
}
