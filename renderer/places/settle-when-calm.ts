import { monotonicNow } from '../store/monotonic-now.ts'

/** Time without a touch after which tickets may move (ms). */
const SETTLE_AFTER_MS = 3_000
/** Delay between a change and the moves, so that the change is drawn first (ms). */
const AFTER_CHANGE_MS = 250

/** Whether tickets may not move yet. `touchedAt`: monotonic ms. */
export const isTouchRecent = (touchedAt: number): boolean => monotonicNow() - touchedAt < SETTLE_AFTER_MS

export type Settling = {
  /** Requests a call. Further requests do not delay it; only a touch does. */
  readonly schedule: () => void
  readonly stop: () => void
}

/** Calls `settle` once some time after the last touch of the window, and after each request. */
export function settleWhenCalm(settle: () => void, onTouch: () => void = () => undefined): Settling {
  let settling: ReturnType<typeof setTimeout> | undefined
  let lastTouch = monotonicNow()
  const schedule = (): void => {
    settling ??= setTimeout(
      () => {
        settling = undefined
        settle()
      },
      Math.max(SETTLE_AFTER_MS - (monotonicNow() - lastTouch), AFTER_CHANGE_MS),
    )
  }
  const touched = (): void => {
    lastTouch = monotonicNow()
    clearTimeout(settling)
    settling = undefined
    schedule()
    onTouch()
  }
  const events = ['pointerdown', 'pointerup', 'keydown'] as const
  for (const event of events) addEventListener(event, touched, { capture: true, passive: true })
  schedule()
  return {
    schedule,
    stop: () => {
      clearTimeout(settling)
      for (const event of events) removeEventListener(event, touched, { capture: true })
    },
  }
}
