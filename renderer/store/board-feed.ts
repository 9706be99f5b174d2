import type { Bridge } from '../../shared/contract.ts'
import type { ComandaStore } from './comanda-store.ts'
import { mergeDeltas, type ReceivedDelta } from './merge-deltas.ts'

const RETRY_MS = 1_000
/** During a flood of changes two thirds of the time are left for input, up to this pause (ms). */
const LONGEST_PAUSE_MS = 300
/** This many deltas during one drawing are a flood. */
const FLOOD = 4

/** The feed's access to the window; tests pass their own. */
export type FeedTiming = {
  readonly monotonicNow: () => number
  /** Runs once after `ms`; returns the function that cancels it. */
  readonly after: (ms: number, run: () => void) => () => void
  /** Runs once when the window has drawn earlier changes and handled its messages. */
  readonly whenFree: (run: () => void) => void
}

/**
 * Keeps the store in step with the main process: one snapshot, then deltas in the order of their versions. Deltas that
 * arrive while a snapshot is under way wait for it; an old one is dropped; after a gap the snapshot is requested again.
 * Deltas that arrive during a drawing are merged: a flood of orders must not draw the board for each. Returns the
 * function that ends the feed.
 */
export function followBoard(bridge: Bridge, store: ComandaStore, timing: FeedTiming): () => void {
  let ended = false
  let isAsking = false
  let isDrawing = false
  let waiting: readonly ReceivedDelta[] = []
  let callOffRetry = (): void => undefined

  /** Applies waiting deltas up to a gap. Deltas after the gap wait for the next snapshot. */
  const takeWaiting = (): void => {
    if (isAsking || isDrawing) return
    const { version } = store.getState().board
    waiting = waiting.filter(({ delta }) => delta.version > version)
    const gap = waiting.findIndex(({ delta }, index) => delta.version !== version + 1 + index)
    const [first, ...more] = gap === -1 ? waiting : waiting.slice(0, gap)
    if (first) {
      waiting = waiting.slice(1 + more.length)
      const { delta, receivedAt } = more.reduce(mergeDeltas, first)
      const beganAt = timing.monotonicNow()
      isDrawing = true
      try {
        store.getState().takeDelta(delta, receivedAt)
      } finally {
        // A subscriber that throws must not end the feed.
        timing.whenFree(() => {
          pause(waiting.length >= FLOOD ? 2 * (timing.monotonicNow() - beganAt) : 0)
        })
      }
    } else if (waiting.length > 0) void ask()
  }

  const pause = (ms: number): void => {
    const goOn = (): void => {
      isDrawing = false
      if (!ended) takeWaiting()
    }
    if (ms === 0) goOn()
    else timing.after(Math.min(ms, LONGEST_PAUSE_MS), goOn)
  }

  const ask = async (): Promise<void> => {
    isAsking = true
    const answer = await bridge.call['board:snapshot'](null).catch(() => undefined)
    if (ended) return
    if (!answer?.ok) {
      store.getState().snapshotFailed()
      callOffRetry = timing.after(RETRY_MS, () => void ask())
      return
    }
    store.getState().takeSnapshot(answer.value, timing.monotonicNow())
    isAsking = false
    takeWaiting()
  }

  const end = bridge.on['board:delta']((delta) => {
    waiting = [...waiting, { delta, receivedAt: timing.monotonicNow() }]
    takeWaiting()
  })
  void ask()

  return () => {
    ended = true
    callOffRetry()
    end()
  }
}
