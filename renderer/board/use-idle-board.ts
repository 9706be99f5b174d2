import { useEffect } from 'react'
import { isInLastCall } from '../../shared/alarm.ts'
import { usePlacesStore } from '../places/places-context.ts'
import { settleWhenCalm } from '../places/settle-when-calm.ts'
import type { ComandaState } from '../store/state.ts'
import { useBumpGuard } from '../ticket/board-parts.tsx'
import { useWindowParts } from '../window/window-parts.ts'

/** Time without a touch after which the first page is shown again (ms). */
const HOME_AFTER_MS = 30_000

const hasLastCall = ({ board: { lanes, orders } }: ComandaState, now: number): boolean =>
  [...lanes.new, ...lanes.scheduled].some((id) => isInLastCall(orders[id]?.confirmBy, now))

/** Closes gaps, moves urgent cards to the top and returns to the first page, only while the board is not touched. */
export function useIdleBoard(): void {
  const { store, clock } = useWindowParts()
  const places = usePlacesStore()
  const guard = useBumpGuard()
  useEffect(() => {
    let homing: ReturnType<typeof setTimeout> | undefined
    const goHomeLater = (): void => {
      clearTimeout(homing)
      homing = setTimeout(() => places.goHome(), HOME_AFTER_MS)
    }
    goHomeLater()
    const settling = settleWhenCalm(
      () => places.settle(clock.now()),
      () => {
        places.recordTouch()
        goHomeLater()
      },
    )
    const unsubscribe = store.subscribe((state, before) => {
      if (state.board.lanes !== before.board.lanes) settling.schedule()
    })
    // An order also becomes urgent by time, without a change.
    const unfollowClock = clock.subscribeSlowly(() => {
      if (hasLastCall(store.getState(), clock.now())) settling.schedule()
    })
    const follow = places.subscribe((state, before) => {
      if (state.moved !== before.moved) guard.moved(state.moved)
      // An order that is shown as a card for lack of space gets a place on a page once its ticket is measured.
      if (state.sizes !== before.sizes && state.temporaryCards.size > 0) settling.schedule()
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
