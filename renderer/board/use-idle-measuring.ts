import { useEffect } from 'react'
import { usePlaces, usePlacesStore } from '../places/places-context.ts'

/** Tickets measured in one idle moment: few, so that a finger waits for no more than these. */
const AT_A_TIME = 4

/** Measures the tickets that are out of sight when the page is idle, so that the queue knows which of them fits a gap. */
export function useIdleMeasuring(): void {
  const places = usePlacesStore()
  const waiting = usePlaces((state) => state.unmeasured.length - state.measuring.size)
  useEffect(() => {
    if (waiting <= 0) return
    const idle = requestIdleCallback(() => places.measureMore(AT_A_TIME))
    return () => cancelIdleCallback(idle)
  }, [places, waiting])
}
