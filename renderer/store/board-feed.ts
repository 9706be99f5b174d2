import type { BoardDelta, Bridge } from '../../shared/contract/contract.ts'
import { forgetTexts } from '../../shared/text/folded-text.ts'
import type { ComandaStore } from './comanda-store.ts'

const RETRY_MS = 1_000
/** During a flood of changes the feed waits twice the drawing time, at most this time, so that input is handled (ms). */
const MAX_PAUSE_MS = 300
/** This many deltas during one drawing are a flood. */
const FLOOD = 4

/** The feed's access to the window; tests pass their own. */
type FeedTiming = {
  readonly monotonicNow: () => number
  /** Runs once after `ms`; returns the function that cancels it. */
  readonly after: (ms: number, run: () => void) => () => void
  /** Runs once when the window has drawn earlier changes and handled its messages. */
  readonly whenFree: (run: () => void) => void
}

/**
 * Keeps the store up to date: one snapshot, then deltas by their versions. Deltas wait for a snapshot under way; a gap asks
 * for another. Those that arrive while the board is drawn are merged. Returns the function that ends it.
 */
export function followBoard(bridge: Bridge, store: ComandaStore, timing: FeedTiming): () => void {
  let ended = false
  let isRequesting = false
  let isDrawing = false
  let waiting: readonly ReceivedDelta[] = []
  let cancelRetry = (): void => undefined

  /** Applies waiting deltas up to a gap. Deltas after the gap wait for the next snapshot. */
  const applyWaiting = (): void => {
    if (isRequesting || isDrawing) return
    const { version } = store.getState().board
    waiting = waiting.filter(({ delta }) => delta.version > version)
    const gap = waiting.findIndex(({ delta }, index) => delta.version !== version + 1 + index)
    const [first, ...more] = gap === -1 ? waiting : waiting.slice(0, gap)
    if (first) {
      waiting = waiting.slice(1 + more.length)
      const { delta, receivedAt } = more.reduce(mergeDeltas, first)
      const beganAt = timing.monotonicNow()
      isDrawing = true
      if (delta.removed.length > 0) forgetTexts()
      try {
        store.getState().applyDelta(delta, receivedAt)
      } finally {
        // A subscriber that throws must not end the feed.
        timing.whenFree(() => {
          pause(waiting.length >= FLOOD ? 2 * (timing.monotonicNow() - beganAt) : 0)
        })
      }
    } else if (waiting.length > 0) void requestSnapshot()
  }

  const pause = (ms: number): void => {
    const resume = (): void => {
      isDrawing = false
      if (!ended) applyWaiting()
    }
    if (ms === 0) resume()
    else timing.after(Math.min(ms, MAX_PAUSE_MS), resume)
  }

  const requestSnapshot = async (): Promise<void> => {
    isRequesting = true
    const answer = await bridge.call['board:snapshot'](null).catch(() => undefined)
    if (ended) return
    if (!answer?.ok) {
      store.getState().recordSnapshotFailure()
      cancelRetry = timing.after(RETRY_MS, () => void requestSnapshot())
      return
    }
    forgetTexts()
    store.getState().applySnapshot(answer.value, timing.monotonicNow())
    isRequesting = false
    applyWaiting()
  }

  const end = bridge.on['board:delta']((delta) => {
    waiting = [...waiting, { delta, receivedAt: timing.monotonicNow() }]
    applyWaiting()
  })
  void requestSnapshot()

  return () => {
    ended = true
    cancelRetry()
    end()
  }
}

type ReceivedDelta = {
  readonly delta: BoardDelta
  /** Monotonic ms of this window. */
  readonly receivedAt: number
}

/** Merges two consecutive deltas into one with the same effect. Its time belongs to the latest clock reading. */
export function mergeDeltas(first: ReceivedDelta, second: ReceivedDelta): ReceivedDelta {
  const [before, after] = [first.delta, second.delta]
  const touched = new Set([...after.changed.map(({ orderId }) => orderId), ...after.removed])
  // An absent field did not change. A present `notice`, also `undefined`, is a new notice.
  const changes = Object.entries(after).filter(([name, value]) => value !== undefined || name === 'notice')
  return {
    delta: {
      ...before,
      ...Object.fromEntries(changes),
      version: after.version,
      changed: [...before.changed.filter(({ orderId }) => !touched.has(orderId)), ...after.changed],
      removed: [...before.removed.filter((orderId) => !touched.has(orderId)), ...after.removed],
    },
    receivedAt: (after.clock || !before.clock ? second : first).receivedAt,
  }
}
