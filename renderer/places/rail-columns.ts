import type { DesignTokens } from '../design/tokens.ts'
import type { ComandaStore } from '../store/comanda-store.ts'
import { type BoardSize, gridFor, mustBeCrowded } from './board-grid.ts'
import { numberOfOrders } from './board-orders.ts'
import { markForMeasuring, type PlacesState, withOtherColumns } from './places-state.ts'
import { placeTickets } from './placing.ts'
import { cardLanesOf, laneBy, shownBy } from './shown-orders.ts'

export type RailColumns = {
  /** The layout of the board while the rail is not crowded. */
  readonly usualLayout: (tokens: DesignTokens, size: BoardSize) => ReturnType<typeof gridFor>
  readonly layout: (tokens: DesignTokens, size: BoardSize) => ReturnType<typeof gridFor>
  /**
   * The arranged state, with one more column for the rail when an order would be out of sight without it, or with one less
   * when all orders and one more would be in sight. Changes columns only in the kitchen's usual view, where that moves no
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

/** The state in another layout, in which a ticket that may get more columns takes the whole page. */
function withLargest(state: PlacesState, layout: ReturnType<typeof gridFor>): PlacesState {
  const { columns, height } = layout.grid
  const larger = withOtherColumns(state, columns).map((id) => [id, { columns, height }] as const)
  const estimated = new Set([...state.estimated, ...larger.map(([id]) => id)])
  return { ...state, ...layout, estimated, sizes: new Map([...state.sizes, ...larger]) }
}

/** Whether a card would have space on page one. */
function hasGapForCard({ places, grid }: PlacesState): boolean {
  const another = 'another'
  const placed = [...places].map(([id, size]) => ({ id, size }))
  const card = { id: another, size: { columns: 1, height: grid.card }, lastPage: 0 }
  return placeTickets(places, [...placed, card], grid, () => true).has(another)
}

/**
 * Whether the rail can lose its additional column: all orders stay in sight, with space for one more. In a gap of page one
 * this space counts only if more orders are whole tickets then, so that cards do not change their places for nothing.
 * @param narrower the board without the column
 */
function canLoseColumn(state: PlacesState, narrower: PlacesState): boolean {
  if (!showsAll(narrower) || narrower.estimated.size > 0) return false
  if (narrower.rail.size < narrower.grid.slots) return true
  return narrower.temporaryCards.size < state.temporaryCards.size && hasGapForCard(narrower)
}

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
        const now = arranged(state)
        isCrowded = !canLoseColumn(now, arranged(withLargest(state, usual)))
        return isCrowded ? now : arranged(withLayout(usual))
      }
      const now = isOverfull ? undefined : arranged(state)
      if (now !== undefined && (now.oldest.size > 0 || showsAll(now))) return now
      isCrowded = true
      return arranged(withLayout(crowded))
    },
  }
}
