import { useEffect } from 'react'
import { useSlots, useWindowParts, type WindowParts } from '../app/window-parts.ts'
import { monotonicNow } from '../clock/monotonic-now.ts'

/** A tap is never kept waiting for much longer than this by what nobody sees. */
const SHORT_MS = 8
const MOST_AT_A_TIME = 6
/** So long after a touch, a key or a change of the board nothing else is begun: where there was one, others follow. */
const REST_MS = 700
/** Where it is never quiet, a ticket in so long a time. */
const LONGEST_REST_MS = 3_000

/** Runs once the microtasks are done, in which what was asked for is drawn, measured and placed. */
function afterDrawing(run: () => void): void {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    port1.close()
    run()
  }
  port2.postMessage(undefined)
}

/** Draws the tickets that wait in idle moments, few at a time. Returns the function that ends it. */
function drawWhenIdle({ store, slots }: WindowParts): () => void {
  let count = 1
  let lastStir = Number.NEGATIVE_INFINITY
  let lastDrawn = monotonicNow()
  let idle = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const stir = (): void => {
    lastStir = monotonicNow()
  }
  const draw = (): void => {
    const from = monotonicNow()
    const rest = Math.min(lastStir + REST_MS, lastDrawn + LONGEST_REST_MS) - from
    if (rest > 0) {
      timer = setTimeout(wait, rest)
      return
    }
    if (from - lastStir < REST_MS) count = 1
    lastDrawn = from
    slots.drawMore(count)
    afterDrawing(() => {
      count = monotonicNow() - from < SHORT_MS ? Math.min(count + 1, MOST_AT_A_TIME) : 1
    })
    wait()
  }
  const wait = (): void => {
    idle = requestIdleCallback(draw, { timeout: LONGEST_REST_MS })
  }
  const ended = new AbortController()
  for (const kind of ['pointerdown', 'keydown']) {
    document.addEventListener(kind, stir, { capture: true, passive: true, signal: ended.signal })
  }
  const end = store.subscribe((state, before) => {
    if (state.board.orders !== before.board.orders) stir()
  })
  wait()
  return () => {
    ended.abort()
    end()
    clearTimeout(timer)
    cancelIdleCallback(idle)
  }
}

/** While the board is shown, what is out of sight is drawn in idle moments. */
export function useIdleDrawing(): void {
  const parts = useWindowParts()
  const isWaiting = useSlots((state) => state.drawing.waiting.size > 0)
  useEffect(() => (isWaiting ? drawWhenIdle(parts) : undefined), [parts, isWaiting])
  useEffect(() => parts.slots.leave, [parts])
}
