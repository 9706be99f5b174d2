import { createContext, useContext } from 'react'
import type { PlacesStore } from '../places/places-store.ts'
import type { Size } from '../places/placing.ts'
import type { Look } from './measure.ts'

/** `generation`: of the sizes; what was measured for an earlier one is void. */
export type ReportLook = (orderId: string, look: Look, generation: number) => void

export const LooksContext = createContext<ReportLook>(() => undefined)
export const useLooks = (): ReportLook => useContext(LooksContext)

/** Collects what the tickets of one drawing measured and hands it over at once, before the screen is painted. */
export function createLooks(places: PlacesStore): ReportLook {
  let sizes = new Map<string, Size>()
  let trials = new Map<string, number>()
  let isWaiting = false
  const handOver = (): void => {
    isWaiting = false
    const [measured, tried] = [sizes, trials]
    sizes = new Map()
    trials = new Map()
    places.measured(measured, tried)
  }
  return (orderId, look, generation) => {
    const { sizes: known, trials: before, generation: current } = places.getState()
    if (generation !== current) return
    if ('trial' in look) {
      if (before.get(orderId) === look.trial) return
      trials.set(orderId, look.trial)
    } else {
      const size = known.get(orderId)
      if (size?.columns === look.size.columns && size.height === look.size.height) return
      sizes.set(orderId, look.size)
    }
    if (isWaiting) return
    isWaiting = true
    queueMicrotask(handOver)
  }
}
