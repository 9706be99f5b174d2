import { EDGE_GAPS, type StepTokens } from '../ui/design/tokens.ts'
import type { Entry, Grid, Page } from './flow.ts'

/** Where a ticket stands: its page, its column from 0, and its top in px. */
export type Place = Entry & { readonly page: number; readonly column: number; readonly y: number }
/** By order id. */
export type Places = ReadonlyMap<string, Place>

/** The room for tickets on a wall of this height. */
export const gridOf = ({ columns, gap, head }: StepTokens, height: number): Grid => ({
  columns,
  gap,
  height: Math.floor(height - EDGE_GAPS * gap),
  slot: head,
})

/** The column, page and top of each ticket. Unchanged places keep their identity, so that they are not drawn again. */
export function placesOf(pages: readonly Page[], gap: number, before: Places): Places {
  const places = new Map<string, Place>()
  for (const [page, columns] of pages.entries()) {
    const tops = columns.map(() => 0)
    for (const [column, entries] of columns.entries()) {
      let y = tops[column] ?? 0
      for (const entry of entries) {
        if (entry.id !== undefined) {
          const place = { ...entry, page, column, y }
          const known = before.get(entry.id)
          places.set(entry.id, known && isSamePlace(known, place) ? known : place)
        }
        y += entry.height + gap
        for (let other = column + 1; other < column + entry.span; other += 1) tops[other] = y
      }
    }
  }
  const isUnchanged = places.size === before.size && [...places].every(([id, place]) => before.get(id) === place)
  return isUnchanged ? before : places
}

const isSamePlace = (a: Place, b: Place): boolean =>
  a.page === b.page &&
  a.column === b.column &&
  a.y === b.y &&
  a.height === b.height &&
  a.form === b.form &&
  a.span === b.span &&
  a.isLong === b.isLong &&
  a.isPart === b.isPart &&
  a.isReady === b.isReady

/** Orders that stand elsewhere than before. */
export const movedIn = (places: Places, before: Places): readonly string[] =>
  [...places].flatMap(([id, { page, column, y }]) => {
    const known = before.get(id)
    return known === undefined || (known.page === page && known.column === column && known.y === y) ? [] : [id]
  })
