import { useEffect } from 'react'
import { useWindowParts } from '../app/window-parts.ts'
import { monotonicNow } from '../clock/monotonic-now.ts'

/** Time without a touch after which gaps are closed up, and after which the first page comes back (ms). */
const SETTLE_AFTER_MS = 3_000
const HOME_AFTER_MS = 30_000

/** Closes up gaps and goes back to the first page, only while no finger is at the board. */
export function useRestingBoard(): void {
  const { places, store, guard } = useWindowParts()
  useEffect(() => {
    let settling: ReturnType<typeof setTimeout> | undefined
    let homing: ReturnType<typeof setTimeout> | undefined
    let lastTouch = Number.NEGATIVE_INFINITY
    const settle = (): void => places.settle()
    const settleSoon = (): void => {
      clearTimeout(settling)
      settling = setTimeout(settle, Math.max(SETTLE_AFTER_MS - (monotonicNow() - lastTouch), 0))
    }
    const touched = (): void => {
      lastTouch = monotonicNow()
      settleSoon()
      clearTimeout(homing)
      homing = setTimeout(() => places.goHome(), HOME_AFTER_MS)
    }
    const unsubscribe = store.subscribe((state, before) => {
      if (state.board.lanes !== before.board.lanes) settleSoon()
    })
    const events = ['pointerdown', 'pointerup', 'keydown'] as const
    for (const event of events) addEventListener(event, touched, { capture: true, passive: true })
    touched()
    const follow = places.subscribe((state, before) => {
      if (state.moved !== before.moved) guard.moved(state.moved)
      // A lent card can take its place on a page once its ticket was measured.
      if (state.sizes !== before.sizes && state.lent.size > 0) settleSoon()
    })
    return () => {
      follow()
      unsubscribe()
      clearTimeout(settling)
      clearTimeout(homing)
      for (const event of events) removeEventListener(event, touched, { capture: true })
    }
  }, [places, store, guard])
}
