import { urgentOnTop } from './rail.ts'

/** Order ids by place; `undefined`: a free place. */
export type SteadyPlaces = readonly (string | undefined)[]

const isSame = (a: SteadyPlaces, b: SteadyPlaces): boolean =>
  a.length === b.length && a.every((id, index) => id === b[index])

/**
 * The places after a change. A remaining order keeps its place and a new one takes the first free place, in the sequence of
 * `ids`, so that nothing moves under a finger. Free places at the end are removed. Returns the same object when nothing
 * changed.
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
