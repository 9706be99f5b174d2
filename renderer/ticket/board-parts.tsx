import { createContext, type ReactNode, useContext } from 'react'
import { PlacesContext } from '../places/places-context.ts'
import type { PlacesStore } from '../places/places-store.ts'
import { provided, type WindowParts, WindowPartsContext } from '../window/window-parts.ts'
import type { BumpGuard } from './bump-guard.ts'

/** The parts that the tickets of one board use. A practice has its own parts. */
export type BoardParts = {
  readonly window: WindowParts
  readonly places: PlacesStore
  readonly guard: BumpGuard
}

const BumpGuardContext = createContext<BumpGuard | undefined>(undefined)

export const useBumpGuard = (): BumpGuard => provided(useContext(BumpGuardContext), 'BumpGuardContext')

/** Provides the parts of one board to the components below. */
export function BoardPartsProvider({ parts, children }: { readonly parts: BoardParts; readonly children: ReactNode }) {
  return (
    <WindowPartsContext value={parts.window}>
      <PlacesContext value={parts.places}>
        <BumpGuardContext value={parts.guard}>{children}</BumpGuardContext>
      </PlacesContext>
    </WindowPartsContext>
  )
}
