/** The board's grid: a page has `columns` × `rows` cells; pages stand side by side, so columns count on over them. */
export type GridSpec = { readonly columns: number; readonly rows: number }

/** What a ticket needs: one column and some of its rows, or several whole columns. */
export type Size = { readonly columns: number; readonly rows: number }

/** The cells that a ticket has. `column` counts over all pages. */
export type Slot = Size & { readonly column: number; readonly row: number }

export type Placements = Readonly<Record<string, Slot>>

export type Wanted = {
  readonly id: string
  readonly size: Size
}

type Cells = Set<number>

/** Called for each cell of a slot, some thousand times for a full board: nothing is built for it. */
function eachCell(slot: Slot, grid: GridSpec, tell: (cell: number) => void): void {
  for (let column = slot.column; column < slot.column + slot.columns; column++) {
    for (let row = slot.row; row < slot.row + slot.rows; row++) tell(column * grid.rows + row)
  }
}

const take = (taken: Cells, slot: Slot, grid: GridSpec): void => eachCell(slot, grid, (cell) => taken.add(cell))
const give = (taken: Cells, slot: Slot, grid: GridSpec): void => eachCell(slot, grid, (cell) => taken.delete(cell))
/** Asked for every cell of a board that fills up: nothing is built for the answer. */
function isFree(taken: Cells, slot: Slot, grid: GridSpec): boolean {
  for (let column = slot.column; column < slot.column + slot.columns; column++) {
    for (let row = slot.row; row < slot.row + slot.rows; row++) if (taken.has(column * grid.rows + row)) return false
  }
  return true
}

/** A ticket does not run over a page's edge, unless it is wider than a page: then it begins with one. */
const keepsToPages = ({ column, columns }: Slot, grid: GridSpec): boolean =>
  columns > grid.columns ? column % grid.columns === 0 : (column % grid.columns) + columns <= grid.columns

/** The size in the terms of this grid: what is wider than one column takes whole columns. */
const fitted = ({ columns, rows }: Size, grid: GridSpec): Size => ({
  columns: Math.max(1, columns),
  rows: columns > 1 ? grid.rows : Math.min(Math.max(1, rows), grid.rows),
})

function firstFree(taken: Cells, size: Size, grid: GridSpec, from = 0): Slot {
  for (let column = from; ; column++) {
    for (let row = 0; row + size.rows <= grid.rows; row++) {
      const slot = { ...size, column, row }
      if (keepsToPages(slot, grid) && isFree(taken, slot, grid)) return slot
    }
  }
}

/** The slot with more room at the same place, or the same slot where its neighbours leave none. It never shrinks. */
function grown(slot: Slot, size: Size, taken: Cells, grid: GridSpec): Slot {
  const columns = Math.max(slot.columns, size.columns)
  const wanted = { ...slot, columns, rows: Math.max(slot.rows, size.rows) }
  if (wanted.columns === slot.columns && wanted.rows === slot.rows) return slot
  for (let width = columns; width >= slot.columns; width--) {
    const larger = { ...wanted, columns: width }
    const isInside = larger.row + larger.rows <= grid.rows && keepsToPages(larger, grid)
    if (isInside && isFree(taken, larger, grid)) return larger
  }
  return slot
}

const fitsGrid = (slot: Slot, grid: GridSpec): boolean => slot.row + slot.rows <= grid.rows && keepsToPages(slot, grid)

/** At the corner where it was supposed to stand, or else from that page on; who was supposed nowhere, anywhere. */
function settled(supposedAt: Slot | undefined, size: Size, taken: Cells, grid: GridSpec): Slot {
  if (!supposedAt) return firstFree(taken, size, grid)
  const there = { ...size, column: supposedAt.column, row: supposedAt.row }
  if (fitsGrid(there, grid) && isFree(taken, there, grid)) return there
  return firstFree(taken, size, grid, pageOf(supposedAt, grid) * grid.columns)
}

