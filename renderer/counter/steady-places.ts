/** Where each order of a list stands: in columns, the next order in the shortest one, as tickets are hung on a rail. Pure. */

/** The place of an order. */
export type SteadyPlace = {
  /** `undefined`: the order has left. */
  readonly id: string | undefined
  readonly column: number
  /** Rows of text of the order that came here, estimated: its column is chosen before it is drawn. */
  readonly rows: number
  /** Height that is kept until the window is calm, in px: that of the order that has left. */
  readonly kept: number
}
export type SteadyPlaces = readonly SteadyPlace[]

/** What is known of the orders of a list, and of its columns. */
export type ListSizes = {
  readonly columns: number
  readonly rowsOf: (id: string) => number
  /** Height of an order as it is drawn, in px. */
  readonly heightOf: (id: string) => number
}

const shortestColumn = (places: SteadyPlaces, columns: number): number => {
  const heights = Array.from({ length: columns }, (_, column) =>
    places.reduce((sum, place) => sum + (place.column === column ? place.rows : 0), 0),
  )
  return heights.indexOf(Math.min(...heights))
}

/** The columns filled anew, in the sequence of `ids`. */
export function filledPlaces(ids: readonly string[], { columns, rowsOf }: ListSizes): SteadyPlaces {
  const places: SteadyPlace[] = []
  for (const id of ids) places.push({ id, column: shortestColumn(places, columns), rows: rowsOf(id), kept: 0 })
  return places
}

/**
 * The places after a change, while the window may be touched: no order moves. What has left keeps its height; a new order takes
 * the first such place in which it fits, else the end of the shortest column. The same object when nothing changed.
 */
export function placesAfter(before: SteadyPlaces, ids: readonly string[], sizes: ListSizes): SteadyPlaces {
  const present = new Set(ids)
  const known = new Set(before.map(({ id }) => id))
  const arrivals = ids.filter((id) => !known.has(id))
  const places = before.map((place) =>
    place.id === undefined || present.has(place.id)
      ? place
      : { ...place, id: undefined, kept: sizes.heightOf(place.id) },
  )
  for (const id of arrivals) {
    const rows = sizes.rowsOf(id)
    const free = places.findIndex((place) => place.id === undefined && rows <= place.rows)
    const place = places[free]
    if (place === undefined) places.push({ id, column: shortestColumn(places, sizes.columns), rows, kept: 0 })
    else places[free] = { ...place, id }
  }
  return arrivals.length === 0 && places.every((place, at) => place === before[at]) ? before : places
}

/**
 * Moves urgent orders to the top of the places, the most urgent first. Each exchanges its place with another order; every other
 * order keeps its own.
 * @param sequence all orders of the places, the most urgent first
 */
function urgentOnTop(
  places: SteadyPlaces,
  sequence: readonly string[],
  isUrgent: (id: string) => boolean,
): SteadyPlaces {
  const next = places.map(({ id }) => id)
  for (const [wanted, id] of sequence.filter(isUrgent).entries()) {
    const from = next.indexOf(id)
    if (from === -1) continue
    next[from] = next[wanted]
    next[wanted] = id
  }
  return places.map((place, at) => (next[at] === place.id ? place : { ...place, id: next[at] }))
}

/** What may move while the window is not touched. */
export type Settlement = ListSizes & {
  /** Orders are out of sight: all columns are filled anew. */
  readonly isFull: boolean
  /** The most urgent first. */
  readonly ids: readonly string[]
  /** These exchange their place with the first orders. */
  readonly isUrgent: (id: string) => boolean
}

/** Whether a column is empty beside one with orders to its right. */
const hasEmptyColumn = (places: SteadyPlaces): boolean => {
  const used = new Set(places.map(({ column }) => column))
  return Math.max(0, ...used) + 1 > Math.max(1, used.size)
}

/** The places after some time without a touch: gaps close, also that of a column. Returns the same object when nothing moves. */
export function settledPlaces(before: SteadyPlaces, { ids, isFull, isUrgent, ...sizes }: Settlement): SteadyPlaces {
  const closed = before.flatMap((place) =>
    place.id === undefined ? [] : [place.kept === 0 ? place : { ...place, rows: sizes.rowsOf(place.id), kept: 0 }],
  )
  const settled = urgentOnTop(closed, ids, isUrgent)
  if (closed.length === before.length && settled.every((place, at) => place === before[at])) return before
  return isFull || hasEmptyColumn(settled)
    ? filledPlaces(
        settled.flatMap(({ id }) => id ?? []),
        sizes,
      )
    : settled
}
