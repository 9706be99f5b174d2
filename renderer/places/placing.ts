/** Place of a ticket. `page` and `column` count from 0; `y` and `height` in CSS px from the top of the page. */
export type Place = {
  readonly page: number
  readonly column: number
  readonly columns: number
  readonly y: number
  readonly height: number
}

/** The space that a ticket needs. */
export type Size = { readonly columns: number; readonly height: number }
export type TicketToPlace = {
  readonly id: string
  readonly size: Size
  /** First and last page that it may use. */
  readonly firstPage?: number | undefined
  readonly lastPage?: number | undefined
}
export type Places = ReadonlyMap<string, Place>

/** The columns of a page, the height that tickets share, and the gap below each of them (px). */
export type PageGrid = { readonly columns: number; readonly height: number; readonly gap: number }

type Interval = { readonly from: number; readonly to: number }

const bottomOf = ({ y, height }: Place): number => y + height

/** The tickets in each column of each page, from the top. */
class Columns {
  readonly #places = new Map<number, Place[]>()
  /** Cache of free intervals by page; the key is the first column and the number of columns. */
  readonly #free = new Map<number, Map<number, readonly Interval[]>>()
  /** Cache of the height of the largest free interval of each page. */
  readonly #largest = new Map<number, number>()

  readonly grid: PageGrid

  constructor(grid: PageGrid) {
    this.grid = grid
  }

  #at(page: number, column: number): Place[] {
    const key = page * this.grid.columns + column
    const places = this.#places.get(key) ?? []
    this.#places.set(key, places)
    return places
  }

  add(place: Place): void {
    const looked = this.#free.get(place.page) ?? new Map<number, readonly Interval[]>()
    for (const key of looked.keys()) {
      const column = Math.floor(key / this.grid.columns)
      const columns = (key % this.grid.columns) + 1
      if (column < place.column + place.columns && place.column < column + columns) looked.delete(key)
    }
    this.#largest.delete(place.page)
    for (let column = place.column; column < place.column + place.columns; column += 1) {
      const places = this.#at(place.page, column)
      const next = places.findIndex(({ y }) => y > place.y)
      places.splice(next === -1 ? places.length : next, 0, place)
    }
  }

  /** The free intervals that `columns` adjacent columns share, from the top. */
  #freeIn(page: number, column: number, columns: number): readonly Interval[] {
    const ofPage = this.#free.get(page) ?? new Map<number, readonly Interval[]>()
    this.#free.set(page, ofPage)
    const key = column * this.grid.columns + columns - 1
    const known = ofPage.get(key) ?? this.#findFree(page, column, columns)
    ofPage.set(key, known)
    return known
  }

  #largestIn(page: number): number {
    const known = this.#largest.get(page)
    if (known !== undefined) return known
    let largest = 0
    for (let column = 0; column < this.grid.columns; column += 1) {
      for (const { from, to } of this.#freeIn(page, column, 1)) largest = Math.max(largest, to - from)
    }
    this.#largest.set(page, largest)
    return largest
  }

  #findFree(page: number, column: number, columns: number): readonly Interval[] {
    const taken =
      columns === 1
        ? this.#at(page, column)
        : Array.from({ length: columns }, (_, index) => this.#at(page, column + index))
            .flat()
            .toSorted((a, b) => a.y - b.y)
    const free: Interval[] = []
    let from = 0
    for (const place of taken) {
      if (place.y > from) free.push({ from, to: place.y - this.grid.gap })
      from = Math.max(from, bottomOf(place) + this.grid.gap)
    }
    if (from < this.grid.height) free.push({ from, to: this.grid.height })
    return free
  }

  firstFit(size: Size, fromPage: number, untilPage: number): Place | undefined {
    for (let page = fromPage; page < untilPage; page += 1) {
      if (this.#largestIn(page) < size.height) continue
      for (let column = 0; column + size.columns <= this.grid.columns; column += 1) {
        const interval = this.#freeIn(page, column, size.columns).find(({ from, to }) => to - from >= size.height)
        if (interval) return { page, column, columns: size.columns, y: interval.from, height: size.height }
      }
    }
    return undefined
  }

  /** The y at which the next ticket below `place` begins, or the end of the page, less the gap. */
  endOfRoom(place: Place): number {
    let end = this.grid.height
    for (let column = place.column; column < place.column + place.columns; column += 1) {
      const below = this.#at(place.page, column).find((other) => other !== place && other.y > place.y)
      if (below) end = Math.min(end, below.y - this.grid.gap)
    }
    return end
  }
}

/** Whether a place lies within the columns and the height of a page. */
export const isInside = ({ column, columns, y, height }: Place, grid: PageGrid): boolean =>
  column + columns <= grid.columns && y + height <= grid.height

const fitted = ({ columns, height }: Size, grid: PageGrid): Size => ({
  columns: Math.min(columns, grid.columns),
  height: Math.min(height, grid.height),
})

