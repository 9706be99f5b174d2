import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { settleWhenCalm } from '../places/settle-when-calm.ts'
import { placesAfter, type SteadyPlaces, settledPlaces } from '../places/steady-places.ts'
import { useBumpGuard } from '../ticket/board-parts.tsx'
import { useWindowParts } from '../window/window-parts.ts'

const neverUrgent = (): boolean => false

/**
 * Places of the orders of a list: an order keeps its place while the window is touched. Some time after the last touch urgent
 * orders come first, and a list that does not fit its frame closes up. The places are kept while the view is shown.
 * @param ids the most urgent first
 * @param isUrgent must not change
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
  const latest = useRef({ places, ids })
  const settling = useRef<ReturnType<typeof settleWhenCalm>>(null)
  useLayoutEffect(() => {
    latest.current = { places, ids }
    settling.current?.schedule()
  }, [places, ids])
  useLayoutEffect(() => {
    const settle = (): void => {
      const { scrollHeight = 0, clientHeight = 0 } = list.current ?? {}
      const before = latest.current.places
      const after = settledPlaces(before, { ids: latest.current.ids, closesUp: scrollHeight > clientHeight, isUrgent })
      if (after === before) return
      guard.moved(after.flatMap((id, place) => (id === undefined || id === before[place] ? [] : [id])))
      setKept(after)
    }
    const started = settleWhenCalm(settle)
    settling.current = started
    // An order also becomes urgent by time, without a change.
    const unfollowClock = clock.subscribeSlowly(started.schedule)
    return () => {
      unfollowClock()
      started.stop()
    }
  }, [clock, guard, isUrgent])
  return { places, list }
}
