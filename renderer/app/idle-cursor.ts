const IDLE_MS = 10_000

/**
 * Hides the cursor of a mouse that rests, so that it does not lie over a ticket. The next movement shows it. A finger shows none: a
 * change of the cursor costs the styles of every element, 17 ms on a full board, and the tap would wait for it.
 */
export function hideIdleCursor(after: (ms: number, run: () => void) => () => void): void {
  const { classList } = document.documentElement
  let callOff = (): void => undefined
  const wake = (): void => {
    callOff()
    classList.remove('cursor-idle')
    callOff = after(IDLE_MS, () => classList.add('cursor-idle'))
  }
  const moved = ({ pointerType }: PointerEvent): void => {
    if (pointerType !== 'touch') wake()
  }
  addEventListener('pointermove', moved, { passive: true })
  wake()
}
