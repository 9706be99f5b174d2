import type { DesignTokens } from '../design/tokens.ts'
import type { ComandaStore } from '../store/comanda-store.ts'
import { type BoardSize, gridFor, isRailCrowded } from './board-grid.ts'
import { numberOfCards } from './board-orders.ts'
import { markForMeasuring, type PlacesState, withOtherColumns } from './places-state.ts'
import { cardLanesOf, laneBy, shownBy } from './shown-orders.ts'

export type RailColumns = {
  /** The layout of the board while the rail is not crowded. */
  readonly usualLayout: (tokens: DesignTokens, size: BoardSize) => ReturnType<typeof gridFor>
  readonly layout: (tokens: DesignTokens, size: BoardSize) => ReturnType<typeof gridFor>
  /**
   * One more column for a crowded rail, or one less. Empty when nothing changes. Only in the kitchen's usual view, where it
   * moves no page and no panel. Call it while the board is not touched.
   */
  readonly change: (state: PlacesState, size: BoardSize) => Partial<PlacesState>
}

/** Decides how many columns the rail has. */
export function createRailColumns(comanda: ComandaStore): RailColumns {
  let isCrowded = false
  const layoutOf = (tokens: DesignTokens, size: BoardSize, crowded: boolean) =>
    gridFor(tokens, size, cardLanesOf(comanda.getState().settings).size, crowded)
  return {
    usualLayout: (tokens, size) => layoutOf(tokens, size, false),
    layout: (tokens, size) => layoutOf(tokens, size, isCrowded),
    change(state, size) {
      const { tokens, page, panel, opened, railPage, filter } = state
      const isUsual = page === 0 && panel === undefined && opened === undefined && railPage === 0 && filter === 'all'
      if (!tokens || !isUsual) return {}
      const { board, settings } = comanda.getState()
      const { slots } = layoutOf(tokens, size, false).grid
      const display = { cardLanes: cardLanesOf(settings), isShown: shownBy(settings), laneOf: laneBy(settings) }
      const wasCrowded = isCrowded
      isCrowded = isRailCrowded(numberOfCards(board, display), slots, wasCrowded)
      if (isCrowded === wasCrowded) return {}
      const layout = layoutOf(tokens, size, isCrowded)
      return { ...layout, ...markForMeasuring(state, withOtherColumns(state, layout.grid.columns)) }
    },
  }
}
