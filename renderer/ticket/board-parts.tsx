import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { PlacesContext } from '../places/places-context.ts'
import type { PlacesStore } from '../places/places-store.ts'
import { provided, useComanda, type WindowParts, WindowPartsContext } from '../ui/window/window-parts.ts'
import type { BumpGuard } from './bump-guard.ts'
import { BoardFactsContext } from './ticket-settings.ts'

/** The parts that the tickets of one board use. A practice has its own parts. */
export type BoardParts = {
  readonly window: WindowParts
  readonly places: PlacesStore
  readonly guard: BumpGuard
}

const BumpGuardContext = createContext<BumpGuard | undefined>(undefined)

export const useBumpGuard = (): BumpGuard => provided(useContext(BumpGuardContext), 'BumpGuardContext')

function FactsProvider({ children }: { readonly children: ReactNode }) {
  const settings = useComanda((state) => state.settings)
  const failures = useComanda((state) => state.failures)
  const shops = useComanda(({ board }) => board.shops)
  const severalBrands = useComanda(({ board }) => board.severalBrands)
  const facts = useMemo(
    () => ({ settings, failures, shops, severalBrands }),
    [settings, failures, shops, severalBrands],
  )
  return <BoardFactsContext value={facts}>{children}</BoardFactsContext>
}

/** Provides the parts of one board to the components below. */
export function BoardPartsProvider({ parts, children }: { readonly parts: BoardParts; readonly children: ReactNode }) {
  return (
    <WindowPartsContext value={parts.window}>
      <PlacesContext value={parts.places}>
        <BumpGuardContext value={parts.guard}>
          <FactsProvider>{children}</FactsProvider>
        </BumpGuardContext>
      </PlacesContext>
    </WindowPartsContext>
  )
}
