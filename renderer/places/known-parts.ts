import type { Arrangement } from './arrangement.ts'
import { type Place, samePlace } from './placing.ts'

const isSamePlace = (a: Place | undefined, b: Place): boolean => a !== undefined && samePlace(a, b)

function keepIdentity<T>(
  next: ReadonlyMap<string, T>,
  before: ReadonlyMap<string, T>,
  isSame: (a: T | undefined, b: T) => boolean,
): ReadonlyMap<string, T> {
  const merged = new Map(
    [...next].map(([id, value]) => [id, isSame(before.get(id), value) ? (before.get(id) ?? value) : value]),
  )
  const isUnchanged = merged.size === before.size && [...merged].every(([id, value]) => before.get(id) === value)
  return isUnchanged ? before : merged
}

const sameIds = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id, index) => id === b[index])

/** Unchanged parts keep their identity, so that they are not drawn again. */
export function withKnownParts(next: Arrangement, before: Arrangement): Arrangement {
  return {
    ...next,
    places: keepIdentity(next.places, before.places, isSamePlace),
    rail: keepIdentity(next.rail, before.rail, Object.is),
    ids: sameIds(next.ids, before.ids) ? before.ids : next.ids,
    hidden: sameIds(next.hidden, before.hidden) ? before.hidden : next.hidden,
  }
}
