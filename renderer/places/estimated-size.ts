import type { PageGrid, Size } from './placing.ts'

/** Share of a page's height from which a ticket may turn out to be higher than the page, and get several columns. */
const ALMOST_A_PAGE = 0.8

/** The least space for a ticket without a measured size. A ticket in several columns takes more than half of each. */
export const leastSizeOf = (leastHeight: number, { height }: PageGrid): Size => ({
  columns: 1,
  height: leastHeight > ALMOST_A_PAGE * height ? height / 2 : leastHeight,
})

/** The estimated size of a ticket that is not measured yet, for counting pages. */
export function estimateOf(sizes: ReadonlyMap<string, Size>, grid: PageGrid): Size {
  const heights = [...sizes.values()].filter(({ columns }) => columns === 1).map(({ height }) => height)
  const mean = heights.reduce((sum, height) => sum + height, 0) / Math.max(1, heights.length)
  return { columns: 1, height: heights.length === 0 ? grid.height / 2 : mean }
}
