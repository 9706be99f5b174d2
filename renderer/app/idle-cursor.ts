const IDLE_MS = 10_000

/**
 * Hides the cursor of a mouse that does not move, so that it does not cover a ticket. The next movement shows it. A finger
 * does not show it: with a change of the cursor the browser computes the styles of every element, which takes 17 ms on a
 * full board and would delay the tap.
 */
export function hideIdleCursor(after: (ms: number, run: () => void) => () => void): void {
  const { classList } = document.documentElement
  let cancelTimer = (): void => undefined
  const showCursor = (): void => {
    cancelTimer()
    classList.remove('cursor-idle')
    cancelTimer = after(IDLE_MS, () => classList.add('cursor-idle'))
  }
  const onMove = ({ pointerType }: PointerEvent): void => {
    if (pointerType !== 'touch') showCursor()
  }
  addEventListener('pointermove', onMove, { passive: true })
  showCursor()
}
