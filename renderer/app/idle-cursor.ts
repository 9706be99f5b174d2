import type { IdleMoments } from '../store/idle-moments.ts'

const IDLE_MS = 10_000
/** A mouse that moves again is visible at the latest after this time, if no button is pressed (ms). */
const SHOWN_WITHIN_MS = 100

/**
 * Hides the cursor of a mouse that does not move, so that it covers no ticket. A finger does not show it, and a mouse in an
 * idle moment: the change computes every element's style, 17 ms on a full board.
 */
export function hideIdleCursor(after: (ms: number, run: () => void) => () => void, idle: IdleMoments): void {
  const { classList } = document.documentElement
  let cancelTimer = (): void => undefined
  let isHidden = false
  const show = (): void => classList.remove('cursor-idle')
  const hideLater = (): void => {
    cancelTimer()
    cancelTimer = after(IDLE_MS, () => {
      isHidden = true
      classList.add('cursor-idle')
    })
  }
  const onMove = ({ pointerType }: PointerEvent): void => {
    if (pointerType === 'touch') return
    if (isHidden) idle.whenIdle(show, SHOWN_WITHIN_MS)
    isHidden = false
    hideLater()
  }
  addEventListener('pointermove', onMove, { passive: true })
  hideLater()
}
