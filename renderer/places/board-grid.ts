import type { DesignTokens } from '../design/tokens.ts'
import type { BoardGrid } from './arrangement.ts'

/** Size of the area for tickets and the rail, in CSS px. */
export type BoardSize = { readonly width: number; readonly height: number }

const WIDE_BOARD_COLUMNS = 10

/** Cards in one column of the rail. */
export const perColumnOf = ({ height, card, gap }: BoardGrid): number =>
  Math.max(1, Math.floor((height + gap) / (card + gap)))

/** The columns of the board. The last ones are the rail. */
export function gridFor(tokens: DesignTokens, size: BoardSize, railLanes: number) {
  const { columns, card, gap } = tokens
  const hasRail = railLanes > 0 && columns > 1
  const railColumns = hasRail ? (columns >= WIDE_BOARD_COLUMNS ? 2 : 1) : 0
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
    columnWidth: size.width / columns,
    grid: { ...grid, slots: hasRail ? perColumnOf(grid) * railColumns : 0 },
  }
}
