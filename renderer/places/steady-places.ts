/** Order ids by place; `undefined`: a free place. */
export type SteadyPlaces = readonly (string | undefined)[]

/**
 * The places after a change. A remaining order keeps its place and a new one takes the first free place, so that
 * nothing moves under a finger. Free places at the end are removed. Returns the same object when nothing changed.
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
  const isSame = kept.length === before.length && kept.every((id, index) => id === before[index])
  return isSame ? before : kept
}
