/** Order ids by place; `undefined`: a free place. */
export type SteadyPlaces = readonly (string | undefined)[]

const isSame = (a: SteadyPlaces, b: SteadyPlaces): boolean =>
  a.length === b.length && a.every((id, index) => id === b[index])

/**
 * The places after a change. A remaining order keeps its place, a new one takes the first free one, in the sequence of
 * `ids`; free places at the end are removed. The same object when nothing changed.
 */
export function placesAfter(before: SteadyPlaces, ids: readonly string[]): SteadyPlaces {
  const present = new Set(ids)
  const places = before.map((id) => (id !== undefined && present.has(id) ? id : undefined))
  const known = new Set(places)
  for (const id of ids) {
    if (known.has(id)) continue
    const free = places.indexOf(undefined)
    if (free === -1) places.push(id)
    else places[free] = id
  }
  const kept = places.slice(0, places.findLastIndex((id) => id !== undefined) + 1)
  return isSame(kept, before) ? before : kept
}

/**
 * Moves urgent new orders to the top of the slots that new orders have, the nearest deadline first. Each exchanges its slot
 * with another order; every other order keeps its own.
 * @param fresh new orders by deadline
 */
function urgentOnTop(
  slots: ReadonlyMap<string, number>,
  fresh: readonly string[],
  isUrgent: (id: string) => boolean,
): ReadonlyMap<string, number> {
  const shown = fresh.filter((id) => slots.has(id))
  const fromTop = shown.map((id) => slots.get(id) ?? 0).toSorted((a, b) => a - b)
  const next = new Map(slots)
  for (const [index, id] of shown.filter(isUrgent).entries()) {
    const wanted = fromTop[index] ?? 0
    const holder = shown.find((other) => next.get(other) === wanted)
    if (holder === undefined || holder === id) continue
    next.set(holder, next.get(id) ?? 0)
    next.set(id, wanted)
  }
  return next
}

/** What may move while the board is not touched. */
export type Settlement = {
  /** Orders are out of sight: the others close up. */
  readonly closesUp: boolean
  /** The most urgent first. */
  readonly ids: readonly string[]
  /** These exchange their place with the first orders. */
  readonly isUrgent: (id: string) => boolean
}

/** The places after some time without a touch. Returns the same object when nothing moves. */
export function settledPlaces(before: SteadyPlaces, { closesUp, ids, isUrgent }: Settlement): SteadyPlaces {
  const places = closesUp ? before.filter((id) => id !== undefined) : before
  const slots = new Map(places.flatMap((id, place) => (id === undefined ? [] : [[id, place] as const])))
  const next = Array.from<string | undefined>({ length: places.length })
  for (const [id, place] of urgentOnTop(slots, ids, isUrgent)) next[place] = id
  return isSame(next, before) ? before : next
}