/**
 * Gives every wanted ticket its place. A ticket that has one keeps it, whatever comes and goes around it; it takes more
 * room only where nobody stands. New tickets fill what is free, first come first served: from the places on where they were
 * supposed to stand (`near`), and none of those where others are (`spared`). A slot that did not change keeps its identity,
 * and so does the whole when nothing did.
 */
export function placed(
  before: Placements,
  wanted: readonly Wanted[],
  grid: GridSpec,
  { near = {}, spared = [] }: { readonly near?: Placements; readonly spared?: readonly Slot[] } = {},
): Placements {
  const taken: Cells = new Set()
  const next: Record<string, Slot> = {}
  for (const { id } of wanted) {
    const slot = before[id]
    if (!slot || !fitsGrid(slot, grid)) continue
    next[id] = slot
    take(taken, slot, grid)
  }
  for (const { id, size } of wanted) {
    const slot = next[id]
    if (!slot) continue
    give(taken, slot, grid)
    next[id] = grown(slot, fitted(size, grid), taken, grid)
    take(taken, next[id], grid)
  }
  for (const slot of spared) take(taken, slot, grid)
  for (const { id, size } of wanted) {
    if (next[id]) continue
    next[id] = settled(near[id], fitted(size, grid), taken, grid)
    take(taken, next[id], grid)
  }
  const ids = Object.keys(next)
  const isSame = ids.length === Object.keys(before).length && ids.every((id) => next[id] === before[id])
  return isSame ? before : next
}

/**
 * Where tickets would stand of which only a guess is known, beside those that have their place. Those that were supposed
 * to stand somewhere `before` stay there while the others leave that free, or else move, but not onto the page `inSight`;
 * the rest are placed in the order given.
 */
export function supposed(
  firm: Placements,
  guessed: readonly Wanted[],
  grid: GridSpec,
  before: Placements = {},
  inSight = Number.NaN,
): Placements {
  const taken: Cells = new Set()
  for (const slot of Object.values(firm)) take(taken, slot, grid)
  const next: Record<string, Slot> = {}
  for (const { id, size } of guessed) {
    const slot = before[id]
    const { columns, rows } = fitted(size, grid)
    if (slot?.columns !== columns || slot.rows !== rows || !fitsGrid(slot, grid) || !isFree(taken, slot, grid)) continue
    next[id] = slot
    take(taken, slot, grid)
  }
  // What found no room before column n finds none now: looking begins there for the next of the same size.
  const reached = new Map<string, number>()
  for (const { id, size } of guessed) {
    if (next[id]) continue
    const wanted = fitted(size, grid)
    const key = `${wanted.columns}×${wanted.rows}`
    const free = firstFree(taken, wanted, grid, reached.get(key))
    reached.set(key, free.column)
    const isMoved = before[id] !== undefined && pageOf(free, grid) === inSight
    const slot = isMoved ? firstFree(taken, wanted, grid, (inSight + 1) * grid.columns) : free
    next[id] = slot
    take(taken, slot, grid)
  }
  return next
}

/** How many pages the placed tickets need; none for none. */
export const pagesOf = (placements: Placements, grid: GridSpec): number =>
  Math.ceil(Math.max(0, ...Object.values(placements).map((slot) => slot.column + slot.columns)) / grid.columns)

/** The page on which a slot begins, from 0. */
export const pageOf = (slot: Slot, grid: GridSpec): number => Math.floor(slot.column / grid.columns)

/** The number of a slot's first cell on its page, from 1, down the columns: what a bump bar's key says. */
export const keyOf = (slot: Slot, grid: GridSpec): number => (slot.column % grid.columns) * grid.rows + slot.row + 1

/** The ids as the eye and the focus go: page by page, column by column, from the top. */
export const inReadingOrder = (placements: Placements): readonly string[] =>
  Object.entries(placements)
    .toSorted(([, a], [, b]) => a.column - b.column || a.row - b.row)
    .map(([id]) => id)
