import type { DesignTokens, Step } from '../ui/design/tokens.ts'
import type { BoardFilter } from './board-orders.ts'
import type { LineOrder } from './flow.ts'
import { type Layout, NO_LAYOUT } from './layout.ts'
import type { Places } from './place.ts'

/** What lies over the wall, or in place of it. */
export type Panel = 'done' | 'scheduled' | 'totals'

/** Tickets that are drawn out of sight, because their height at a text step is needed. */
export type Measuring = { readonly step: Step; readonly ids: readonly string[] }

export type PlacesState = {
  readonly layout: Layout
  readonly places: Places
  readonly line: readonly LineOrder[]
  readonly measuring: Measuring | undefined
  readonly filter: BoardFilter
  /** The page in sight, from 0. */
  readonly page: number
  readonly panel: Panel | undefined
  /** The order whose whole ticket lies over its neighbours. */
  readonly opened: string | undefined
  /** The ticket that the keys act on. */
  readonly selected: string | undefined
  /** The orders of the keys 1 to 9. */
  readonly numbered: readonly string[]
  /** The order that left the kitchen last. */
  readonly lastBumped: string | undefined
  readonly tokens: DesignTokens | undefined
  /** Whether keys were used since the start: then tickets show their numbers. */
  readonly usesKeys: boolean
  /** Height of the wall in px; 0 before the first drawing. */
  readonly height: number
  /** Tickets that the last arrangement has moved. */
  readonly moved: readonly string[]
}

export const INITIAL_PLACES: PlacesState = {
  layout: NO_LAYOUT,
  places: new Map(),
  line: [],
  measuring: undefined,
  filter: 'all',
  page: 0,
  panel: undefined,
  opened: undefined,
  selected: undefined,
  numbered: [],
  lastBumped: undefined,
  tokens: undefined,
  usesKeys: false,
  height: 0,
  moved: [],
}
