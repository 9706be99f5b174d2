import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { isMostUrgent } from '../places/board-orders.ts'
import { placesAfter, type SteadyPlaces, settledPlaces } from '../places/steady-places.ts'
import { useSettleWhenCalm } from '../places/use-settle-when-calm.ts'
import { useWindowParts } from '../window/window-parts.ts'
import { useBumpGuard } from './board-parts.tsx'

const neverUrgent = (): boolean => false

/** Whether a new order belongs on top now. */
export function useMostUrgent(): (orderId: string) => boolean {
  const { store, clock } = useWindowParts()
  return useCallback(
    (orderId) => {
      const ticket = store.getState().board.orders[orderId]
      return ticket !== undefined && isMostUrgent(ticket, clock.now())
    },
    [store, clock],
  )
}

/**
 * Places of the orders of a list: kept while the window is touched. Some time after the last touch urgent orders come first,
 * and a list that does not fit closes up.
 * @param ids the most urgent first
 */
export function useSteadyPlaces(
  ids: readonly string[],
  isUrgent: (orderId: string) => boolean = neverUrgent,
): { readonly places: SteadyPlaces; readonly list: RefObject<HTMLDivElement | null> } {
  const { clock } = useWindowParts()
  const guard = useBumpGuard()
  const list = useRef<HTMLDivElement>(null)
  const [kept, setKept] = useState<SteadyPlaces>([])
  const places = placesAfter(kept, ids)
  if (places !== kept) setKept(places)
  const schedule = useSettleWhenCalm(() => {
    const { scrollHeight = 0, clientHeight = 0 } = list.current ?? {}
    const after = settledPlaces(places, { ids, closesUp: scrollHeight > clientHeight, isUrgent })
    if (after === places) return
    guard.moved(after.flatMap((id, place) => (id === undefined || id === places[place] ? [] : [id])))
    setKept(after)
  })
  useLayoutEffect(schedule)
  // An order also becomes urgent by time, without a change.
  useLayoutEffect(() => clock.subscribeSlowly(schedule), [clock, schedule])
  return { places, list }
}
