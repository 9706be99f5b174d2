import { useEffect } from 'react'
import { usePlaces, usePlacesStore } from '../places/places-context.ts'
import { useIdleMoments } from '../window/window-parts.ts'

/** Tickets measured in one idle moment: few, because a tap waits until they are measured. */
const TICKETS_AT_A_TIME = 4

/** Measures tickets out of sight while the page is idle. Their sizes show which waiting ticket fits a gap. */
export function useIdleMeasuring(): void {
  const places = usePlacesStore()
  const idle = useIdleMoments()
  const waiting = usePlaces((state) => state.unmeasured.length - state.measuring.size)
  useEffect(() => {
    if (waiting <= 0) return
    return idle.whenIdle(() => places.measureMore(TICKETS_AT_A_TIME))
  }, [places, waiting, idle])
}
