import type { DesignTokens } from '../design/tokens.ts'
import type { ComandaStore } from '../store/comanda-store.ts'
import { type BoardSize, gridFor, mustBeCrowded } from './board-grid.ts'
import { numberOfOrders } from './board-orders.ts'
import { markForMeasuring, type PlacesState, withOtherColumns } from './places-state.ts'
import { cardLanesOf, laneBy, shownBy } from './shown-orders.ts'

export type RailColumns = {
  /** The layout of the board while the rail is not crowded. */
  readonly usualLayout: (tokens: DesignTokens, size: BoardSize) => ReturnType<typeof gridFor>
  readonly layout: (tokens: DesignTokens, size: BoardSize) => ReturnType<typeof gridFor>
  /**
   * The arranged state, with one more column for the rail when an order would be out of sight without it, or with one less
   * when all orders are in sight with a slot left. Changes columns only in the kitchen's usual view, where that moves no
   * page and no panel. Call it while the board is not touched.
   * @param isCalm the rail may lose its additional column
   */
  readonly arrange: (
    state: PlacesState,
    size: BoardSize,
    arranged: (state: PlacesState) => PlacesState,
    isCalm: boolean,
  ) => PlacesState
}

/** Whether every order is in sight without a tap. */
const showsAll = ({ hidden, places }: PlacesState): boolean =>
  hidden.length === 0 && [...places.values()].every(({ page }) => page === 0)

/** Decides how many columns the rail has. */
export function createRailColumns(comanda: ComandaStore): RailColumns {
  let isCrowded = false
  const layoutOf = (tokens: DesignTokens, size: BoardSize, crowded: boolean) =>
    gridFor(tokens, size, cardLanesOf(comanda.getState().settings).size, crowded)
  const numberOnBoard = (): number => {
    const { board, settings } = comanda.getState()
    return numberOfOrders(board, { isShown: shownBy(settings), laneOf: laneBy(settings) })
  }
  return {
    usualLayout: (tokens, size) => layoutOf(tokens, size, false),
    layout: (tokens, size) => layoutOf(tokens, size, isCrowded),
    arrange(state, size, arranged, isCalm) {
      const { tokens, page, panel, opened, railPage, filter } = state
      const isUsualView =
        page === 0 && panel === undefined && opened === undefined && railPage === 0 && filter === 'all'
      if (!tokens || !isUsualView) return arranged(state)
      const [usual, crowded] = [layoutOf(tokens, size, false), layoutOf(tokens, size, true)]
      if (crowded.crowdColumns === 0) return arranged(state)
      const withLayout = (layout: typeof usual): PlacesState => ({
        ...state,
        ...layout,
        ...markForMeasuring(state, withOtherColumns(state, layout.grid.columns)),
      })
      const isOverfull = mustBeCrowded(numberOnBoard(), usual.grid)
      if (isCrowded) {
        if (isOverfull || !isCalm) return arranged(state)
        const narrower = arranged(withLayout(usual))
        // A ticket that is not measured for these columns may need more space.
        const isFree = showsAll(narrower) && narrower.estimated.size === 0 && narrower.rail.size < usual.grid.slots
        isCrowded = !isFree
        return isFree ? narrower : arranged(state)
      }
      const now = isOverfull ? undefined : arranged(state)
      if (now !== undefined && (now.oldest.size > 0 || showsAll(now))) return now
      isCrowded = true
      return arranged(withLayout(crowded))
    },
  }
}