/** Whether two tickets of one page overlap or are closer than `gap`. */
export const overlaps = (a: Place, b: Place, gap: number): boolean =>
  a.column < b.column + b.columns &&
  b.column < a.column + a.columns &&
  a.y < bottomOf(b) + gap &&
  b.y < bottomOf(a) + gap

export const samePlace = (a: Place, b: Place): boolean =>
  a.page === b.page && a.column === b.column && a.columns === b.columns && a.y === b.y && a.height === b.height

/** A ticket that changed its size keeps its top left corner, and uses or frees the space below it. */
function resized(place: Place, size: Size, columns: Columns): Place {
  const end = columns.endOfRoom(place)
  const next = {
    ...place,
    columns: Math.min(place.columns, size.columns),
    height: Math.min(size.height, end - place.y),
  }
  return samePlace(place, next) ? place : next
}

/**
 * Gives each ticket its place. A ticket on a fixed page keeps its top left corner. Each other ticket gets the first free
 * interval, in the given order: by page, by column from the left, then from the top. The same input gives the same result,
 * and an unchanged place keeps its identity.
 */
export function placeTickets(
  before: Places,
  wanted: readonly TicketToPlace[],
  grid: PageGrid,
  isFixed: (page: number) => boolean,
): Places {
  const kept = new Map<string, Place>()
  const columns = new Columns(grid)
  for (const { id } of wanted) {
    const place = before.get(id)
    if (!place || !isFixed(place.page) || !isInside(place, grid)) continue
    kept.set(id, place)
    columns.add(place)
  }
  const all = new Columns(grid)
  const next = new Map<string, Place>()
  for (const { id, size } of wanted) {
    const place = kept.get(id)
    if (!place) continue
    const now = resized(place, fitted(size, grid), columns)
    next.set(id, now)
    all.add(now)
  }
  // A size that did not fit on earlier pages does not fit now: its search starts where the last one ended.
  const reached = new Map<string, number>()
  for (const { id, size, firstPage = 0, lastPage = wanted.length + firstPage } of wanted) {
    if (next.has(id)) continue
    const fit = fitted(size, grid)
    const key = `${firstPage} ${fit.columns} ${Math.ceil(fit.height)}`
    const free = all.firstFit(fit, reached.get(key) ?? firstPage, lastPage + 1)
    if (!free) continue
    reached.set(key, free.page)
    const known = before.get(id)
    const place = known && samePlace(known, free) ? known : free
    next.set(id, place)
    all.add(place)
  }
  return next
}

type Run = { readonly ids: readonly string[]; readonly to: number; readonly room: number }

/** The shortest sequence of tickets in a column whose gaps together have space for `height`. */
function shortestRun(
  firstPage: readonly (readonly [string, Place])[],
  column: number,
  height: number,
  grid: PageGrid,
): Run | undefined {
  const standing = firstPage
    .filter(([, place]) => place.column <= column && column < place.column + place.columns)
    .toSorted(([, a], [, b]) => a.y - b.y)
  let best: Run | undefined
  for (const [first] of standing.entries()) {
    const above = standing[first - 1]
    const top = above ? bottomOf(above[1]) + grid.gap : 0
    let used = 0
    for (let last = first; last < standing.length; last += 1) {
      const entry = standing[last]
      if (!entry || entry[1].columns > 1) break
      used += entry[1].height + grid.gap
      const below = standing[last + 1]
      const end = below ? below[1].y - grid.gap : grid.height
      const room = end - top - used
      const ids = standing.slice(first, last + 1).map(([id]) => id)
      if (room >= height && (best === undefined || ids.length < best.ids.length)) best = { ids, to: top, room }
    }
  }
  return best
}

/**
 * Closes the gaps of one column of the first page to make space for `size`, with the fewest moves. `undefined` when no
 * column has enough space, or when there is already enough.
 */
export function closeUp(
  places: Places,
  size: Size,
  grid: PageGrid,
): { readonly places: Places; readonly moved: readonly string[] } | undefined {
  const { columns, height } = fitted(size, grid)
  if (columns > 1) return undefined
  const firstPage = [...places].filter(([, { page }]) => page === 0)
  const runs = Array.from({ length: grid.columns }, (_, column) => shortestRun(firstPage, column, height, grid))
  const run = runs
    .filter((one) => one !== undefined)
    .toSorted((a, b) => a.ids.length - b.ids.length)
    .at(0)
  if (!run) return undefined
  const next = new Map(places)
  let y = run.to
  for (const id of run.ids) {
    const place = next.get(id)
    if (!place) continue
    next.set(id, { ...place, y })
    y += place.height + grid.gap
  }
  return { places: next, moved: run.ids }
}

/** The number of pages in use; at least one. */
export const pagesOf = (places: Places): number => Math.max(1, ...[...places.values()].map((place) => place.page + 1))

/** The ids in reading order: page by page, column by column, from the top. */
export const inReadingOrder = (places: Places): readonly string[] =>
  [...places].toSorted(([, a], [, b]) => a.page - b.page || a.column - b.column || a.y - b.y).map(([id]) => id)
