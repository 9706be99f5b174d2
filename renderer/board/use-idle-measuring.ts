import { useEffect } from 'react'
import { usePlaces, usePlacesStore } from '../places/places-context.ts'

/** Tickets measured in one idle moment, and the time between two (ms). */
const AT_A_TIME = 3
const BETWEEN_MS = 120

/** Measures the tickets that are out of sight when the page is idle, so that the queue knows which of them fits a gap. */
export function useIdleMeasuring(): void {
  const places = usePlacesStore()
  const waiting = usePlaces((state) => state.unmeasured.length - state.measuring.size)
  useEffect(() => {
    if (waiting <= 0) return
    let idle = 0
    const timer = setTimeout(() => {
      idle = requestIdleCallback(() => places.measureMore(AT_A_TIME))
    }, BETWEEN_MS)
    return () => {
      clearTimeout(timer)
      cancelIdleCallback(idle)
    }
  }, [places, waiting])
}
