import { ownNames } from '../store/board-state.ts'
import type { ComandaStore } from '../store/comanda-store.ts'
import type { BoardFilter } from './board-orders.ts'
import { type Layout, NO_LAYOUT } from './layout.ts'
import { createMeasuredHeights, hashOf, type MeasuredHeights } from './measured-heights.ts'
import { gridOf } from './place.ts'
import { heightsFrom, layoutFrom, type PlacesArchive, textOf } from './places-archive.ts'
import type { PlacesState } from './places-state.ts'

/** What the next arrangement begins with: the last layouts and the heights, of one geometry. */
export interface KeptWall {
  readonly heights: MeasuredHeights
  readonly layoutOf: (filter: BoardFilter) => Layout | undefined
  readonly keep: (filter: BoardFilter, layout: Layout) => void
  /** The orders of this filter are placed anew. */
  readonly forget: (filter: BoardFilter) => void
  /** For the next window. */
  readonly store: () => void
  /**
   * The sizes of the wall, and a text that changes with every setting on which heights depend. The first ones bring back what
   * an earlier window has stored for them. Returns whether they are new.
   */
  readonly takeSizes: (sizes: readonly number[], words: string) => boolean
}

export function createKeptWall(
  comanda: ComandaStore,
  sizesOfWall: () => Pick<PlacesState, 'tokens' | 'height'>,
  archive: PlacesArchive | undefined,
): KeptWall {
  const layouts = new Map<BoardFilter, Layout>()
  let geometry = ''
  let wording = ''
  const heights = createMeasuredHeights(
    () => sizesOfWall().tokens,
    () => comanda.getState().settings,
    (step) => {
      const { tokens, height } = sizesOfWall()
      return tokens ? gridOf(tokens.steps[step], height).height : 0
    },
    (ticket) => ownNames(ticket, comanda.getState().board),
  )
  const restore = (): void => {
    const text = archive?.read() ?? null
    const stored = layoutFrom(text, geometry)
    if (stored) layouts.set('all', stored)
    heights.restore(heightsFrom(text, geometry, hashOf(wording)))
  }
  return {
    heights,
    layoutOf: (filter) => layouts.get(filter),
    keep: (filter, layout) => {
      layouts.set(filter, layout)
    },
    forget: (filter) => {
      layouts.delete(filter)
    },
    store: () =>
      archive?.write(() => textOf(layouts.get('all') ?? NO_LAYOUT, geometry, hashOf(wording), heights.known())),
    takeSizes: (sizes, words) => {
      const next = sizes.map(Math.round).join(' ')
      if (next === geometry && words === wording) return false
      const [isFirst, isOther] = [geometry === '', next !== geometry]
      geometry = next
      wording = words
      heights.clear()
      if (isOther) layouts.clear()
      if (isFirst) restore()
      return true
    },
  }
}
