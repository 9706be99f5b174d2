import type { Settings } from '../../shared/settings.ts'
import type { Lane } from '../../shared/ticket.ts'
import type { DesignTokens } from '../design/tokens.ts'
import type { BoardState } from '../store/board-state.ts'
import { type Arrangement, arrange, type BoardGrid, EMPTY_ARRANGEMENT, type KeptPlaces } from './arrangement.ts'
import type { BoardFilter } from './board-orders.ts'
import { withKnownParts } from './known-parts.ts'
import { leastHeightBy } from './least-height.ts'
import type { Size } from './placing.ts'
import { cardLanesOf, laneBy, shownBy } from './shown-orders.ts'
import { placesAfter, type SteadyPlaces } from './steady-places.ts'

/** The panel that covers the rail. */
export type Panel = 'done' | 'scheduled' | 'totals'

export type PlacesState = Arrangement & {
  readonly grid: BoardGrid
  /** Width of a column in px, including the gap on its right; 0 before the first layout. */
  readonly columnWidth: number
  readonly railColumns: number
  /** Columns of the rail, left of the usual ones, that it has only while it is crowded. */
  readonly crowdColumns: number
  readonly filter: BoardFilter
  readonly sizes: ReadonlyMap<string, Size>
  /** The number of columns at which each ticket that is too high for one column is being measured. */
  readonly trials: ReadonlyMap<string, number>
  /** Whole tickets that are drawn for measuring. */
  readonly measuring: ReadonlySet<string>
  /** Incremented when everything has to be measured again. */
  readonly generation: number
  /** The page in sight, from 0. */
  readonly page: number
  readonly panel: Panel | undefined
  /** The page of the rail in sight: 0 has the slots, the others have the cards without a slot. */
  readonly railPage: number
  /** The cards without a slot, by place. While the rail is turned to them, each keeps its place. */
  readonly hiddenPlaces: SteadyPlaces
  /** The order whose whole ticket is opened beside the rail. */
  readonly opened: string | undefined
  /** The ticket that the keys act on. */
  readonly selected: string | undefined
  /** The order that left the kitchen last. */
  readonly lastBumped: string | undefined
  readonly tokens: DesignTokens | undefined
  /** Whether keys were used since the start: then tickets show their numbers. */
  readonly usesKeys: boolean
}

export const INITIAL_PLACES_STATE: PlacesState = {
  ...EMPTY_ARRANGEMENT,
  grid: { columns: 1, height: 0, gap: 0, card: 0, slots: 0 },
  columnWidth: 0,
  railColumns: 0,
  crowdColumns: 0,
  filter: 'all',
  sizes: new Map(),
  trials: new Map(),
  measuring: new Set(),
  generation: 0,
  page: 0,
  panel: undefined,
  railPage: 0,
  hiddenPlaces: [],
  opened: undefined,
  selected: undefined,
  lastBumped: undefined,
  tokens: undefined,
  usesKeys: false,
}

/**
 * The tickets to measure now: those already being measured, those in sight, the selected one, the oldest without a place,
 * and `more`. The board is painted after these are measured, so the others wait for idle moments.
 */
export const toMeasure = (state: PlacesState, more: number): ReadonlySet<string> => {
  const { unmeasured, oldest, places, page, selected, measuring } = state
  const isNeeded = (id: string): boolean =>
    measuring.has(id) || oldest.has(id) || id === selected || places.get(id)?.page === page
  const needed = unmeasured.filter(isNeeded)
  const others = unmeasured.filter((id) => !isNeeded(id)).slice(0, more)
  const next = new Set([...needed, ...others])
  return next.size === measuring.size && [...next].every((id) => measuring.has(id)) ? measuring : next
}

