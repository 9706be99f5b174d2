import type { DesignTokens } from '../design/tokens.ts'
import type { BoardGrid } from './arrangement.ts'

/** Size of the area for tickets and the rail, in CSS px. */
export type BoardSize = { readonly width: number; readonly height: number }

const WIDE_BOARD_COLUMNS = 10

/** Cards in one column of the rail. */
export const perColumnOf = ({ height, card, gap }: BoardGrid): number =>
  Math.max(1, Math.floor((height + gap) / (card + gap)))

/** A crowded rail gets one more column if this many are left for tickets. */
const LEAST_TICKET_COLUMNS = 2

/** The columns of the board. The last ones are the rail. */
export function gridFor(tokens: DesignTokens, size: BoardSize, railLanes: number, isCrowded: boolean) {
  const { columns, card, gap } = tokens
  const hasRail = railLanes > 0 && columns > 1
  const usual = hasRail ? (columns >= WIDE_BOARD_COLUMNS ? 2 : 1) : 0
  const crowdColumns = hasRail && isCrowded && columns - usual > LEAST_TICKET_COLUMNS ? 1 : 0
  const railColumns = usual + crowdColumns
  const grid = {
    columns: columns - railColumns,
    height: size.height,
    // Whole pixels, so that a new ticket of the same height fits exactly in the place of a removed one.
    gap: Math.round(0.5 * gap),
    card,
    slots: 0,
  }
  return {
    railColumns,
    /** Columns of the rail, left of the usual ones, that it has only while it is crowded. */
    crowdColumns,
    columnWidth: size.width / columns,
    grid: { ...grid, slots: hasRail ? perColumnOf(grid) * railColumns : 0 },
  }
}

/** Whether these orders cannot all be in sight, not even if each of them were a card. */
export const mustBeCrowded = (orders: number, grid: BoardGrid): boolean =>
  orders > grid.slots + perColumnOf(grid) * grid.columns
