import { useEffect } from 'react'
import { usePlacesStore } from '../places/places-context.ts'
import { settleWhenCalm } from '../places/settle-when-calm.ts'
import { useBumpGuard } from '../ticket/board-parts.tsx'
import { useWindowParts } from '../ui/window/window-parts.ts'

/** Time without a touch after which the first page is shown again (ms). */
const HOME_AFTER_MS = 30_000

/** Arranges the wall, and returns to the first page, only while it is not touched. */
export function useIdleBoard(): void {
  const { store, clock } = useWindowParts()
  const places = usePlacesStore()
  const guard = useBumpGuard()
  useEffect(() => {
    let homing: ReturnType<typeof setTimeout> | undefined
    let openedStop: string | undefined
    const goHomeLater = (): void => {
      clearTimeout(homing)
      homing = setTimeout(() => places.goHome(), HOME_AFTER_MS)
    }
    goHomeLater()
    const settling = settleWhenCalm(places.settle, () => {
      places.recordTouch()
      goHomeLater()
    })
    const unsubscribe = store.subscribe((state, before) => {
      // The dishes of a cancelled order are shown, also of a strip that may not move now.
      const stop = state.board.stops.find((id) => !before.board.stops.includes(id))
      if (stop !== undefined && places.getState().places.get(stop)?.form === 'strip') {
        openedStop = stop
        places.open(stop)
      }
      if (state.board.orders === before.board.orders) return
      settling.schedule()
      // A new order under the totals closes them.
      const isNew = state.board.lanes.new.some((id) => before.board.orders[id] === undefined)
      if (isNew && places.getState().panel === 'totals') places.showPanel(undefined)
    })
    // A larger text step, more whole orders and scheduled ones come by time, without a change.
    const unfollowClock = clock.subscribeSlowly(settling.schedule)
    const follow = places.subscribe((state, before) => {
      if (state.moved !== before.moved) guard.moved(state.moved)
      // Its dishes stand on the wall now; the opened ticket would cover others.
      if (openedStop === undefined) return
      if (state.opened !== openedStop) openedStop = undefined
      else if (state.places.get(openedStop)?.form === 'whole') places.open(undefined)
    })
    return () => {
      follow()
      unfollowClock()
      unsubscribe()
      settling.stop()
      clearTimeout(homing)
    }
  }, [places, store, guard, clock])
}
