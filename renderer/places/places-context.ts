import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import { provided } from '../ui/window/window-parts.ts'
import type { PlacesState } from './places-state.ts'
import type { PlacesStore } from './places-store.ts'

export const PlacesContext = createContext<PlacesStore | undefined>(undefined)

/** The places of the tickets, for event handlers and effects. */
export const usePlacesStore = (): PlacesStore => provided(useContext(PlacesContext), 'PlacesContext')

/** Selects one value of the places; compared by identity. */
export function usePlaces<T>(select: (state: PlacesState) => T): T {
  return useStore(usePlacesStore(), select)
}
