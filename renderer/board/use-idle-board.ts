import { useEffect } from 'react'
import { isInLastCall } from '../../shared/alarm.ts'
import { monotonicNow } from '../clock/monotonic-now.ts'
import { usePlacesStore } from '../places/places-context.ts'
import type { ComandaState } from '../store/state.ts'
import { useBumpGuard } from '../ticket/board-parts.tsx'
import { useWindowParts } from '../window/window-parts.ts'

/** Time without a touch after which gaps are closed, and after which the first page is shown again (ms). */
const SETTLE_AFTER_MS = 3_000
const HOME_AFTER_MS = 30_000
/** Delay between a change and closing gaps, so that the change is drawn first (ms). */
const AFTER_CHANGE_MS = 250

const hasLastCall = ({ board }: ComandaState, now: number): boolean =>
  board.lanes.new.some((id) => isInLastCall(board.orders[id]?.confirmBy, now))

/** Closes gaps, moves urgent cards to the top and returns to the first page, only while the board is not touched. */
export function useIdleBoard(): void {
  const { store, clock } = useWindowParts()
  const places = usePlacesStore()
  const guard = useBumpGuard()
  useEffect(() => {
    let settling: ReturnType<typeof setTimeout> | undefined
    let homing: ReturnType<typeof setTimeout> | undefined
    let lastTouch = Number.NEGATIVE_INFINITY
    const settle = (): void => {
      settling = undefined
      places.settle(clock.now())
    }
    /** Further changes do not delay it; only a touch does. */
    const settleSoon = (): void => {
      settling ??= setTimeout(settle, Math.max(SETTLE_AFTER_MS - (monotonicNow() - lastTouch), AFTER_CHANGE_MS))
    }
    const touched = (): void => {
      lastTouch = monotonicNow()
      clearTimeout(settling)
      settling = undefined
      settleSoon()
      clearTimeout(homing)
      homing = setTimeout(() => places.goHome(), HOME_AFTER_MS)
    }
    const unsubscribe = store.subscribe((state, before) => {
      if (state.board.lanes !== before.board.lanes) settleSoon()
    })
    // An order also becomes urgent by time, without a change.
    const unfollowClock = clock.subscribeSlowly(() => {
      if (hasLastCall(store.getState(), clock.now())) settleSoon()
    })
    const events = ['pointerdown', 'pointerup', 'keydown'] as const
    for (const event of events) addEventListener(event, touched, { capture: true, passive: true })
    touched()
    const follow = places.subscribe((state, before) => {
      if (state.moved !== before.moved) guard.moved(state.moved)
      // An order that is shown as a card for lack of space gets a place on a page once its ticket is measured.
      if (state.sizes !== before.sizes && state.temporaryCards.size > 0) settleSoon()
    })
    return () => {
      follow()
      unfollowClock()
      unsubscribe()
      clearTimeout(settling)
      clearTimeout(homing)
      for (const event of events) removeEventListener(event, touched, { capture: true })
    }
  }, [places, store, guard, clock])
}