/** Marks tickets to be measured and placed again. A card keeps its place: all cards have the same height. */
export const markForMeasuring = (state: PlacesState, ids: readonly string[]): Partial<PlacesState> => {
  const { sizes, trials, estimated, cards, temporaryCards } = state
  const anew = new Set(ids.filter((id) => sizes.has(id)))
  if (anew.size === 0) return {}
  const whole = [...anew].filter((id) => !cards.has(id) || temporaryCards.has(id))
  return {
    sizes: new Map([...sizes].filter(([id]) => !anew.has(id))),
    trials: new Map([...trials].filter(([id]) => !anew.has(id))),
    estimated: new Set([...estimated, ...whole]),
  }
}

/** Tickets to measure again because page one will have another number of columns. */
export const withOtherColumns = ({ sizes, grid }: PlacesState, columns: number): readonly string[] =>
  [...sizes].flatMap(([id, size]) => {
    const isTooWide = size.columns > columns
    const mayBeWider = size.height > grid.height && size.columns < columns
    return isTooWide || mayBeWider ? [id] : []
  })

/** The orders of page one and the rail that are not where they were, after the rail has got another number of columns. */
export const movedWithRail = ({ places, rail }: Arrangement, before: KeptPlaces): readonly string[] => [
  ...[...places].flatMap(([id, place]) => (place.page === 0 && before.places.get(id) !== place ? [id] : [])),
  ...[...rail].flatMap(([id, slot]) => (before.rail.get(id) === slot ? [] : [id])),
]

/** Tickets out of sight that are too large for their page: they may move, and get more columns. */
export const outgrown = ({ sizes, places, grid, page }: PlacesState): readonly string[] =>
  [...sizes].flatMap(([id, { columns, height }]) => {
    const at = places.get(id)?.page ?? 0
    return height > grid.height && columns < grid.columns && at !== 0 && at !== page ? [id] : []
  })

/** The number of pages of the rail after the first. */
export const railPagesOf = (hidden: SteadyPlaces, { slots }: BoardGrid): number =>
  Math.ceil(hidden.length / Math.max(1, slots))

type RearrangeInput = {
  readonly board: BoardState
  readonly settings: Settings | undefined
  /** The previous arrangement of this filter. The rail is that of the state. */
  readonly before: KeptPlaces
  /** The board was touched a moment ago. */
  readonly isTouched: boolean
  /** Platform time of a settling, in epoch ms: gaps may be closed. */
  readonly calmAt: number | undefined
}

/** The state with a new arrangement of the orders. Pure. */
export function rearranged(
  state: PlacesState,
  { board, settings, before, isTouched, calmAt }: RearrangeInput,
): PlacesState {
  const { filter, grid, page } = state
  const known = {
    ...before,
    rail: state.rail,
    places: new Map([...before.places].filter(([id]) => !state.estimated.has(id) || before.cards.has(id))),
  }
  const view = {
    filter,
    cardLanes: state.railColumns === 0 ? new Set<Lane>() : cardLanesOf(settings),
    grid,
    sizes: new Map([...state.sizes].filter(([id]) => board.orders[id] !== undefined)),
    leastHeight: leastHeightBy(board.orders, settings, state),
    isShown: shownBy(settings),
    laneOf: laneBy(settings),
    page,
    isTouched,
    isCalm: calmAt !== undefined,
    now: calmAt ?? 0,
  }
  const next = withKnownParts(arrange(board, view, known), state)
  // The whole ticket has its own place.
  const isWhole = (id: string): boolean => next.places.has(id) && !next.cards.has(id) && !next.rail.has(id)
  const staysOpen = (id: string): boolean => board.orders[id] !== undefined && !isWhole(id)
  const hiddenPlaces = state.railPage > 0 ? placesAfter(state.hiddenPlaces, next.hidden) : next.hidden
  const now = {
    ...state,
    ...next,
    hiddenPlaces,
    sizes: view.sizes.size === state.sizes.size ? state.sizes : view.sizes,
    page: Math.min(page, next.pages - 1),
    opened: state.opened !== undefined && staysOpen(state.opened) ? state.opened : undefined,
    railPage: Math.min(state.railPage, railPagesOf(hiddenPlaces, grid)),
  }
  return { ...now, measuring: toMeasure(now, 0) }
}
