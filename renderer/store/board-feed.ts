import type { Bridge } from '../../shared/contract.ts'
import type { ComandaStore } from './comanda-store.ts'
import { mergeDeltas, type ReceivedDelta } from './merge-deltas.ts'

const RETRY_MS = 1_000
/** While a flood of changes is drawn, two thirds of the time are left to fingers, up to this pause (ms). */
const LONGEST_PAUSE_MS = 300
/** So many deltas that arrive during one drawing are a flood. */
const FLOOD = 4

/** What the feed needs of a window, so that it can be run without one. */
export type FeedTiming = {
  readonly monotonicNow: () => number
  /** Runs once after `ms`; returns the function that calls it off. */
  readonly after: (ms: number, run: () => void) => () => void
  /** Runs once when the window has drawn and answered what came before. */
  readonly whenFree: (run: () => void) => void
}

/**
 * Keeps the store in step with the main process: one snapshot, then deltas in the order of their versions. Deltas that
 * arrive while a snapshot is under way wait for it; an old one is dropped; after a gap the snapshot is asked for again.
 * Deltas that arrive while the one before is drawn are taken as one: a flood of orders must not draw the board for each.
 * Returns the function that ends the feed.
 */
export function followBoard(bridge: Bridge, store: ComandaStore, timing: FeedTiming): () => void {
  let ended = false
  let isAsking = false
  let isDrawing = false
  let waiting: readonly ReceivedDelta[] = []
  let callOffRetry = (): void => undefined

  /** Takes what waits, up to a gap; what lies behind the gap waits for the next snapshot. */
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
