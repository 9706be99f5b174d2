/**
 * Longest time for which one touch delays idle work (ms): a finger that rests on the screen must not stop the measuring of
 * tickets and the checks of the alarm.
 */
export const LONGEST_TOUCH_MS = 500

/** The functions of the page that the idle moments use. */
type IdlePage = {
  /** Runs once when the page is idle, at the latest after `timeoutMs`. Returns the function that cancels it. */
  readonly requestIdle: (run: IdleWork, timeoutMs?: number) => () => void
  /** Runs once when the next picture was painted. */
  readonly afterPaint: (run: () => void) => void
  readonly after: (ms: number, run: () => void) => () => void
  /** Calls back when a finger or a mouse button goes down, and when it goes up. */
  readonly onFinger: (listener: (isDown: boolean) => void) => void
}

/** `remainingMs`: time until the page may have something else to do. */
type IdleWork = (remainingMs: number) => void

export type IdleMoments = {
  /**
   * Runs once in an idle moment, at the latest after `timeoutMs`, but not between a touch and the painted answer to it.
   * Returns the function that cancels it.
   */
  readonly whenIdle: (run: IdleWork, timeoutMs?: number) => () => void
}

/** Idle work that begins while a finger is down would delay the answer: most taps last 50 to 150 ms. */
export function createIdleMoments({ requestIdle, afterPaint, after, onFinger }: IdlePage): IdleMoments {
  let touches = 0
  let isTouched = false
  let cancelLimit = (): void => undefined
  const waiting = new Set<() => void>()

  const end = (touch: number): void => {
    if (touch !== touches || !isTouched) return
    isTouched = false
    cancelLimit()
    const requests = [...waiting]
    waiting.clear()
    for (const request of requests) request()
  }

  onFinger((isDown) => {
    if (!isDown) {
      const touch = touches
      afterPaint(() => end(touch))
      return
    }
    touches += 1
    isTouched = true
    cancelLimit()
    const touch = touches
    cancelLimit = after(LONGEST_TOUCH_MS, () => end(touch))
  })

  return {
    whenIdle(run, timeoutMs) {
      let cancelIdle = (): void => undefined
      const request = (): void => {
        cancelIdle = requestIdle((remainingMs) => {
          if (isTouched) waiting.add(request)
          else run(remainingMs)
        }, timeoutMs)
      }
      request()
      return () => {
        cancelIdle()
        waiting.delete(request)
      }
    },
  }
}

const DOWN = 'pointerdown'
const UP = ['pointerup', 'pointercancel'] as const

/** The access of the idle moments to the window. */
export const idlePage = (): Omit<IdlePage, 'after'> => ({
  requestIdle: (run, timeoutMs) => {
    const options = timeoutMs === undefined ? {} : { timeout: timeoutMs }
    const idle = requestIdleCallback((deadline) => run(deadline.timeRemaining()), options)
    return () => cancelIdleCallback(idle)
  },
  // The answer is painted between the first and the second frame.
  afterPaint: (run) => requestAnimationFrame(() => requestAnimationFrame(run)),
  onFinger: (listener) => {
    addEventListener(DOWN, () => listener(true), { capture: true, passive: true })
    for (const event of UP) addEventListener(event, () => listener(false), { capture: true, passive: true })
  },
})
